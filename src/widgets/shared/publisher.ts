import type { Credit } from "../../chart/attribution.js";

/** The server puts a JSON text in its place when it loads a script; so it stands here once and nowhere else. */
declare const __PEAK_PUBLISHER__: Credit;

/** Who publishes the number: a list, since the names of a record would be too long for the badge. */
export const PUBLISHER: Credit = __PEAK_PUBLISHER__;
