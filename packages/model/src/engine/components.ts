/** The Bitcoin indicators with their bands, and the raw score they make up. */
import type { PositionKey } from "../evaluation.js";
import { Mvrv } from "./indicators/mvrv.js";
import { OneYearReturn } from "./indicators/one-year-return.js";
import { PowerLawResidual } from "./indicators/power-law-residual.js";
import { PriceOver200WeekAverage } from "./indicators/price-over-200-week-average.js";
import { PuellMultiple } from "./indicators/puell-multiple.js";
import { ThermocapMultiple } from "./indicators/thermocap-multiple.js";
import type { Positions } from "./row.js";
import { PositionTrack } from "./series/band-position.js";
import { Fold } from "./series/fold.js";

/**
 * The six Bitcoin indicators that are measured in a band of their own past. The first four make up the raw score and
 * its coverage, summed in this order: two on-chain valuations, then two long-run price positions. All four have the
 * same weight, since four cycles cannot justify finer ones. The other two only serve the flags. Fear & Greed, the
 * seventh position, also serves a flag; it has its own scale and no band, so it is not here.
 */
export class BitcoinTracks extends Fold {
  readonly mvrv = new PositionTrack(new Mvrv());
  readonly thermo = new PositionTrack(new ThermocapMultiple());
  readonly plaw = new PositionTrack(new PowerLawResidual());
  readonly ma200w = new PositionTrack(new PriceOver200WeekAverage());
  readonly puell = new PositionTrack(new PuellMultiple());
  readonly roi = new PositionTrack(new OneYearReturn());
}

/**
 * Leaves out missing positions. Written out key by key: a loop over the keys took a third of a full recompute, since
 * the runtime then looks up the object's shape at each step.
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

/** Lowest coverage that gives a score: price alone (0.75) is enough, two of the four components are too few. */
const COVERAGE_FLOOR = 0.6;

/** Tolerance for rounding errors when comparing coverage. */
const ROUNDING = 1e-9;

interface RawScore {
  /** Share of the components that are present, 0..1. */
  readonly coverage: number;
  /** 0..100, unrounded; missing while coverage is below 0.60. */
  readonly raw: number | undefined;
}

/**
 * The plain mean of the components that are present.
 *
 * @param positions of every component, 0..100 or missing, in summation order
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
