import { diskPart } from "./disk.js";
import { httpPart } from "./http.js";
import { killPart } from "./kill.js";
import type { TorturePart } from "./part.js";
import { soakPart } from "./soak.js";
import { upstreamPart } from "./upstream.js";

/** Every part of `npm run torture`; a short form of each runs with the tests. */
export const PARTS: readonly TorturePart[] = [httpPart, upstreamPart, soakPart, killPart, diskPart];
