import type { Words } from "../shape.js";
import { attribution } from "./attribution.js";
import { common } from "./common.js";
import { docs } from "./docs.js";
import { embed } from "./embed.js";
import { home } from "./home.js";

export const es: Words = { common, home, embed, docs, attribution };
