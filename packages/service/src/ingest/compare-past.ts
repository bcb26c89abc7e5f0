/** Finds sources that state another pair than the one asked for, before their past is frozen. */

import {
  addDays,
  DAY_MS,
  endOf,
  FIRST_DAY,
  formatDay,
  type Instant,
  MAJORS,
  NotEnoughDataError,
  plus,
  type UtcDay,
} from "peak-cycle-model";
import type { Metric, Observation } from "../domain/observation.js";
import type { Log } from "../platform/log.js";
import type { ObservationStore } from "../storage/observation-store.js";
import { type AskDeps, ask, priorityOf, sourcesFor } from "./ask-sources.js";
import { distance } from "./consensus-price.js";
import type { DataRequest, DayRange } from "./data-source.js";
import type { StoredObservationsByDay } from "./observations-by-day.js";

/**
 * Compares the past closes of each coin with those of a second source, and the past hourly closes of 00:00 UTC with the
 * daily ones, so that another pair than the one asked for is never frozen. What differs is logged.
 *
 * @returns the series that the others contradict
 * @throws NotEnoughDataError when two sources contradict one another and no third tells which is right
 */
export async function comparePast(deps: AskDeps, last: UtcDay, signal: AbortSignal): Promise<DistrustedSeries> {
  const distrusted = new Set<string>();
  const distrust = (metric: Metric, sources: readonly string[]): void => {
    for (const source of sources) distrusted.add(seriesOf({ metric, source }));
  };
  for (const coin of ["btc", ...MAJORS] as const) {
    const from = coin === "btc" ? FIRST_DAY : addDays(last, -MAJOR_DAYS);
    const request: DataRequest = { kind: "daily", coin, from, to: last };
    const metric: Metric = `${coin}-close`;
    const judgeWith = async (nth: "second" | "third"): Promise<Verdict> => {
      await askAnother(deps, { request, metric, key: `backfill:${nth}:${metric}` }, signal);
      return judge(await seriesBetween(deps.stores.observations, metric, request), deps.log);
    };
    let verdict = await judgeWith("second");
    if (verdict.undecided !== undefined) verdict = await judgeWith("third");
    if (verdict.undecided !== undefined) {
      const names = verdict.undecided.join(" and ");
      throw new NotEnoughDataError(`${metric} of ${names} are not of the same pair: switch one of them off`);
    }
    distrust(metric, verdict.wrong);
  }
  distrust("btc-hour-close", await wrongCandles(deps, last, distrusted));
  if (distrusted.size > 0) deps.log.warn({ series: [...distrusted] }, "series of sources not used");
  return distrusted;
}

/** Two closes of one day that differ by more than this are not of the same market. */
const APART = 0.05;

/**
 * Two sources whose closes lie apart on more than a tenth of their days, or on half of those of one year, do not state the
 * same pair. Single days are no sign: exchanges differed by up to 9 % in 2011, and prices derived from the chain by a third
 * in January 2015.
 */
const APART_SHARE = 0.1;

const APART_SHARE_OF_YEAR = 0.5;

const YEAR_MS = 365 * DAY_MS;

/** Fewer days in common than this prove nothing. */
const MIN_SHARED_DAYS = 30;

/** How many of the newest days of a major are compared: a pair that is wrong is wrong today. */
const MAJOR_DAYS = 700;

/** Series that no day is made of, as `seriesOf` names them. */
export type DistrustedSeries = ReadonlySet<string>;

/** The series an observation is of: its metric and source. */
export function seriesOf({ metric, source }: Pick<Observation, "metric" | "source">): string {
  return `${metric} ${source}`;
}

/** What is stored about days without the closes of distrusted series. */
export function trustedOnly(stored: StoredObservationsByDay, distrusted: DistrustedSeries): StoredObservationsByDay {
  const isTrusted = (each: Observation): boolean => !distrusted.has(seriesOf(each));
  return {
    ...stored,
    closes: (day) => stored.closes(day).filter(isTrusted),
    majors: (major, day) => stored.majors(major, day).filter(isTrusted),
  };
}

/**
 * Asks the first source in the order that has given next to nothing of this metric, and the next where it gives nothing.
 * That this was done is remembered under the key.
 */
async function askAnother(
  deps: AskDeps,
  { request, metric, key }: { request: DataRequest & DayRange; metric: Metric; key: string },
  signal: AbortSignal,
): Promise<void> {
  if ((await deps.stores.installation.get(key)) !== undefined) return;
  const known = await seriesBetween(deps.stores.observations, metric, request);
  const names = sourcesFor(request, deps.sources).map(({ name }) => name);
  await ask(deps, { request, only: names.filter((name) => (known.get(name)?.size ?? 0) < MIN_SHARED_DAYS) }, signal);
  await deps.stores.installation.put(key, "yes");
}

/** Values by the moment they are observed, of each source, the best first: the newest where it stated several. */
type SeriesBySource = ReadonlyMap<string, ReadonlyMap<Instant, number>>;

async function seriesBetween(store: ObservationStore, metric: Metric, { from, to }: DayRange): Promise<SeriesBySource> {
  const all = new Map<string, Map<Instant, number>>();
  for (const { source, observedAt, value } of await store.between(metric, endOf(from), plus(endOf(to), 1))) {
    const series = all.get(source) ?? new Map<Instant, number>();
    all.set(source, series.set(observedAt, value));
  }
  return new Map([...all].sort(([a], [b]) => priorityOf("daily", a) - priorityOf("daily", b)));
}

interface Verdict {
  /** Sources that most others contradict. */
  readonly wrong: readonly string[];
  /** Two that contradict one another while nobody else decides. */
  readonly undecided: SeriesPair["names"] | undefined;
}

/** Weighs each source by how many of the others agree with it. */
function judge(all: SeriesBySource, log: Log): Verdict {
  const compared = pairsOf(all).map((pair) => ({ names: pair.names, isSame: compareSeries(pair, log) }));
  const vote = (name: string): number => {
    const own = compared.filter(({ names, isSame }) => names.includes(name) && isSame !== undefined);
    return own.reduce((sum, { isSame }) => sum + (isSame ? 1 : -1), 0);
  };
  const contradictions = compared.filter(({ isSame }) => isSame === false).map(({ names }) => names);
  return {
    wrong: contradictions.map(([a, b]) => (vote(a) < vote(b) ? a : b)),
    undecided: contradictions.find(([a, b]) => vote(a) === vote(b)),
  };
}

function pairsOf(all: SeriesBySource): readonly SeriesPair[] {
  const entries = [...all];
  return entries.flatMap(([a, first], i) =>
    entries.slice(i + 1).map(([b, second]): SeriesPair => ({ names: [a, b], first, second })),
  );
}

interface SeriesPair {
  readonly names: readonly [string, string];
  readonly first: ReadonlyMap<Instant, number>;
  readonly second: ReadonlyMap<Instant, number>;
}

/** Whether two series are of the same pair; `undefined` when they share too few days. Days that lie apart are logged. */
function compareSeries({ names, first, second }: SeriesPair, log: Log): boolean | undefined {
  const shared = [...first].flatMap(([at, value]) => {
    const other = second.get(at);
    return other === undefined ? [] : [{ at, day: dayBefore(at), by: distance(other, value) }];
  });
  const apart = shared.filter(({ by }) => by > APART);
  if (apart.length > 0) {
    const [first, last] = [apart[0], apart.at(-1)].map((each) => each && formatDay(each.day));
    const most = Number(Math.max(...apart.map(({ by }) => by)).toFixed(4)); // 0.05 is 5 %
    log.warn({ sources: names, days: apart.length, of: shared.length, first, last, most }, "sources differ on closes");
  }
  if (shared.length < MIN_SHARED_DAYS) return undefined;
  return apart.length <= shared.length * APART_SHARE && !isApartInSomeYear(shared);
}

function isApartInSomeYear(shared: readonly { readonly at: Instant; readonly by: number }[]): boolean {
  const years = new Map<number, { days: number; apart: number }>();
  for (const { at, by } of shared) {
    const year = Math.floor(at / YEAR_MS);
    const { days, apart } = years.get(year) ?? { days: 0, apart: 0 };
    years.set(year, { days: days + 1, apart: apart + (by > APART ? 1 : 0) });
  }
  return [...years.values()].some(({ days, apart }) => days >= MIN_SHARED_DAYS && apart > days * APART_SHARE_OF_YEAR);
}

/** The day that ends at a moment. */
function dayBefore(end: Instant): UtcDay {
  return addDays(Math.floor(end / DAY_MS) as UtcDay, -1);
}

/** Sources whose hourly closes of 00:00 UTC contradict those of the days, which are of other sources where there are any. */
async function wrongCandles(
  { stores: { observations }, log }: AskDeps,
  last: UtcDay,
  distrusted: DistrustedSeries,
): Promise<readonly string[]> {
  const range = { from: FIRST_DAY, to: last };
  const all = await seriesBetween(observations, "btc-close", range);
  const closes = [...all].filter(([source]) => !distrusted.has(seriesOf({ metric: "btc-close", source })));
  const candles = await seriesBetween(observations, "btc-hour-close", range);
  const contradicts = ([source, first]: (typeof closes)[number]): boolean => {
    const others = closes.filter(([name]) => name !== source);
    const names = (name: string) => [`${source} by the hour`, name] as const;
    const compared = (others.length > 0 ? others : closes).map(([name, second]) =>
      compareSeries({ names: names(name), first, second }, log),
    );
    return compared.includes(false);
  };
  return [...candles].filter(contradicts).map(([source]) => source);
}
