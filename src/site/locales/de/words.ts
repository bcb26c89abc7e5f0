import type { Words } from "../shape.js";
import { attribution } from "./attribution.js";
import { common } from "./common.js";
import { docs } from "./docs.js";
import { embed } from "./embed.js";
import { home } from "./home.js";
import { record } from "./record.js";
import { status } from "./status.js";

export const de: Words = { common, home, record, embed, docs, status, attribution };
