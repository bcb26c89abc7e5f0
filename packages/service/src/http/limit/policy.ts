/** The limits that the public contract names, and what every limiter of requests offers. */

/** Requests an address may make within the window (docs/api.md#stability). */
export const QUOTA = 20;

export const WINDOW_SECONDS = 60;

/** A request at `t` counts in `t <= now < t + WINDOW_MS`. */
export const WINDOW_MS = WINDOW_SECONDS * 1000;

/** The longest request target and the longest headers that are read; `/docs` names both. */
export const TARGET_BYTES = 2048;
export const HEADER_BYTES = 8192;

/** At most so many requests in any `WINDOW_SECONDS` for each client. */
export interface RateLimit {
  /**
   * Counts one request, unless it is refused.
   *
   * @param client as made by `clientKey`: an IPv4 address or an IPv6 /64; or the hash of a key
   * @param quota of a key, always the same one; without it the client is an address, which has `QUOTA`
   * @returns 0 when the request may pass; else after how many whole seconds one will. A promise never rejects, and is
   *   kept within 100 ms.
   */
  take(client: string, quota?: number): number | Promise<number>;
}

/** `Retry-After` for a wait in milliseconds: rounded up, so that after exactly that long a request passes. */
export function wholeSeconds(waitMs: number): number {
  return Math.ceil(waitMs / 1000);
}
