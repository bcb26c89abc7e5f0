/** Comparing numbers. */

/** The number in the middle, of an even count the upper one of two; `undefined` of none. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
