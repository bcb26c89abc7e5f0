/** The daily job: closes days and signs them. */
import { setImmediate as yieldToRequests } from "node:timers/promises";
import {
  addDays,
  formatDay,
  type Instant,
  MINUTE_MS,
  NotEnoughDataError,
  startOf,
  type UtcDay,
} from "peak-cycle-model";
import { newestRowDay, rowInstant } from "../domain/history.js";
import { nearHorizons } from "../domain/model-horizon.js";
import { METRICS } from "../domain/observation.js";
import type { LedgerHistory } from "../ledger/ledger-history.js";
import type { Clock } from "../platform/clock.js";
import { pruneObservations } from "../storage/observations.js";
import { isAccepted, type SourcedFigure } from "./believing.js";
import type { Collector } from "./collector.js";
import type { Closing } from "./compute-row.js";
import { type ClosingWay, DayCloser, PROOF_DAYS } from "./day-closer.js";
import { type DayFigure, DayFigures } from "./day-figures.js";
import type { JobContext } from "./job-context.js";
import type { LiveMarket } from "./live-market.js";
import { daysOf, readStoredDays, type StoredDays } from "./stored-days.js";

/**
 * Closes every day that is due, at 06:00 UTC or after downtime. Each is stored with the history row of the following
 * day, as of that day's 06:00. Each day is one transaction, so a kill between two days loses nothing.
 *
 * @returns the number of rows added; 0 if nothing was due
 * @throws NotEnoughDataError if a day's close or 06:00 price is not known yet; run again later
 * @throws PublishingHeldError if the stored ledger differs from what was signed, or the sources contradict the clock
 */
export async function closeDays(
  context: JobContext,
  collector: Collector,
  live: LiveMarket,
  signal: AbortSignal,
): Promise<number> {
  const { clock, log, db, history } = context;
  const due = daysDue(clock, history);
  const [first, last] = [due.at(0), due.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const rowDay = addDays(last, 1);
  await collector.collectDays({ from: first, to: last }, signal, rowInstant(rowDay));
  const now = await livePrice(clock, live, rowDay, signal);
  if (now === undefined || first < last) {
    await collector.collect("btc-hour-close", { from: addDays(first, 1), to: rowDay }, signal);
  }
  await history.read(); // read last, so that the model is built from a verified ledger
  const note = ({ metric, belief, inquiry }: DayFigure) => live.inputs.note(metric, belief, inquiry);
  const figuresOf = (days: StoredDays) => new DayFigures(days, collector.sources, clock.now());
  const closings = await DayCloser.after(db, history, figuresOf, note);
  for (const day of due) {
    signal.throwIfAborted(); // an aborted run stores nothing more
    const storedDays = await readStoredDays(db, day, addDays(day, 1 + PROOF_DAYS));
    const at = clock.now();
    const origin = isLive(at, addDays(day, 1)) ? "live" : "late";
    const way: ClosingWay = { origin, isAwaited: true, now: day === last ? now : undefined };
    await sign(context, await closings.close(day, { storedDays, figures: figuresOf(storedDays), at }, way));
    live.inputs.noteClosed(history.days, collector.sources);
  }
  for (const { isUrgent, sentence: reason } of nearHorizons(clock.now())) {
    if (isUrgent) log.warn({ reason }, "a newer version is needed");
  }
  for (const metric of METRICS) {
    while (await pruneObservations(db, metric, startOf(addDays(last, -KEPT_DAYS)))) await yieldToRequests();
  }
  return due.length;
}

/** The days that are due to be closed, oldest first; none before the first fetch. */
export function daysDue(clock: Clock, history: LedgerHistory): readonly UtcDay[] {
  const last = history.days.at(-1)?.day;
  return last === undefined ? [] : daysOf(addDays(last, 1), addDays(newestRowDay(clock.now()), -1));
}

/** Observations of closed days are kept for a while, to explain why a day was closed as it was. */
export const KEPT_DAYS = 90;

async function sign({ clock, log, db, published, history, signer }: JobContext, { body, row }: Closing): Promise<void> {
  if (row === undefined) throw new NotEnoughDataError("no score for the row yet"); // fewer than two years of days
  await history.append(db, [body], signer, clock.now());
  published.history.put(history.current);
  const { day, score, phase, origin } = row;
  log.info({ day: formatDay(day), score, phase, origin }, "history row stored");
}

/**
 * Fetches the live price if a row can be based on it now. @returns `undefined` if it cannot, or if the price is unsure
 */
async function livePrice(
  clock: Clock,
  live: LiveMarket,
  day: UtcDay,
  signal: AbortSignal,
): Promise<SourcedFigure | undefined> {
  if (!isLive(clock.now(), day)) return undefined;
  const { belief } = await live.price.askAll(signal);
  return isAccepted(belief) && isLive(clock.now(), day) ? belief : undefined;
}

/** Until this long after 06:00 the live price is used; later, the price at 06:00 is requested from the sources. */
const LIVE_MS = 10 * MINUTE_MS;

function isLive(at: Instant, day: UtcDay): boolean {
  return at >= rowInstant(day) && at - rowInstant(day) <= LIVE_MS;
}
