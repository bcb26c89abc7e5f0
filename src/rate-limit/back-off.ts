const FIRST_MS = 250;
const MOST_MS = 5000;

/**
 * How long to wait before another attempt: 125 to 250 ms at first, twice as long each time, 2.5 to 5 s at most.
 * Instances that lost the same server do not come back in step.
 *
 * @param attempt 0 for the first. @param random 0 <= random < 1
 */
export function backOffMs(attempt: number, random: number): number {
  const whole = Math.min(FIRST_MS * 2 ** Math.min(attempt, 10), MOST_MS);
  return Math.round(whole * (1 - random / 2));
}
