/** Comparing numbers. */

/** The middle number; for an even count, the upper one of the two; `undefined` without numbers. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
