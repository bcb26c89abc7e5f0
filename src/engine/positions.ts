import type { PositionKey } from "../domain/evaluation.js";

/** Positions that are present, 0..100. */
export type Positions = Partial<Record<PositionKey, number>>;

/**
 * Leaves out what is missing. Written out key by key: a loop over the keys took a third of a full recompute, since
 * the runtime then looks up the shape of the object at each step.
 */
export function presentOnly(all: Readonly<Record<PositionKey, number | undefined>>): Positions {
  const positions: Positions = {};
  if (all.mvrv !== undefined) positions.mvrv = all.mvrv;
  if (all.thermo !== undefined) positions.thermo = all.thermo;
  if (all.plaw !== undefined) positions.plaw = all.plaw;
  if (all.ma200w !== undefined) positions.ma200w = all.ma200w;
  if (all.puell !== undefined) positions.puell = all.puell;
  if (all.roi !== undefined) positions.roi = all.roi;
  if (all.fng !== undefined) positions.fng = all.fng;
  return positions;
}

/** Smallest coverage of a score: price alone (0.75) is enough, two components of four are not. */
const COVERAGE_FLOOR = 0.6;

/** Tolerance for rounding errors when coverage is compared. */
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

/** What the two flags look at in a row. */
export interface FlagInputs {
  /** Rows before this one. */
  readonly index: number;
  /** USD. */
  readonly price: number;
  readonly positions: Positions;
  /** Whether the row has a score. Without one no flag is up. */
  readonly scored: boolean;
}
