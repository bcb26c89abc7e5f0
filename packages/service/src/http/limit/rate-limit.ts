/** The interface of rate limiters. */

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
