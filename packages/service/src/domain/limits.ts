/** The limits of the public contract, which responses, pages and documents state. */

/** Requests per address within the window (docs/api.md#stability). */
export const QUOTA = 20;

export const WINDOW_SECONDS = 60;

/** A request at `t` counts in `t <= now < t + WINDOW_MS`. */
export const WINDOW_MS = WINDOW_SECONDS * 1000;

/** Drawing time that the sandbox grants an address per window: about 90 pictures on a small machine. */
export const DRAWING_SECONDS = 10;

/** Maximum length of a request target, and of all headers; `/docs` states both. */
export const TARGET_BYTES = 2048;
export const HEADER_BYTES = 8192;
