/** Requests an address may make within the window. Source: the specification. */
export const QUOTA = 20;

/** The window in seconds. Source: the specification, "20 requests per minute". */
export const WINDOW_SECONDS = 60;
