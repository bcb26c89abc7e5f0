import type { Publisher } from "../../picture/attribution.js";

/** The server puts a JSON text in its place when it loads a script; so it stands here once and nowhere else. */
declare const __PEAK_PUBLISHER__: Publisher;

/** Who publishes the number. */
export const PUBLISHER: Publisher = __PEAK_PUBLISHER__;
