import {
  addDays,
  type CycleModel,
  formatDay,
  HOUR_MS,
  type Instant,
  MODEL_VERSION,
  NotEnoughDataError,
  plus,
  type UtcDay,
} from "peak-cycle-model";
import { CLOSE_HOUR, type HistoryRow, type RowOrigin, rowInstant } from "../domain/history.js";
import type { Quote } from "../domain/snapshot.js";
import type { RowToAppend } from "../published/bodies.js";
import type { DayRange } from "../sources/source.js";
import { BITCOIN, consensusClose, MIN_CONFIRMATIONS } from "./consensus-price.js";
import { daysOf, lastOwnQuote, readObservationsByDay } from "./observations-by-day.js";
import { type Database, readObservations } from "./stored.js";
import type { Upstreams } from "./upstreams.js";

/**
 * The row of a day: one provisional row on top of all days before it.
 *
 * @param closed the model on the closed days up to the day before; not changed
 * @returns `undefined` when the model has no score yet, as before 2012-07-16
 */
export function historyRow(closed: CycleModel, inputs: RowInputs): ComputedRow | undefined {
  const { day, price, fearGreed, computedAt, origin } = inputs;
  const running = { price: price.value, mvrv: undefined, fearGreed, dominance: undefined, majors: {} };
  const { btc, coverage } = closed.clone().append(running);
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
    origin,
  };
}

/** A row, and what the model says with it. */
export type ComputedRow = HistoryRow & Pick<RowToAppend, "signal" | "coverage" | "fearGreed">;

/** A price in USD, and its source. */
export type RowPrice = Pick<Quote, "value" | "source">;

interface RowInputs {
  readonly day: UtcDay;
  /** USD at `rowInstant(day)`. */
  readonly price: RowPrice;
  /** Fear & Greed dated `day`. */
  readonly fearGreed: number | undefined;
  readonly computedAt: Instant;
  readonly origin: RowOrigin;
}

/** @throws NotEnoughDataError instead of the `undefined` of `historyRow`: a running installation must have a row */
export function dueHistoryRow(closed: CycleModel, inputs: RowInputs): ComputedRow {
  const row = historyRow(closed, inputs);
  if (row === undefined) throw new NotEnoughDataError(`no score for the row of ${formatDay(inputs.day)}`);
  return row;
}

/** The day of a row, and the opening price of that day. */
export interface RowTask {
  readonly day: UtcDay;
  readonly opening: RowPrice | undefined;
}

/**
 * Asks for the hourly candles that rows of days `from..to` need, until two sources have stated each and it can be
 * believed.
 */
export async function collectCandles(
  database: Database,
  upstreams: Upstreams,
  { from, to }: DayRange,
  signal: AbortSignal,
): Promise<void> {
  const span = { from: rowInstant(from), to: rowInstant(to) };
  const openings = await readObservationsByDay(database, from, to);
  const enough = async () => {
    for (const day of daysOf(from, to)) {
      const opening = openings.closes(addDays(day, -1))[0];
      const stated = await pricesAt(database, day);
      if (new Set(stated.map(({ source }) => source)).size < MIN_CONFIRMATIONS) return false;
      if (agreedPrice(stated, opening) === undefined) return false;
    }
    return true;
  };
  const sources = upstreams.inOrder("hourlyCloses");
  await upstreams.collect(sources, signal, (source, until) => source.hourlyCloses(source.client, span, until), enough);
}

/**
 * The price at 06:00 of a day that is past: an hourly candle or our own stored price of the minutes before, else the
 * day's opening price.
 *
 * @throws NotEnoughDataError when none can be believed yet
 */
export async function rowPrice(database: Database, task: RowTask, now: Instant): Promise<RowPrice> {
  const price = agreedPrice(await pricesAt(database, task.day), task.opening);
  if (price !== undefined) return price;
  if (task.opening !== undefined && now - rowInstant(task.day) > CANDLE_WAIT_MS) return task.opening;
  throw new NotEnoughDataError(`no price at 06:00 UTC of ${formatDay(task.day)} yet`);
}

/** How long a late row waits for an hourly candle before it takes the close that ended at 00:00 of its day. */
const CANDLE_WAIT_MS = 24 * HOUR_MS;

/** Hourly candles and our own stored price, as far as they are there. */
async function pricesAt(database: Database, day: UtcDay): Promise<readonly Quote[]> {
  const at = rowInstant(day);
  const candles = await readObservations(database, "btc-hour-close", at, plus(at, 1));
  const ownQuote = await lastOwnQuote(database, at);
  return ownQuote === undefined ? candles : [...candles, ownQuote];
}

function agreedPrice(stated: readonly Quote[], opening: RowPrice | undefined): RowPrice | undefined {
  const last = opening === undefined ? undefined : { value: opening.value, ageMs: CLOSE_HOUR * HOUR_MS };
  return consensusClose(stated, last, BITCOIN);
}
