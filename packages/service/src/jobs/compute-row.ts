/**
 * Closes a day: from its figures, the past and the price at 06:00 UTC, computes the closed day, the history row of the
 * following day, and what the ledger signs of both. Everything that is ever signed about a day is decided here; the
 * callers choose the figures, or invent them, and store the result. Nothing here reads a clock, a source or the
 * database.
 */

import {
  addDays,
  type CycleModel,
  type Flags,
  type Instant,
  MODEL_VERSION,
  type SettledPhase,
  settle,
  type UtcDay,
} from "peak-cycle-model";
import type { DayBody } from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import type { CryptoScore, HistoryRow, RowOrigin, StandIn } from "../domain/history.js";

import { dayBody } from "../ledger/day-body.js";
import type { SourcedFigure } from "./believing.js";

/** A day that is closed, with its row, ready to be appended to the ledger. */
export interface Closing {
  readonly body: DayBody;
  /** `undefined` in the first two years. */
  readonly row: HistoryRow | undefined;
  /** After the row. */
  readonly settled: SettledPhase | undefined;
}

/** A price in USD and its source. */
export interface RowPrice extends SourcedFigure {
  /** Its kind if it is not the price at 06:00. */
  readonly standIn?: StandIn | undefined;
}

/** The figures of the day after the closed one, as of its 06:00 UTC. */
export interface RowFigures {
  /** At 06:00 UTC. */
  readonly price: RowPrice;
  /** Fear & Greed dated with the row's day. */
  readonly fearGreed: number | undefined;
  readonly computedAt: Instant;
  readonly origin: RowOrigin;
}

/**
 * Closes a day.
 *
 * @param model over the days before; afterwards over this day too
 * @param before the settled phase after the row before
 * @param figures of the row; `undefined` for a day without any price so far, which then has no row
 */
export function closeDay(
  model: CycleModel,
  before: SettledPhase | undefined,
  closedDay: ClosedDay,
  figures: RowFigures | undefined,
): Closing {
  const { context: flags, crypto } = model.append(closedDay);
  const row = figures && computeRow(model, addDays(closedDay.day, 1), figures);
  const second = crypto && { score: crypto.score, phase: crypto.phase };
  return closingOf(closedDay, flags, before, row && { ...row, crypto: second });
}

/**
 * What is signed about a closed day whose scores are known.
 *
 * @param before the settled phase after the row before
 * @param row of the day after the closed one
 */
export function closingOf(
  closedDay: ClosedDay,
  flags: Flags,
  before: SettledPhase | undefined,
  row: (ComputedRow & { readonly crypto: CryptoScore | undefined }) | undefined,
): Closing {
  if (row === undefined) return { body: dayBody(closedDay, flags, undefined), row, settled: before };
  const settledPhase = settle(before, row.score, row.day);
  const settledRow = { ...row, settled: settledPhase.phase };
  return { body: dayBody(closedDay, flags, settledRow), row: settledRow, settled: settledPhase };
}

/** A row with everything that the model computes for it. */
export type ComputedRow = Omit<HistoryRow, "settled" | "crypto">;

/**
 * A provisional row on top of all earlier days.
 *
 * @param model over the days before the row's day; not modified
 * @returns `undefined` if the model has no score yet, as before 2012-07-16
 */
export function computeRow(
  model: CycleModel,
  day: UtcDay,
  { price, fearGreed, computedAt, origin }: RowFigures,
): ComputedRow | undefined {
  const running = { price: price.value, mvrv: undefined, fearGreed, dominance: undefined, majors: {} };
  const { btc, coverage } = model.clone().append(running);
  if (btc === undefined) return undefined;
  return {
    signal: btc.signal,
    coverage,
    fearGreed,
    day,
    computedAt,
    modelVersion: MODEL_VERSION,
    raw: btc.raw,
    score: btc.score,
    smoothed: btc.smoothed,
    phase: btc.phase,
    btcPriceUsd: price.value,
    priceSource: price.source,
    standIn: price.standIn,
    origin,
  };
}
