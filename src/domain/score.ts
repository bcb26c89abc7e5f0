import { HOUR_MS, type Instant } from "./instant.js";

/** A score older than this is stale. Source: the specification. */
export const STALE_MS = 2 * HOUR_MS;

/** True for a score older than 2 hours, to the millisecond. */
export function isStale(computedAt: Instant, now: Instant): boolean {
  return now - computedAt > STALE_MS;
}

/** Least and greatest score. */
export const SCORE_LEAST = 0;
export const SCORE_MOST = 100;

/** The published form of a score: one decimal, half up. Source: docs/method.md#published-numbers. */
export function published(score: number): number {
  return Math.floor(10 * score + 0.5) / 10;
}
