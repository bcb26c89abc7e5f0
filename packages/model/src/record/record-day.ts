/** The readings of the model and each baseline on each day of the record, from the days up to it only. */

import type { DayInputs } from "../day.js";
import { bitcoinRow, CycleModel } from "../engine/cycle-model.js";
import { PriceGaps } from "../engine/inputs.js";
import { dayOfRow } from "../engine/row.js";
import { BandPosition } from "../engine/series/band-position.js";
import { SimpleMovingAverage } from "../engine/series/moving-averages.js";
import { settle } from "../engine/settled-phase.js";
import type { BtcReading } from "../evaluation.js";
import type { UtcDay } from "../instant.js";
import { type Flags, type PhaseKey, roundScore, type SettledPhase } from "../score.js";
import { DEVELOPMENT_FIRST } from "./periods.js";
import type { Baseline } from "./track-record.js";

/** The value of each baseline, where it has one. */
export type Readings = Readonly<Record<Baseline, number | undefined>>;

/** A closed day as the record sees it. Nothing in it comes from a later day. */
export interface RecordDay {
  readonly day: UtcDay;
  /** BTC in USD at the end of the day; a missing price repeats the last one. */
  readonly price: number;
  readonly btc: BtcReading | undefined;
  readonly context: Flags;
  /** Missing before the first score. */
  readonly settled: SettledPhase | undefined;
  /** 0..100, unrounded. */
  readonly readings: Readings;
}

/** A day with a score. */
export type ScoredDay = RecordDay & { readonly btc: NonNullable<RecordDay["btc"]> };

/** The days with a score from the first day of the development period on. */
export function scoredDays(days: readonly RecordDay[]): readonly ScoredDay[] {
  return days.filter((each): each is ScoredDay => each.btc !== undefined && each.day >= DEVELOPMENT_FIRST);
}

/**
 * Reads days in order: each depends only on the days up to it. Days before the first price are left out.
 *
 * @throws as `CycleModel.append`
 */
export function readDays(inputs: readonly DayInputs[]): readonly RecordDay[] {
  const model = new CycleModel();
  const gaps = new PriceGaps();
  const mayerRatio = mayerMultiple();
  const mayerBand = new BandPosition();
  let settledPhase: SettledPhase | undefined;
  return inputs.flatMap((each, index): readonly RecordDay[] => {
    const { btc, context, positions } = model.append(each);
    const row = bitcoinRow(gaps, index, each);
    if (row === undefined) return [];
    const mayer = mayerBand.append(row, mayerRatio(row.price));
    const { mvrv, plaw: powerLaw } = positions;
    const readings = { score: btc?.raw, mvrv, mayer, powerLaw, fearGreed: each.fearGreed };
    const day = dayOfRow(index);
    if (btc !== undefined) settledPhase = settle(settledPhase, btc.score, day);
    return [{ day, price: row.price, btc, context, settled: settledPhase, readings }];
  });
}

/**
 * The settled phase of one measure after each day, by the same rule as the score's; missing before its first reading.
 */
export function settledPhasesOf(days: readonly RecordDay[], baseline: Baseline): readonly (PhaseKey | undefined)[] {
  let settledPhase: SettledPhase | undefined;
  return days.map(({ day, readings }) => {
    const reading = readings[baseline];
    if (reading !== undefined) settledPhase = settle(settledPhase, roundScore(reading), day);
    return settledPhase?.phase;
  });
}

/** Window of the Mayer multiple, fixed by its definition. */
const MAYER_DAYS = 200;

/**
 * The logarithm of the price over its 200-day average, day by day; `undefined` for the first 199. Source: T. Mayer. A
 * baseline, not part of the score.
 */
function mayerMultiple(): (price: number) => number | undefined {
  const average = new SimpleMovingAverage(MAYER_DAYS);
  return (price) => {
    const mean = average.append(price);
    return average.full ? Math.log(price / mean) : undefined;
  };
}
