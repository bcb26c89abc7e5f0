/**
 * Collects past figures from the sources and stores them: the figures of the last days, and everything that closing
 * days needs.
 */

import { addDays, dayOf, endOf, HOUR_MS, type Instant, MAJORS, MINUTE_MS, plus, type UtcDay } from "peak-cycle-model";
import type { Observation, PastMetric } from "../domain/observation.js";
import { type Clock, latestOf } from "../platform/clock.js";
import type { HistoryFeed } from "../sources/feeds.js";
import type { FetchResult } from "../sources/open-source.js";
import type { DayRange } from "../sources/source.js";
import type { Sources } from "../sources/sources.js";
import type { Db } from "../storage/database.js";
import { addObservations, newestObservation } from "../storage/observations.js";
import { daysOf, readStoredDays } from "./stored-days.js";
import { tetherRates } from "./tether.js";

export class Collector {
  readonly sources: Sources;
  readonly #clock: Clock;
  readonly #db: Db;
  /** When each source last responded for a metric, and for which days, by source and metric. */
  readonly #lastAnswers = new Map<string, DayRange & { readonly at: Instant }>();

  constructor(clock: Clock, db: Db, sources: Sources) {
    this.#clock = clock;
    this.#db = db;
    this.sources = sources;
  }

  /**
   * Requests the missing days from every source that could have past figures, all at once, and stores what they
   * return.
   *
   * @param readAgainSince figures requested before this instant are requested again; by default only missing ones
   */
  async collect(metric: PastMetric, days: DayRange, signal: AbortSignal, readAgainSince = 0): Promise<void> {
    const now = this.#clock.now();
    const feeds = this.sources.histories(metric);
    const storedDays = await readStoredDays(this.#db, days.from, days.to, [metric]);
    const requests = feeds.map(async (feed) => {
      const possible = daysOf(days.from, days.to).filter((day) => feed.couldHave(day, now));
      const before = this.#lastAnswers.get(`${metric} ${feed.name}`);
      const isMissing = (day: UtcDay) => !storedDays.all(metric, day).some(({ source }) => source === feed.name);
      const isAskedAgain = before === undefined || before.at < readAgainSince;
      const dates = isAskedAgain && readAgainSince > 0 ? possible : possible.filter(isMissing);
      const [from, to] = [dates.at(0), dates.at(-1)];
      if (from === undefined || to === undefined) return;
      if (!isAskedAgain && covers(before, { from, to }) && now - before.at < ANSWER_STANDS_MS) return;
      const { failure } = await this.collectFrom(feed, { from, to }, signal);
      if (failure === undefined) this.#lastAnswers.set(`${metric} ${feed.name}`, { at: now, from, to });
    });
    await Promise.all(requests);
  }

  /** Fetches past figures from one source and stores them. */
  async collectFrom(feed: HistoryFeed, days: DayRange, signal: AbortSignal): Promise<FetchResult> {
    const answer = await feed.between(days, signal, await tetherRates(this.#clock, this.#db, days));
    await addObservations(this.#db, answer.figures);
    return answer;
  }

  /**
   * Fetches the closes of days that some source has not provided yet: all that the hourly score needs about ended days.
   * Sends no request if nothing is missing.
   */
  async collectCloses(days: DayRange, signal: AbortSignal): Promise<void> {
    if (days.from > days.to) return;
    const isDue = this.#clock.now() >= plus(endOf(days.to), MAJORS_DELAY_MS);
    await this.#collectAll(["btc-close", ...(isDue ? MAJOR_CLOSES : [])], days, signal);
  }

  /**
   * Fetches everything that closing days needs. Figures read before a given instant are read again.
   *
   * @param readAgainSince 06:00 UTC of the last row: figures of the night may have been restated
   */
  async collectDays({ from, to }: DayRange, signal: AbortSignal, readAgainSince: number): Promise<void> {
    await Promise.all([
      this.#collectAll(["btc-close", "mvrv", ...MAJOR_CLOSES], { from, to }, signal, readAgainSince),
      // The row of the day after is computed with that day's Fear & Greed.
      this.collect("fear-greed", { from, to: addDays(to, 1) }, signal, readAgainSince),
    ]);
  }

  async #collectAll(
    metrics: readonly PastMetric[],
    days: DayRange,
    signal: AbortSignal,
    readAgainSince?: number,
  ): Promise<void> {
    await Promise.all(metrics.map((metric) => this.collect(metric, days, signal, readAgainSince)));
  }

  /**
   * Fetches Fear & Greed since the newest known day, unless today's value is known; it is published once a day, shortly
   * after 00:00 UTC.
   *
   * @returns the newest known value
   */
  async collectFearGreed(signal: AbortSignal): Promise<Observation | undefined> {
    const today = dayOf(this.#clock.now());
    const newest = () => newestObservation(this.#db, "fear-greed", latestOf(this.#clock));
    const newestKnown = await newest();
    const from: UtcDay =
      newestKnown === undefined ? addDays(today, -FIRST_FEAR_GREED_DAYS) : dayOf(newestKnown.observedAt);
    if (from >= today) return newestKnown;
    await this.collect("fear-greed", { from, to: today }, signal);
    return newest();
  }
}

const MAJOR_CLOSES = MAJORS.map((coin) => `${coin}-close` as const);

/**
 * The majors' closes are requested when the slowest source has them, so that one request per source is enough.
 */
const MAJORS_DELAY_MS = 3.5 * HOUR_MS;

/** How many days to request if none is known; the vendor has lost up to three days in a row. */
const FIRST_FEAR_GREED_DAYS = 7;

/** When a source has responded without a day, the day is requested again after this time. */
const ANSWER_STANDS_MS = 10 * MINUTE_MS;

function covers(wide: DayRange, { from, to }: DayRange): boolean {
  return wide.from <= from && wide.to >= to;
}
