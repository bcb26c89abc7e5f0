/**
 * Collects the past for the first fetch: every metric, from every source that has it. The past is complete when each
 * day has figures from two sources, or every enabled source that could have it has answered or permanently refused.
 */

import {
  addDays,
  endOf,
  FIRST_DAY,
  formatDay,
  formatInstant,
  type Instant,
  MAJORS,
  MAX_LEADING_DAYS,
  MINUTE_MS,
  NotEnoughDataError,
  parseDay,
  plus,
  type UtcDay,
} from "peak-cycle-model";
import * as z from "zod";
import { faultWords, type SourceError } from "../domain/errors.js";
import { newestRowDay } from "../domain/history.js";
import type { PastMetric } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { HistoryFeed } from "../sources/feeds.js";
import type { Db } from "../storage/database.js";
import { observationsBetween } from "../storage/observations.js";
import { getState, putState } from "../storage/state.js";
import { figureName } from "./believing.js";
import type { Collector } from "./collector.js";
import type { FirstFetchProgress } from "./first-fetch-progress.js";
import { daysOf, readStoredDays } from "./stored-days.js";

/** In the order of the requests to each source, the most important for the score first. */
const METRICS: readonly PastMetric[] = [
  "btc-close",
  "mvrv",
  "btc-hour-close",
  "fear-greed",
  ...MAJORS.map((coin) => `${coin}-close` as const),
];

/** One page of an exchange's four candles a day; each piece is stored and not fetched again. */
const HOURLY_DAYS_AT_ONCE = 249;

/** How long everything else waits for figures that the model can do without, and for second sources. */
const PATIENCE_MS = 10 * MINUTE_MS;

/** Name of the state with the day up to which each series need not be fetched again. */
const FETCHED = "past series";

/**
 * The newest days are fetched again in another term, or on another day. A first fetch may wait or be stopped for days,
 * and some periods may not have ended or been published when it requested them. MVRV is two weeks late.
 */
const UNSETTLED_DAYS = 30;

/** The sources whose Bitcoin closes begin early enough for the model, on 2010-07-18 and 2010-08-16. */
const LONG_MEMORY: readonly string[] = ["coin-metrics", "brk"];

/** The first Bitcoin close must not be later than this, or the model cannot begin. */
const LATEST_FIRST_DAY: UtcDay = addDays(FIRST_DAY, MAX_LEADING_DAYS);

/** Why a series has not arrived. */
interface Missing {
  readonly feed: HistoryFeed;
  readonly failure: SourceError;
  readonly since: Instant;
}

/** What the sources have returned of the past, over all attempts of a leader's term. */
export class FirstFetchCollection {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #db: Db;
  readonly #collector: Collector;
  readonly #missing = new Map<string, Missing>();
  /** The day up to which each series has been fetched in this term, by its name. */
  readonly #fetchedTo = new Map<string, UtcDay>();
  /** Since when only optional figures have been missing. */
  #patientSince: Instant | undefined;

  constructor(clock: Clock, log: Log, db: Db, collector: Collector) {
    this.#clock = clock;
    this.#log = log;
    this.#db = db;
    this.#collector = collector;
  }

  /** Whether to continue without a series because its source has refused or was silent for too long. */
  readonly isLeftOut = (metric: PastMetric, source: string): boolean => this.#missing.has(`${metric} ${source}`);

  /**
   * Requests from every source what is still missing, all sources at once.
   *
   * @throws NotEnoughDataError saying what is waited for, since when, and what the operator can do
   */
  async collect(progress: FirstFetchProgress, signal: AbortSignal): Promise<void> {
    const to = newestRowDay(this.#clock.now());
    const fetchedTo = await this.#readFetchedTo();
    const all = METRICS.flatMap((metric) => this.#collector.sources.histories(metric));
    for (const feed of all) progress.expect(nameOf(feed), to - this.#firstDay(feed) + 1);
    const names = new Set(all.map(({ name }) => name));
    const bySource = [...names].map((name) => all.filter((feed) => feed.name === name));
    await Promise.all(bySource.map((feeds) => this.#askSource(feeds, to, fetchedTo, progress, signal)));
    await this.#checkBeginning();
    await this.#checkComplete(all, to);
  }

  /** Requests the series of one source, one after the other, until all of them fail. */
  async #askSource(
    feeds: readonly HistoryFeed[],
    to: UtcDay,
    fetchedTo: Map<string, UtcDay>,
    progress: FirstFetchProgress,
    signal: AbortSignal,
  ): Promise<void> {
    let sourceFailure: SourceError | undefined;
    for (const feed of feeds) {
      const failure = sourceFailure ?? (await this.#fetch(feed, to, fetchedTo, progress, signal));
      this.#note(feed, failure);
      const isSilent = failure?.fault === "unreachable" || feed.open.backsOffUntil !== undefined;
      if (failure !== undefined && isSilent) sourceFailure = failure;
    }
  }

  /** @returns why it stopped before the last day */
  async #fetch(
    feed: HistoryFeed,
    to: UtcDay,
    fetchedTo: Map<string, UtcDay>,
    progress: FirstFetchProgress,
    signal: AbortSignal,
  ): Promise<SourceError | undefined> {
    const [name, first] = [nameOf(feed), this.#firstDay(feed)];
    if (this.#fetchedTo.get(name) === to) {
      progress.report(name, to - first + 1);
      return undefined;
    }
    const daysAtOnce = feed.metric === "btc-hour-close" ? HOURLY_DAYS_AT_ONCE : Number.POSITIVE_INFINITY;
    let from = Math.max(first, addDays(fetchedTo.get(name) ?? addDays(first, -1), 1)) as UtcDay;
    progress.report(name, from - first);
    while (from <= to) {
      const until = Math.min(addDays(from, daysAtOnce - 1), to) as UtcDay;
      const { failure } = await this.#collector.collectFrom(feed, { from, to: until }, signal);
      if (failure !== undefined) return failure;
      fetchedTo.set(name, Math.min(until, addDays(to, -UNSETTLED_DAYS)) as UtcDay);
      await putState(this.#db, FETCHED, Object.fromEntries(mapDays(fetchedTo)));
      from = addDays(until, 1);
      progress.report(name, from - first);
    }
    this.#fetchedTo.set(name, to);
    return undefined;
  }

  #note(feed: HistoryFeed, failure: SourceError | undefined): void {
    const before = this.#missing.get(nameOf(feed));
    if (failure === undefined) this.#missing.delete(nameOf(feed));
    else this.#missing.set(nameOf(feed), { feed, failure, since: before?.since ?? this.#clock.now() });
    const { remedy, fault } = failure ?? {};
    if (remedy === undefined || before?.failure.remedy === remedy) return;
    this.#log.warn({ source: feed.name, metric: feed.metric, fault, remedy }, "the past is fetched without a source");
  }

  /** The model cannot begin without a close of 2010. */
  async #checkBeginning(): Promise<void> {
    const until = plus(endOf(LATEST_FIRST_DAY), 1);
    if ((await observationsBetween(this.#db, "btc-close", endOf(FIRST_DAY), until)).length > 0) return;
    const { all } = this.#collector.sources;
    const sourceNames = LONG_MEMORY.filter((source) => all.some(({ name }) => name === source));
    const missing = sourceNames.flatMap((source) => this.#missing.get(`btc-close ${source}`) ?? []);
    const silence =
      missing.length > 0 ? waitingSentence(missing, this.#clock.now()) : `${sourceNames.join(" and ")} lack it`;
    const remedy = sourceNames.length === 0 ? `enable ${LONG_MEMORY.join(" or ")}` : silence;
    throw new NotEnoughDataError(`no price back to ${formatDay(LATEST_FIRST_DAY)} yet: ${remedy}`);
  }

  async #checkComplete(all: readonly HistoryFeed[], to: UtcDay): Promise<void> {
    const silentSeries = [...this.#missing.values()].filter(({ failure }) => failure.remedy === undefined);
    const requiredSeries: Missing[] = [];
    const optionalSeries: Missing[] = [];
    for (const each of silentSeries) {
      const isLast = !all.some((feed) => feed.metric === each.feed.metric && !this.isLeftOut(feed.metric, feed.name));
      const need = await this.#needOf(each.feed, isLast, to);
      if (need === "required") requiredSeries.push(each);
      if (need === "awaited") optionalSeries.push(each);
    }
    if (requiredSeries.length > 0) {
      this.#patientSince = undefined;
      throw new NotEnoughDataError(`the past is not complete: ${waitingSentence(requiredSeries, this.#clock.now())}`);
    }
    if (optionalSeries.length === 0) return;
    this.#patientSince ??= this.#clock.now();
    const until = plus(this.#patientSince, PATIENCE_MS);
    const sentence = waitingSentence(optionalSeries, this.#clock.now());
    if (this.#clock.now() < until) {
      throw new NotEnoughDataError(`the past is complete except for this, until ${formatInstant(until)}: ${sentence}`);
    }
    this.#log.warn(
      { missing: optionalSeries.map(({ feed }) => nameOf(feed)) },
      "the past is fetched without some figures",
    );
  }

  /**
   * Whether a silent source is still needed: closes need a second source, prices at 06:00 and MVRV need one; anything
   * else is optional.
   *
   * @param isLast whether no other source has provided the metric
   */
  async #needOf(feed: HistoryFeed, isLast: boolean, to: UtcDay): Promise<"required" | "awaited" | "none"> {
    const { metric } = feed;
    const storedDays = await readStoredDays(this.#db, this.#firstDay(feed), to, [metric]);
    const days = daysOf(this.#firstDay(feed), to).filter((day) => feed.isDue(day, this.#clock.now()));
    const sources = Math.min(...days.map((day) => storedDays.all(metric, day).length));
    if (sources >= 2) return "none";
    if (metric === "btc-close") return "required";
    if (metric === "btc-hour-close") return sources === 0 ? "required" : "awaited";
    return metric === "mvrv" && isLast ? "required" : "awaited";
  }

  #firstDay(feed: HistoryFeed): UtcDay {
    return Math.max(FIRST_DAY, feed.firstDay(this.#clock.now())) as UtcDay;
  }

  /** The day up to which each series need not be fetched again, by its name. */
  async #readFetchedTo(): Promise<Map<string, UtcDay>> {
    const datesByName = z.record(z.string(), z.string()).safeParse(await getState(this.#db, FETCHED)).data ?? {};
    const days = Object.entries(datesByName).map(([name, text]) => [name, parseDay(text)] as const);
    return new Map(days.filter((each): each is [string, UtcDay] => each[1] !== undefined));
  }
}

function mapDays(days: ReadonlyMap<string, UtcDay>): readonly (readonly [string, string])[] {
  return [...days].map(([name, day]) => [name, formatDay(day)]);
}

function nameOf({ metric, name }: HistoryFeed): string {
  return `${metric} ${name}`;
}

/** Which sources the fetch waits for, for what and since when, and what the operator can do. */
function waitingSentence(missing: readonly Missing[], now: Instant): string {
  const names = [...new Set(missing.map(({ feed }) => feed.name))];
  const parts = names.flatMap((source) => {
    const series = missing.filter(({ feed }) => feed.name === source);
    const [first] = series;
    if (first === undefined) return [];
    const since = Math.min(...series.map((each) => each.since)) as Instant;
    const { backsOffUntil } = first.feed.open;
    const pause =
      backsOffUntil === undefined || backsOffUntil <= now ? "" : `, next attempt at ${formatInstant(backsOffUntil)}`;
    const figures = series.map(({ feed }) => figureName(feed.metric)).join(", ");
    return [`${source} (${faultWords(first.failure.fault)} since ${formatInstant(since)}${pause}) for ${figures}`];
  });
  return `waiting for ${parts.join("; ")}; to continue without a source, add it to UPSTREAMS_DISABLED`;
}
