/** Days in which the weight of a past value falls to a half: one halving cycle, four years. */
const HALF_LIFE_DAYS = 1461;

/**
 * Weight of a row in a band. Weights grow with the row instead of falling with age, which is the same thing
 * once divided by their sum: no weight ever changes, and a double holds them for some 4,000 years.
 *
 * @param index the row, 0 or more
 */
export function timeWeight(index: number): number {
  return 2 ** (index / HALF_LIFE_DAYS);
}
