/** Closes and MVRV of a source that states daily figures, checked like every history. */

import { endOf, type Instant, utcDay } from "peak-cycle-model";
import type { Metric, Observation } from "../domain/observation.js";
import { soundCloses } from "./candle-history.js";
import type { AnswerTimes } from "./fetch-json.js";
import {
  closedPeriods,
  figuresAgree,
  inRange,
  type OnDropped,
  type RequestedRange,
  type RowSieve,
  rowSieve,
  within,
  withoutOutliers,
} from "./history-checks.js";
import { readNumber } from "./payload.js";

/** What a source of daily figures says about one day, as stated; the price in USD at its end. */
export interface StatedDay {
  /** `undefined` where it states no day. */
  readonly end: Instant | undefined;
  readonly price: unknown;
  readonly mvrv: unknown;
}

/** What can be believed of it. */
interface DayFigures {
  readonly end: Instant;
  readonly price: number | undefined;
  readonly mvrv: number | undefined;
}

interface FiguresPage {
  readonly source: string;
  /** The metric of the price: `btc-close` or another coin's. */
  readonly closeMetric: Metric;
  /** What is wanted of the days, and of which. */
  readonly metric: Metric;
  readonly span: RequestedRange;
  /** As stated: in any order, unfinished days included. */
  readonly stated: readonly StatedDay[];
  readonly times: AnswerTimes;
  readonly onDropped: OnDropped;
}

/** Realized value per coin moved by 0.93..1.23 a day once the first year of prices was over. */
const REALIZED_JUMP = 1.5;
const REALIZED_SETTLED = endOf(utcDay("2011-07-18"));

/**
 * The observations of the days that are over, oldest first. A bad figure is dropped and reported.
 *
 * @throws SourceError `malformed` or `implausible` when too many are bad, or figures jump for good
 */
export function checkedFigures(page: FiguresPage): readonly Observation[] {
  const { source, closeMetric, metric, span, times, onDropped } = page;
  const prices = rowSieve(source, closeMetric, onDropped);
  const valuations = rowSieve(source, "mvrv", onDropped);
  const read = page.stated.flatMap(({ end, price, mvrv }): DayFigures[] => {
    if (end !== undefined) return [{ end, price: figureIn(price, end, prices), mvrv: figureIn(mvrv, end, valuations) }];
    prices.drop(end, "no moment");
    return [];
  });
  const isSame = (a: DayFigures, b: DayFigures) => figuresAgree(a.price, b.price) && figuresAgree(a.mvrv, b.mvrv);
  const closed = closedPeriods(read, times, prices, isSame);
  const good = withSoundMvrv(withSoundPrices(closed, prices), valuations);
  prices.finish(good.filter(({ price }) => price !== undefined).length);
  valuations.finish(good.filter(({ mvrv }) => mvrv !== undefined).length);
  return within(good, span).flatMap(({ end, price, mvrv }): Observation[] => {
    const value = metric === "mvrv" ? mvrv : price;
    return value === undefined ? [] : [{ metric, source, observedAt: end, fetchedAt: times.receivedAt, value }];
  });
}

function figureIn(stated: unknown, end: Instant, sieve: RowSieve): number | undefined {
  const value = readNumber(stated);
  if (value === "wrong") sieve.drop(end, "no number");
  return typeof value === "number" ? value : undefined;
}

function withSoundPrices(days: readonly DayFigures[], sieve: RowSieve): readonly DayFigures[] {
  const closes = days.flatMap(({ end, price }) => (price === undefined ? [] : [{ end, value: price }]));
  const sound = new Set(soundCloses(closes, sieve).map(({ end }) => end));
  return days.map((day) => {
    const isBad = day.price !== undefined && !sound.has(day.end);
    return isBad ? { ...day, price: undefined, mvrv: undefined } : day; // its MVRV was made with this price
  });
}

/** The realized price (close / MVRV) is an average over all coins and moves slowly: an MVRV that lets it jump is bad. */
function withSoundMvrv(days: readonly DayFigures[], sieve: RowSieve): readonly DayFigures[] {
  const stated = days.flatMap(({ end, mvrv }) => (mvrv === undefined ? [] : [{ end, value: mvrv }]));
  const sound = new Set(inRange(stated, sieve).map(({ end }) => end));
  const usable = days.filter(({ end }) => sound.has(end) && end >= REALIZED_SETTLED);
  const realized = usable.flatMap(({ end, price, mvrv }) =>
    price === undefined || mvrv === undefined ? [] : [{ end, value: price / mvrv }],
  );
  const steady = new Set(withoutOutliers(realized, REALIZED_JUMP, sieve).map(({ end }) => end));
  for (const { end } of realized) if (!steady.has(end)) sound.delete(end);
  return days.map((day) => (sound.has(day.end) ? day : { ...day, mvrv: undefined }));
}
