/** The parts of the first fetch, each resumed where the stored data end, and their overall progress. */

import {
  addDays,
  endOf,
  FIRST_DAY,
  type Instant,
  MAJORS,
  MAX_LEADING_DAYS,
  MINUTE_MS,
  plus,
  SECOND_MS,
  type UtcDay,
  utcDay,
} from "peak-cycle-model";
import { newestRowDay } from "../domain/history.js";
import type { PastMetric } from "../domain/observation.js";
import type { Database } from "../storage/database.js";
import { newestObservation, observationsBetween } from "../storage/observations.js";
import type { Context } from "./context.js";
import { dayOfObservation } from "./stored-days.js";
import type { Upstreams } from "./upstreams.js";

/** One part of the first fetch. */
interface Part {
  readonly metric: PastMetric;
  /** The first day available from any source. */
  readonly from: UtcDay;
  /** Without it, past rows use the close at 00:00 UTC of their day. */
  readonly isOptional?: true;
  /** Days requested at a time; each piece is stored and not fetched again. All days by default. */
  readonly daysAtOnce?: number;
}

/** All parts in fetch order, the most important for the score first. */
export const PARTS: readonly Part[] = [
  { metric: "btc-close", from: FIRST_DAY },
  { metric: "mvrv", from: FIRST_DAY },
  { metric: "fear-greed", from: utcDay("2018-02-01") },
  ...MAJORS.map((coin) => ({ metric: `${coin}-close`, from: utcDay("2013-04-01") }) as const), // LTC is the oldest
  // One page of an exchange's four candles a day.
  { metric: "btc-hour-close", from: utcDay("2011-08-18"), isOptional: true, daysAtOnce: 249 },
];

/** The sources whose Bitcoin closes begin early enough for the model, on 2010-07-18 and 2010-08-16. */
export const LONG_MEMORY: readonly string[] = ["coin-metrics", "brk"];

/** The first Bitcoin close must not be later than this, or the model cannot begin. */
export const LATEST_FIRST_DAY: UtcDay = addDays(FIRST_DAY, MAX_LEADING_DAYS);

/** Whether the stored Bitcoin closes begin early enough for the model. */
async function hasOldCloses(database: Database): Promise<boolean> {
  return (
    (await observationsBetween(database, "btc-close", endOf(FIRST_DAY), plus(endOf(LATEST_FIRST_DAY), 1))).length > 0
  );
}

/**
 * Fetches the Bitcoin closes from the sources with a long memory, unless they are stored.
 *
 * @returns whether they begin early enough for the model
 */
export async function fetchOldCloses(
  { clock, database }: Context,
  upstreams: Upstreams,
  progress: FirstFetchProgress,
  signal: AbortSignal,
): Promise<boolean> {
  if (await hasOldCloses(database)) return true;
  const feeds = upstreams.sources.histories("btc-close").filter(({ name }) => LONG_MEMORY.includes(name));
  const days = { from: FIRST_DAY, to: newestRowDay(clock.now()) };
  progress.report("btc-close", 0, days.to - days.from);
  for (const feed of feeds) {
    await upstreams.collectFrom(feed, days, signal);
    if (await hasOldCloses(database)) return true;
  }
  return false;
}

/** A row missing among the newest days may just be late at the source. */
const LATE_DAYS = 3;

/** @returns whether the part is complete, as far as any enabled source has the data */
export async function fetchPart(
  { clock, database }: Context,
  upstreams: Upstreams,
  { metric, from: begin, daysAtOnce = Number.POSITIVE_INFINITY }: Part,
  progress: FirstFetchProgress,
  signal: AbortSignal,
): Promise<boolean> {
  const to = newestRowDay(clock.now());
  const newest = await newestObservation(database, metric, clock.now());
  let from = newest === undefined ? begin : addDays(dayOfObservation(newest), 1);
  const report = () => progress.report(metric, Math.min(from, to) - begin, to - begin);
  let isThere = from > addDays(to, -LATE_DAYS) || upstreams.sources.histories(metric).length === 0;
  report();
  while (from < to) {
    const until = Math.min(addDays(from, daysAtOnce), to) as UtcDay;
    if (await upstreams.collect(metric, { from, to: until }, signal)) isThere = true;
    from = addDays(until, 1);
    report();
  }
  return isThere;
}

/** If nothing arrives for this long, the page says so. A source's longest response takes a minute. */
const STALLED_MS = 2 * MINUTE_MS;

/** Time between log lines; the end of a part is always logged. */
const LOG_EVERY_MS = 5 * SECOND_MS;

/** Sums up the progress of all parts, for the log and the pages. */
export class FirstFetchProgress {
  readonly #context: Context;
  /** Days done and total, by part. */
  readonly #parts = new Map<string, { readonly done: number; readonly total: number }>();
  #most = -1;
  #grownAt: Instant;
  #loggedAt = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#grownAt = context.clock.now();
    const newest = newestRowDay(this.#grownAt);
    for (const { metric, from } of PARTS) this.#parts.set(metric, { done: 0, total: newest - from });
    this.#parts.set("history", { done: 0, total: newest - FIRST_DAY });
  }

  /** @param done days of the part done so far */
  report(part: string, done: number, total: number): void {
    const { clock, log, published } = this.#context;
    const now = clock.now();
    this.#parts.set(part, { done, total });
    const parts = [...this.#parts.values()];
    const sum = parts.reduce((days, each) => days + each.done, 0);
    if (sum > this.#most) [this.#most, this.#grownAt] = [sum, now];
    const share = sum / parts.reduce((days, each) => days + each.total, 0);
    const stalledSince = now - this.#grownAt < STALLED_MS ? undefined : this.#grownAt;
    published.show({ firstStart: { share, stalledSince } });
    if (done < total && now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    // Never 1 before everything is done.
    log.info({ part, done, total, share: Math.floor(1000 * share) / 1000 }, "first fetch");
  }
}
