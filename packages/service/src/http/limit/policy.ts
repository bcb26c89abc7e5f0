/** The limits of the public contract, and the interface of rate limiters. */

/** Requests per address within the window (docs/api.md#stability). */
export const QUOTA = 20;

export const WINDOW_SECONDS = 60;

/** A request at `t` counts in `t <= now < t + WINDOW_MS`. */
export const WINDOW_MS = WINDOW_SECONDS * 1000;

/** What the sandbox draws for an address within the window: some 90 pictures on a small machine. */
export const DRAWING_SECONDS = 10;

/** Maximum length of a request target, and of all headers; `/docs` names both. */
export const TARGET_BYTES = 2048;
export const HEADER_BYTES = 8192;

/** A quota of requests per client in any `WINDOW_SECONDS`. */
export interface RateLimit {
  /**
   * Takes a request from the client's quota, unless it is refused.
   *
   * @param client from `clientKey`, an IPv4 address or an IPv6 /64; or the hash of an API key
   * @param quota of an API key, always the same one; without it the client is an address and has `QUOTA`
   * @returns the whole seconds to wait: 0 if the request may pass. A promise never rejects and settles within 100 ms.
   */
  take(client: string, quota?: number): number | Promise<number>;
}

/** `Retry-After` for a wait in milliseconds, rounded up so that a request passes after exactly that long. */
export function wholeSeconds(waitMs: number): number {
  return Math.ceil(waitMs / 1000);
}
