/** Decides which of several sources' prices to believe: live prices and daily closes. */

import { addDays, DAY_MS, endOf, HOUR_MS, type Major, type UtcDay } from "peak-cycle-model";
import { factorBetween, median } from "../domain/numbers.js";
import type { Quote } from "../domain/snapshot.js";
import { daysOf, LOOKBACK_DAYS, type StoredDays } from "./stored-days.js";

/**
 * The price to believe among those received, one per source in fallback order: one that another source confirms;
 * otherwise the median of three, or the nearest to the last price, unless it moved too far.
 *
 * @param last `undefined` if no price was ever accepted
 */
export function believedPrice<Q extends Quote>(
  quotes: readonly Q[],
  last: Reference | undefined,
  bounds: MoveBounds,
): Q | undefined {
  const agreed = agreedPrice(quotes, last, bounds);
  if (agreed !== undefined || last === undefined) return agreed;
  const candidate = quotes.length >= MAX_SOURCES_ASKED ? middle(quotes) : nearest(quotes, last.value);
  return candidate !== undefined && distance(candidate.value, last.value) <= MAX_LONE_MOVE ? candidate : undefined;
}

/** The first plausible price that another plausible one confirms. */
export function agreedPrice<Q extends Quote>(
  quotes: readonly Q[],
  last: Reference | undefined,
  bounds: MoveBounds,
): Q | undefined {
  const possible = quotes.filter((quote) => isWithin(bounds, quote.value, last));
  return possible.find((quote) => isConfirmed(quote, possible));
}

/** Whether another source agrees. */
function isConfirmed(quote: Quote, quotes: readonly Quote[]): boolean {
  return quotes.some(({ source, value }) => source !== quote.source && distance(quote.value, value) <= AGREEMENT);
}

/** Two sources agree if they differ by at most this; also how far a single source may move without a second opinion. */
const AGREEMENT = 0.01;

/** A single source is not believed if it moved further than this from the last accepted price. */
const MAX_LONE_MOVE = 0.2;

/** How many sources should confirm what is frozen; a single one is believed only if it has hardly moved. */
export const MIN_CONFIRMATIONS = 2;

/** The maximum number of sources asked: two, and a third if they differ. */
const MAX_SOURCES_ASKED = 3;

/** The last accepted price, for comparison. */
export interface Reference {
  /** USD. */
  readonly value: number;
  /** Its age when the quotes were made. */
  readonly ageMs: number;
}

/**
 * The factors within which even agreeing sources are believed: if a whole market halves between two requests, the
 * sources share an error.
 */
interface MoveBounds {
  readonly withinHours: number;
  readonly withinDays: number;
}

/** Bitcoin: at most a third in an hour since 2013; 0.51 to 1.55 in a day since 2010. */
export const BITCOIN: MoveBounds = { withinHours: 1.6, withinDays: 2.5 };

/** The majors move more: DOGE rose more than fourfold on 2021-01-28. */
export const MAJOR: MoveBounds = { withinHours: 2.5, withinDays: 6 };

/** Up to this age of the reference, the narrower factor applies. */
const HOURS_MS = 6 * HOUR_MS;

/** Up to this age of the reference, the wider factor applies; an older reference is not compared. */
const DAYS_MS = 7 * DAY_MS;

/** Relative difference, 0.01 = one percent of the second. */
export function distance(value: number, from: number): number {
  return Math.abs(value / from - 1);
}

function isWithin(bounds: MoveBounds, value: number, last: Reference | undefined): boolean {
  if (last === undefined || last.ageMs > DAYS_MS) return true;
  const factor = last.ageMs <= HOURS_MS ? bounds.withinHours : bounds.withinDays;
  return factorBetween(value, last.value) <= factor;
}

function middle<Q extends Quote>(quotes: readonly Q[]): Q | undefined {
  const value = median(quotes.map((each) => each.value));
  return quotes.find((each) => each.value === value);
}

function nearest<Q extends Quote>(quotes: readonly Q[], last: number): Q | undefined {
  return quotes.toSorted((a, b) => distance(a.value, last) - distance(b.value, last))[0];
}

/**
 * The Bitcoin close of a day that has just ended, checked like a live price: two sources agree, or a single one has not
 * moved too far from the previous day.
 *
 * @param ownQuote our own stored price from the last minutes of the day
 * @param before the previous day's close, USD
 */
export function checkedClose(
  days: StoredDays,
  day: UtcDay,
  ownQuote: Quote | undefined,
  before: number | undefined,
): Quote | undefined {
  const last = before === undefined ? undefined : { value: before, ageMs: DAY_MS };
  return believedPrice([...days.all("btc-close", day), ...(ownQuote ? [ownQuote] : [])], last, BITCOIN);
}

/** A major's close, checked the same way against its newest close of the previous eight days. */
export function checkedMajor(days: StoredDays, major: Major, day: UtcDay): Quote | undefined {
  const metric = `${major}-close` as const;
  const earlier = daysOf(addDays(day, -LOOKBACK_DAYS), addDays(day, -1)).toReversed();
  const before = earlier.flatMap((each) => days.best(metric, each) ?? [])[0];
  const last = before && { value: before.value, ageMs: endOf(day) - before.observedAt };
  return believedPrice(days.all(metric, day), last, MAJOR);
}
