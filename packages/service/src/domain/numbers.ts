/** Comparing numbers. */

/** The number in the middle, of an even count the upper one of two; `undefined` of none. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The factor between two positive numbers, at least 1. */
export function factorBetween(one: number, other: number): number {
  return Math.max(one / other, other / one);
}
