export interface Backoff {
  /** The longest first wait. */
  readonly firstMs: number;
  /** No wait is longer. */
  readonly maxMs: number;
}

/**
 * How long to wait before another attempt: exponential back-off with jitter. Waits double from `firstMs` up to `maxMs`, and
 * each is shortened by up to half at random, so that those who failed together do not come back together.
 *
 * @param attempt 0 for the first. @param random 0 <= random < 1
 */
export function backoffMs({ firstMs, maxMs }: Backoff, attempt: number, random: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 30)) * (0.5 + random / 2);
}
