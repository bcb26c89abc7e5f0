/** Finds sources that state another pair than the one asked for, before their past is frozen. */

import { setImmediate as nextTurn } from "node:timers/promises";
import {
  addDays,
  DAY_MS,
  endOf,
  FIRST_DAY,
  type Instant,
  MAJORS,
  type Major,
  NotEnoughDataError,
  plus,
  type UtcDay,
} from "peak-cycle-model";
import type { Metric } from "../domain/observation.js";
import { rankOf } from "../sources/order.js";
import type { DayRange } from "../sources/source.js";
import { distance } from "./consensus-price.js";
import type { Context } from "./context.js";
import { type Database, readObservations } from "./stored.js";
import type { Upstreams } from "./upstreams.js";

/** Two closes of one day that differ by more than this are not of the same market. */
const APART = 0.05;

/**
 * Two sources whose closes lie apart on more than a tenth of their days, or on half of those of one year, do not state
 * the same pair. Single days are no sign: exchanges differed by up to 9 % in 2011, and prices derived from the chain by
 * a third in January 2015.
 */
const APART_SHARE = 0.1;
const APART_SHARE_OF_YEAR = 0.5;
const YEAR_MS = 365 * DAY_MS;

/** Fewer days in common than this prove nothing. */
const MIN_SHARED_DAYS = 30;

/** How many of the newest days of a major are compared: a pair that is wrong is wrong today. */
const MAJOR_DAYS = 700;

/** The rows of so many days are read at once, in some 10 ms. Requests are answered in between. */
const READ_MS = 500 * DAY_MS;

/** Values by the moment they are observed. */
type Series = ReadonlyMap<Instant, number>;

/** Series that no day is made of: metric and source. */
export type DistrustedSeries = ReadonlySet<string>;

export function seriesName(metric: Metric, source: string): string {
  return `${metric} ${source}`;
}

/**
 * Compares the past closes of each coin with those of a second source, and asks a third where they differ, so that
 * another pair than the one asked for is never frozen. Hourly closes of 00:00 UTC are compared with the daily ones.
 *
 * @returns the series that the others contradict
 * @throws NotEnoughDataError when two sources contradict one another and no third tells which is right
 */
export async function compareSeries(
  context: Context,
  upstreams: Upstreams,
  last: UtcDay,
  signal: AbortSignal,
): Promise<DistrustedSeries> {
  const { database, log } = context;
  const distrusted = new Set<string>();
  for (const coin of ["btc", ...MAJORS] as const) {
    const days = { from: coin === "btc" ? FIRST_DAY : addDays(last, -MAJOR_DAYS), to: last };
    const series = await comparableSeries(database, upstreams, coin, days, signal);
    for (const source of judge(series).wrong) distrusted.add(seriesName(`${coin}-close`, source));
    if (coin === "btc") await distrustCandles(database, days, series, distrusted);
  }
  if (distrusted.size > 0) log.warn({ series: [...distrusted] }, "series of sources not used");
  return distrusted;
}

/** Asks further sources for the closes of a coin until two have stated them, and until nothing is undecided. */
async function comparableSeries(
  database: Database,
  upstreams: Upstreams,
  coin: "btc" | Major,
  days: DayRange,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Series>> {
  let all = await seriesOf(database, `${coin}-close`, days);
  for (const next of upstreams.inOrder("dailyCloses", coin)) {
    const isEnough = [...all.values()].filter(isComparable).length >= 2 && judge(all).undecided === undefined;
    if (isEnough) return all;
    if (isComparable(all.get(next.name))) continue;
    await upstreams.collect([next], signal, (source, until) => source.dailyCloses(source.client, coin, days, until));
    all = await seriesOf(database, `${coin}-close`, days);
  }
  const { undecided } = judge(all);
  if (undecided === undefined) return all;
  const names = undecided.join(" and ");
  throw new NotEnoughDataError(`${coin}-close of ${names} are not of the same pair: switch one of them off`);
}

function isComparable(series: Series | undefined): boolean {
  return (series?.size ?? 0) >= MIN_SHARED_DAYS;
}

/** Of each source, the best first. */
async function seriesOf(
  database: Database,
  metric: Metric,
  { from, to }: DayRange,
): Promise<ReadonlyMap<string, Series>> {
  const all = new Map<string, Map<Instant, number>>();
  for (let at = endOf(from); at <= endOf(to); at = plus(at, READ_MS)) {
    await nextTurn();
    const until = Math.min(plus(at, READ_MS), plus(endOf(to), 1)) as Instant;
    for (const row of await readObservations(database, metric, at, until)) {
      const series = all.get(row.source) ?? new Map<Instant, number>();
      all.set(row.source, series.set(row.observedAt, row.value));
    }
  }
  return new Map([...all].sort(([a], [b]) => rankOf("dailyCloses", a) - rankOf("dailyCloses", b)));
}

interface Verdict {
  /** Sources that most others contradict. */
  readonly wrong: readonly string[];
  /** Two that contradict one another while nobody else decides. */
  readonly undecided: readonly [string, string] | undefined;
}

/** Weighs each source by how many of the others agree with it. */
function judge(all: ReadonlyMap<string, Series>): Verdict {
  const entries = [...all];
  const pairs = entries.flatMap(([a, first], i) =>
    entries.slice(i + 1).map(([b, second]) => ({ names: [a, b] as const, isSame: isSamePair(first, second) })),
  );
  const vote = (name: string): number => {
    const own = pairs.filter(({ names, isSame }) => names.includes(name) && isSame !== undefined);
    return own.reduce((sum, { isSame }) => sum + (isSame ? 1 : -1), 0);
  };
  const contradictions = pairs.filter(({ isSame }) => isSame === false).map(({ names }) => names);
  return {
    wrong: contradictions.map(([a, b]) => (vote(a) < vote(b) ? a : b)),
    undecided: contradictions.find(([a, b]) => vote(a) === vote(b)),
  };
}

/** Whether two series are of the same pair; `undefined` when they share too few days. */
function isSamePair(first: Series, second: Series): boolean | undefined {
  const years = new Map<number, { days: number; apart: number }>();
  for (const [at, value] of first) {
    const other = second.get(at);
    if (other === undefined) continue;
    const year = years.get(Math.floor(at / YEAR_MS)) ?? { days: 0, apart: 0 };
    const apart = year.apart + (distance(other, value) > APART ? 1 : 0);
    years.set(Math.floor(at / YEAR_MS), { days: year.days + 1, apart });
  }
  const all = [...years.values()];
  const days = all.reduce((sum, year) => sum + year.days, 0);
  if (days < MIN_SHARED_DAYS) return undefined;
  if (all.reduce((sum, year) => sum + year.apart, 0) > days * APART_SHARE) return false;
  return !all.some((year) => year.days >= MIN_SHARED_DAYS && year.apart > year.days * APART_SHARE_OF_YEAR);
}

/**
 * A source whose hourly closes of 00:00 UTC contradict the days of another is left out; its own days count without
 * others.
 */
async function distrustCandles(
  database: Database,
  days: DayRange,
  closes: ReadonlyMap<string, Series>,
  distrusted: Set<string>,
): Promise<void> {
  const trusted = [...closes].filter(([source]) => !distrusted.has(seriesName("btc-close", source)));
  for (const [source, candles] of await seriesOf(database, "btc-hour-close", days)) {
    const others = trusted.filter(([name]) => name !== source);
    const compared = others.length > 0 ? others : trusted;
    if (compared.some(([, series]) => isSamePair(candles, series) === false)) {
      distrusted.add(seriesName("btc-hour-close", source));
    }
  }
}
