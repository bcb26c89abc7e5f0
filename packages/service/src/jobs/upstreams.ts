/** Lets the jobs collect past figures from the sources. */

import { type Instant, MINUTE_MS, type UtcDay } from "peak-cycle-model";
import type { PastMetric } from "../domain/observation.js";
import type { HistoryFeed } from "../sources/feeds.js";
import type { Answer } from "../sources/open-source.js";
import type { DayRange } from "../sources/source.js";
import type { Sources } from "../sources/sources.js";
import { addObservations } from "../storage/observations.js";
import type { Context } from "./context.js";
import { daysOf, readDays } from "./stored-days.js";
import { tetherRates } from "./tether.js";

export class Upstreams {
  readonly sources: Sources;
  readonly #context: Context;
  /** When each source last answered for a metric, and for which days, by both names. */
  readonly #answered = new Map<string, DayRange & { readonly at: Instant }>();

  constructor(context: Context, sources: Sources) {
    this.#context = context;
    this.sources = sources;
  }

  /**
   * Requests the missing days from every source that could have past figures, all at once, and stores what they return.
   *
   * @param readAgainSince figures requested before this moment are requested again; by default only missing ones
   */
  async collect(metric: PastMetric, days: DayRange, signal: AbortSignal, readAgainSince = 0): Promise<void> {
    const now = this.#context.clock.now();
    const feeds = this.sources.histories(metric);
    const stored = await readDays(this.#context.database, days.from, days.to, [metric]);
    const asked = feeds.map(async (feed) => {
      const possible = daysOf(days.from, days.to).filter((day) => feed.couldHave(day, now));
      const before = this.#answered.get(`${metric} ${feed.name}`);
      const isMissing = (day: UtcDay) => !stored.all(metric, day).some(({ source }) => source === feed.name);
      const isAskedAgain = before === undefined || before.at < readAgainSince;
      const wanted = isAskedAgain && readAgainSince > 0 ? possible : possible.filter(isMissing);
      const [from, to] = [wanted.at(0), wanted.at(-1)];
      if (from === undefined || to === undefined) return;
      if (!isAskedAgain && covers(before, { from, to }) && now - before.at < ANSWER_STANDS_MS) return;
      const { failure } = await this.collectFrom(feed, { from, to }, signal);
      if (failure === undefined) this.#answered.set(`${metric} ${feed.name}`, { at: now, from, to });
    });
    await Promise.all(asked);
  }

  /** Fetches past figures from one source and stores them. */
  async collectFrom(feed: HistoryFeed, days: DayRange, signal: AbortSignal): Promise<Answer> {
    const answer = await feed.between(days, signal, await tetherRates(this.#context, days));
    await addObservations(this.#context.database, answer.figures);
    return answer;
  }
}

/** When a source has answered without a day, the day is requested again after this. */
const ANSWER_STANDS_MS = 10 * MINUTE_MS;

function covers(wide: DayRange, { from, to }: DayRange): boolean {
  return wide.from <= from && wide.to >= to;
}
