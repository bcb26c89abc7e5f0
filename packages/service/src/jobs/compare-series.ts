/** Detects sources that quote another pair than requested, before their past is frozen. */

import { setImmediate as yieldToRequests } from "node:timers/promises";
import {
  addDays,
  DAY_MS,
  endOf,
  FIRST_DAY,
  type Instant,
  MAJORS,
  NotEnoughDataError,
  plus,
  type UtcDay,
} from "peak-cycle-model";
import type { Metric, Observation, PastMetric } from "../domain/observation.js";
import { rankOf } from "../sources/order.js";
import type { DayRange } from "../sources/source.js";
import type { Database } from "../storage/database.js";
import { observationsBetween } from "../storage/observations.js";
import { distance } from "./consensus-price.js";
import type { Context } from "./context.js";
import type { Upstreams } from "./upstreams.js";

/** Two closes of a day that differ by more than this are not of the same market. */
const APART = 0.05;

/**
 * If two sources' closes differ on most days of a year, they do not quote the same pair. Single days prove nothing:
 * exchanges differed by up to 9 % in 2011, and prices derived from the chain by a third in January 2015.
 */
const YEAR_MS = 365 * DAY_MS;

/** Fewer shared days than this prove nothing. */
const MIN_SHARED_DAYS = 30;

/** How many recent days of a major are compared; a wrong pair is wrong today. */
const MAJOR_DAYS = 700;

/** Days read at a time, in some 10 ms; requests are served in between. */
const READ_MS = 300 * DAY_MS;

/** One source's values by observed time. */
type Series = ReadonlyMap<Instant, number>;

/** Series excluded from all days, by `seriesName`. */
export type DistrustedSeries = ReadonlySet<string>;

export function seriesName({ metric, source }: Pick<Observation, "metric" | "source">): string {
  return `${metric} ${source}`;
}

/**
 * Compares each coin's past closes with those of a second source, and asks a third if they differ, so that a wrong pair
 * is never frozen. Hourly closes at 00:00 UTC are compared with the daily ones.
 *
 * @returns the series that others contradict
 * @throws NotEnoughDataError if two sources contradict each other and no third settles it
 */
export async function compareSeries(
  { database, log }: Context,
  upstreams: Upstreams,
  last: UtcDay,
  signal: AbortSignal,
): Promise<DistrustedSeries> {
  const distrusted = new Set<string>();
  for (const coin of ["btc", ...MAJORS] as const) {
    const days = { from: coin === "btc" ? FIRST_DAY : addDays(last, -MAJOR_DAYS), to: last };
    const right = await rightSeries(database, upstreams, `${coin}-close`, days, signal);
    const metrics = coin === "btc" ? (["btc-close", "btc-hour-close"] as const) : ([`${coin}-close`] as const);
    for (const metric of metrics) {
      for (const [source, series] of await readSeries(database, metric, days)) {
        if (isSamePair(series, right) === false) distrusted.add(seriesName({ metric, source }));
      }
    }
  }
  if (distrusted.size > 0) log.warn({ series: [...distrusted] }, "series of sources not used");
  return distrusted;
}

/** Asks more sources for a coin's closes until two agree. @returns the best series, empty if there is none */
async function rightSeries(
  database: Database,
  upstreams: Upstreams,
  metric: PastMetric,
  days: DayRange,
  signal: AbortSignal,
): Promise<Series> {
  let all = await readSeries(database, metric, days);
  for (const feed of upstreams.sources.histories(metric)) {
    if (confirmedSeries(all) !== undefined) break;
    if (all.has(feed.name)) continue;
    await upstreams.collectFrom(feed, days, signal);
    all = await readSeries(database, metric, days);
  }
  const [first = new Map()] = all.values();
  const right = all.size > 1 ? confirmedSeries(all) : first;
  if (right !== undefined) return right;
  const names = [...all.keys()].join(" and ");
  throw new NotEnoughDataError(`${metric} of ${names} are not of the same pair: switch one of them off`);
}

/** The best source's series that another one agrees with. */
function confirmedSeries(all: ReadonlyMap<string, Series>): Series | undefined {
  return [...all.values()].find((one) => [...all.values()].some((other) => one !== other && isSamePair(one, other)));
}

/** The series of each source with enough days, the best source first. */
async function readSeries(
  database: Database,
  metric: Metric,
  { from, to }: DayRange,
): Promise<ReadonlyMap<string, Series>> {
  const all = new Map<string, Map<Instant, number>>();
  for (let at = endOf(from); at <= endOf(to); at = plus(at, READ_MS)) {
    await yieldToRequests();
    const until = Math.min(plus(at, READ_MS), plus(endOf(to), 1)) as Instant;
    for (const { source, observedAt, value } of await observationsBetween(database, metric, at, until)) {
      all.set(source, (all.get(source) ?? new Map<Instant, number>()).set(observedAt, value));
    }
  }
  const enough = [...all].filter(([, series]) => series.size >= MIN_SHARED_DAYS);
  return new Map(enough.sort(([a], [b]) => rankOf(metric, a) - rankOf(metric, b)));
}

/** Whether two series are of the same pair; `undefined` if they share too few days. */
function isSamePair(first: Series, second: Series): boolean | undefined {
  const years = new Map<number, { days: number; apart: number }>();
  for (const [at, value] of first) {
    const other = second.get(at);
    if (other === undefined) continue;
    const { days, apart } = years.get(Math.floor(at / YEAR_MS)) ?? { days: 0, apart: 0 };
    const isApart = distance(other, value) > APART;
    years.set(Math.floor(at / YEAR_MS), { days: days + 1, apart: apart + (isApart ? 1 : 0) });
  }
  const compared = [...years.values()].filter(({ days }) => days >= MIN_SHARED_DAYS);
  return compared.length === 0 ? undefined : compared.every(({ days, apart }) => apart <= days / 2);
}
