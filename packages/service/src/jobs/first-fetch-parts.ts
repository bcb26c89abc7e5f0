/** The parts of the first fetch, how each is fetched, from where what is stored ends, and how far all of them are. */

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
import type { Metric, Observation } from "../domain/observation.js";
import type { Database } from "../storage/database.js";
import { newestObservation, observationsBetween } from "../storage/observations.js";
import type { Context } from "./context.js";
import { dayOfObservation } from "./stored-days.js";
import type { Upstreams } from "./upstreams.js";

/** One part of the first fetch. */
interface Part {
  readonly metric: Metric;
  /** The first day that any source has. */
  readonly from: UtcDay;
  /** Without it a past row takes the close that ended at 00:00 UTC of its day. */
  readonly isOptional?: true;
  /** How many days are asked for at once; each piece is stored, and not fetched again. By default, all. */
  readonly daysAtOnce?: number;
}

/** All parts, in the order in which they are fetched: what the score needs most comes first. */
export const PARTS: readonly Part[] = [
  { metric: "btc-close", from: FIRST_DAY },
  { metric: "mvrv", from: FIRST_DAY },
  { metric: "fear-greed", from: utcDay("2018-02-01") },
  ...MAJORS.map((coin) => ({ metric: `${coin}-close`, from: utcDay("2013-04-01") }) as const), // LTC is the oldest
  // A page of the four candles a day that exchanges have.
  { metric: "btc-hour-close", from: utcDay("2011-08-18"), isOptional: true, daysAtOnce: 249 },
];

/** The sources whose Bitcoin closes begin early enough for the model: on 2010-07-18 and on 2010-08-16. */
export const LONG_MEMORY: readonly string[] = ["coin-metrics", "brk"];

/** The latest day for the first Bitcoin close: the model cannot begin later. */
export const LATEST_FIRST_DAY: UtcDay = addDays(FIRST_DAY, MAX_LEADING_DAYS);

/** Whether the stored Bitcoin closes begin early enough for the model. */
export async function hasOldCloses(database: Database): Promise<boolean> {
  return (
    (await observationsBetween(database, "btc-close", endOf(FIRST_DAY), plus(endOf(LATEST_FIRST_DAY), 1))).length > 0
  );
}

/** A row that is missing among the newest days may come late at the source. */
const LATE_DAYS = 3;

/** @returns whether the part is complete, as far as any enabled source has it */
export async function fetchPart(
  { clock, database }: Context,
  upstreams: Upstreams,
  { metric, from: begin, daysAtOnce = Number.POSITIVE_INFINITY }: Part,
  progress: FirstFetchProgress,
  signal: AbortSignal,
): Promise<boolean> {
  const to = newestRowDay(clock.now());
  const isBeginning = metric === "btc-close" && !(await hasOldCloses(database));
  const newest = isBeginning ? undefined : await newestObservation(database, metric, clock.now());
  let from = newest === undefined ? begin : addDays(dayOfObservation(newest), 1);
  const report = () => progress.report(metric, Math.min(from, to) - begin, to - begin);
  const sources = upstreams.inOrder(metric).filter(({ name }) => !isBeginning || LONG_MEMORY.includes(name));
  const isEnough = async (rows: readonly Observation[]) =>
    rows.length > 0 && (!isBeginning || (await hasOldCloses(database)));
  let isThere = from > addDays(to, -LATE_DAYS) || (sources.length === 0 && !isBeginning);
  report();
  while (from < to && sources.length > 0) {
    const until = Math.min(addDays(from, daysAtOnce), to) as UtcDay;
    const rows = await upstreams.collect(metric, { from, to: until }, signal, isEnough, sources);
    isThere ||= await isEnough(rows);
    from = addDays(until, 1);
    report();
  }
  return isThere;
}

/** When nothing has come for so long, the page says so. The longest page of a source takes a minute. */
const STALLED_MS = 2 * MINUTE_MS;

/** Between two log lines; the end of a part is always logged. */
const LOG_EVERY_MS = 5 * SECOND_MS;

/** Adds up what the parts of the first fetch report, for the log and for the pages. */
export class FirstFetchProgress {
  readonly #context: Context;
  /** Days done and to do. */
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

  /** @param done days of a part, of all its days */
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
    // Never 1 before the end.
    log.info({ part, done, total, share: Math.floor(1000 * share) / 1000 }, "first fetch");
  }
}
