import { NotEnoughDataError } from "../domain/errors.js";
import { MODEL_VERSION } from "../domain/evaluation.js";
import { CLOSE_HOUR, type HistoryRow, type RowOrigin } from "../domain/history.js";
import { formatDay, HOUR_MS, type Instant, plus, startOf, type UtcDay } from "../domain/instant.js";
import type { CycleModel } from "../engine/cycle-model.js";

/** The moment a day's row stands for: 06:00 UTC of the day. */
export function rowInstant(day: UtcDay): Instant {
  return plus(startOf(day), CLOSE_HOUR * HOUR_MS);
}

/** The newest day whose 06:00 UTC has passed. */
export function newestRowDay(at: Instant): UtcDay {
  const day = Math.floor((at - CLOSE_HOUR * HOUR_MS) / (24 * HOUR_MS));
  return day as UtcDay;
}

export interface RowInputs {
  readonly day: UtcDay;
  /** USD at `rowInstant(day)`. */
  readonly price: number;
  readonly priceSource: string;
  /** Fear & Greed dated `day`. */
  readonly fearGreed: number | undefined;
  readonly computedAt: Instant;
  readonly origin: RowOrigin;
}

/**
 * The row of a day: one provisional row on top of all days before it.
 *
 * @param closed the model on the closed days up to the day before; not changed
 * @returns `undefined` when the model has no score yet, as before 2012-07-16
 */
export function historyRow(closed: CycleModel, inputs: RowInputs): HistoryRow | undefined {
  const { day, price, priceSource, fearGreed, computedAt, origin } = inputs;
  const { btc } = closed.clone().append({ price, mvrv: undefined, fearGreed, dominance: undefined, majors: {} });
  if (btc === undefined) return undefined;
  return {
    day,
    computedAt,
    modelVersion: MODEL_VERSION,
    raw: btc.raw,
    score: btc.score,
    smoothed: btc.smoothed,
    phase: btc.phase,
    btcPriceUsd: price,
    priceSource,
    origin,
  };
}

/** @throws NotEnoughDataError instead of the `undefined` of `historyRow`: a running installation must have a row */
export function dueHistoryRow(closed: CycleModel, inputs: RowInputs): HistoryRow {
  const row = historyRow(closed, inputs);
  if (row === undefined) throw new NotEnoughDataError(`no score for the row of ${formatDay(inputs.day)}`);
  return row;
}
