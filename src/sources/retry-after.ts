import { DAY_MS, type Instant, SECOND_MS } from "../domain/instant.js";

/** The longest ban any source documents is three days. */
const LONGEST_MS = 3 * DAY_MS;

/**
 * How long a `Retry-After` header asks to wait, in ms, at most three days.
 *
 * @param header whole seconds or an HTTP date
 * @returns `undefined` when absent, unreadable or already over
 */
export function retryAfterMs(header: string | undefined, now: Instant): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * SECOND_MS : (httpDate(text) ?? now) - now;
  return waitMs > 0 ? Math.min(waitMs, LONGEST_MS) : undefined;
}

/** The moment of an HTTP date such as `Sat, 21 Nov 2026 04:12:10 GMT`. */
export function httpDate(text: string | undefined): Instant | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2,8},? .*GMT$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : (at as Instant);
}
