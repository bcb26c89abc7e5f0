/** The first start: fetches the past in parts, and closes its days. */
import { setImmediate as yieldToRequests } from "node:timers/promises";
import { addDays, FIRST_DAY, formatDay, NotEnoughDataError, type UtcDay } from "peak-cycle-model";
import type { DayBody } from "peak-cycle-verify";
import { newestRowDay } from "../domain/history.js";
import type { PastMetric } from "../domain/observation.js";
import type { Log } from "../platform/log.js";
import { isAccepted } from "./believing.js";
import type { Collector } from "./collector.js";
import { DayCloser, PROOF_DAYS } from "./day-closer.js";
import { type DayFigure, DayFigures } from "./day-figures.js";
import type { FirstFetchCollection } from "./first-fetch-collection.js";
import { FirstFetchProgress, HISTORY } from "./first-fetch-progress.js";
import type { JobContext } from "./job-context.js";
import { forgetFetchedPast, hasFetchedPast, noteFetchedPast, publishHistory } from "./publish-history.js";
import { daysOf, readStoredDays, type StoredDays } from "./stored-days.js";

/** Days read and appended at a time, and days computed between two turns of the event loop: some 10 ms each. */
const READ_DAYS = 30;
const COMPUTE_DAYS = 10;

/** The job waits for prices of the newest days; for older days no source will have them any more. */
const RECENT_DAYS = 3;

/**
 * On a first start, fetches the past from 2010-07-18 from every source, then closes every past day like today's, oldest
 * first, and publishes the history. Resumes after any interruption.
 *
 * @throws NotEnoughDataError saying what it waits for; run again later
 * @throws PublishingHeldError if the sources contradict the clock
 */
export async function runFirstFetch(
  context: JobContext,
  collector: Collector,
  collection: FirstFetchCollection,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, db, published, gate, history } = context;
  if (await hasFetchedPast(db)) {
    if (history.days.length > 0) return;
    await forgetFetchedPast(db);
  }
  const progress = new FirstFetchProgress(clock, log, published);
  try {
    await collection.collect(progress, signal);
    const last = addDays(newestRowDay(clock.now()), -1);
    const recent = { from: addDays(last, 1 - RECENT_DAYS), to: last };
    await collector.collectDays(recent, signal, 0); // a source may have been late
    await collector.collect("btc-hour-close", { from: addDays(recent.from, 1), to: addDays(last, 1) }, signal);
    await gate.confirmClock("confirmed clock", signal); // the last responses of the sources are old
    await closePast(context, collector, collection, last, progress, signal);
  } catch (error) {
    if (error instanceof NotEnoughDataError) progress.wait(error.message);
    throw error;
  }
  await noteFetchedPast(db);
  await publishHistory(db, published, history);
}

/** @param last the last day to close */
async function closePast(
  { clock, log, db, history, signer }: JobContext,
  collector: Collector,
  collection: FirstFetchCollection,
  last: UtcDay,
  progress: FirstFetchProgress,
  signal: AbortSignal,
): Promise<void> {
  const at = clock.now();
  const contradictions = new Contradictions();
  const figuresOf = (days: StoredDays) => new DayFigures(days, collector.sources, at, collection.isLeftOut);
  const note = (figure: DayFigure) => contradictions.note(figure);
  const closings = await DayCloser.after(db, history, figuresOf, note);
  for (let from = addDays(FIRST_DAY, history.days.length); from <= last; from = addDays(from, READ_DAYS)) {
    const to = Math.min(from + READ_DAYS - 1, last) as UtcDay;
    const storedDays = await readStoredDays(db, from, addDays(to, 1 + PROOF_DAYS));
    const state = { storedDays, figures: figuresOf(storedDays), at };
    const bodies: DayBody[] = [];
    for (const day of daysOf(from, to)) {
      if (bodies.length % COMPUTE_DAYS === 0) await yieldToRequests(); // lets requests and other jobs run
      const isAwaited = day > addDays(last, -RECENT_DAYS);
      bodies.push((await closings.close(day, state, { origin: "backfill", isAwaited })).body);
    }
    signal.throwIfAborted();
    await history.append(db, bodies, signer, clock.now());
    progress.report(HISTORY, to - FIRST_DAY + 1);
  }
  contradictions.report(log);
}

/** Counts on how many days each series was contradicted, for one log line instead of thousands. */
class Contradictions {
  readonly #series = new Map<string, Contradicted>();

  note({ metric, day, belief, inquiry: { noAnswers = [] } }: DayFigure): void {
    const refused = isAccepted(belief) ? belief.refused : [];
    for (const { source } of [...refused, ...noAnswers]) {
      const { days, first } = this.#series.get(`${metric} ${source}`) ?? { days: 0, first: day };
      this.#series.set(`${metric} ${source}`, { metric, source, days: days + 1, first, last: day });
    }
  }

  report(log: Log): void {
    for (const { first, last, ...facts } of this.#series.values()) {
      log.warn({ ...facts, first: formatDay(first), last: formatDay(last) }, "sources contradicted in the past");
    }
  }
}

/** The days of the past on which a source was contradicted. */
interface Contradicted {
  readonly metric: PastMetric;
  readonly source: string;
  readonly days: number;
  readonly first: UtcDay;
  readonly last: UtcDay;
}
