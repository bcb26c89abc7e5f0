/** Least coverage of a score: price alone (0.75) is enough, two components of four are not. */
const COVERAGE_FLOOR = 0.6;

/** Coverage is compared with this much patience for rounding. */
const ROUNDING = 1e-9;

export interface RawScore {
  /** Share of the components that are present, 0..1. */
  readonly coverage: number;
  /** 0..100, unrounded; missing while coverage is under 0.60. */
  readonly raw: number | undefined;
}

/**
 * The plain mean of the components that are present.
 *
 * @param positions of every component, 0..100 or missing, in the order of summation
 */
export function rawScore(positions: readonly (number | undefined)[]): RawScore {
  let sum = 0;
  let present = 0;
  for (const position of positions) {
    if (position === undefined) continue;
    sum += position;
    present += 1;
  }
  const coverage = present / positions.length;
  return { coverage, raw: coverage < COVERAGE_FLOOR - ROUNDING ? undefined : sum / present };
}
