/** Least and greatest score. */
export const SCORE_LEAST = 0;
export const SCORE_MOST = 100;

/** The published form of a score: one decimal, half up. Source: docs/method.md#published-numbers. */
export function published(score: number): number {
  return Math.floor(10 * score + 0.5) / 10;
}
