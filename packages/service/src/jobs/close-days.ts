import { setImmediate as yieldToRequests } from "node:timers/promises";
import {
  addDays,
  type CycleModel,
  DAY_MS,
  endOf,
  formatDay,
  type Instant,
  MAJORS,
  type Major,
  MINUTE_MS,
  NotEnoughDataError,
  startOf,
  type UtcDay,
} from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import { newestRowDay, rowInstant } from "../domain/history.js";
import { METRICS, type Metric } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { pruneObservations } from "../storage/observations.js";
import { chooseMvrv } from "./choose-mvrv.js";
import { closeDay, type RowFigures, type RowPrice } from "./closing.js";
import { collectDays, collectFearGreed } from "./collect.js";
import { checkedClose, checkedMajor } from "./consensus-price.js";
import { type Context, modelOf, type Past } from "./context.js";
import { freshQuote } from "./live-price.js";
import { collectCandles, rowPrice } from "./row-price.js";
import { daysOf, lastOwnQuote, readDays, type StoredDays } from "./stored-days.js";
import type { Upstreams } from "./upstreams.js";

/**
 * Closes every day that is due, at 06:00 UTC or after downtime. With each comes the history row of the day after it, as
 * of that day's 06:00. Each day is one transaction, so a kill between two days loses nothing.
 *
 * @returns the number of rows added; 0 if nothing was due
 * @throws NotEnoughDataError if a day's close or 06:00 price is not known yet; run again later
 * @throws PublishingHeldError if the stored ledger is not what was signed, or the sources contradict the clock
 */
export async function closeDays(
  context: Context,
  upstreams: Upstreams,
  past: Past,
  signal: AbortSignal,
): Promise<number> {
  const { clock, database } = context;
  const due = daysDue(context, past);
  const [first, last] = [due.at(0), due.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const rowDay = addDays(last, 1);
  await collectDays(context, upstreams, { from: first, to: last }, signal);
  await collectFearGreed(context, upstreams, signal);
  if (!isLive(clock.now(), rowDay) || first < last) {
    await collectCandles(database, upstreams, { from: addDays(first, 1), to: rowDay }, signal);
  }
  await past.history.read(); // last, so that the model is built from a verified ledger
  const model = await modelOf(past.history.days);
  for (const day of due) {
    signal.throwIfAborted(); // an aborted run stores nothing more
    await signDay(context, past, model, day);
  }
  for (const metric of METRICS) {
    while (await pruneObservations(database, metric, startOf(addDays(last, -KEPT_DAYS)))) await yieldToRequests();
  }
  return due.length;
}

/** The days that have to be closed by now, oldest first; none before the first fetch. */
export function daysDue({ clock }: Context, { history }: Past): readonly UtcDay[] {
  const last = history.days.at(-1)?.day;
  return last === undefined ? [] : daysOf(addDays(last, 1), addDays(newestRowDay(clock.now()), -1));
}

/** Observations of closed days are kept for a while, to explain why a day was closed as it was. */
export const KEPT_DAYS = 90;

async function signDay(context: Context, past: Past, model: CycleModel, day: UtcDay): Promise<void> {
  const { clock, database, log, published } = context;
  const { history, signer } = past;
  const days = await readDays(database, day, addDays(day, GAP_PROOF_DAYS));
  const last = history.days.at(-1)?.price;
  const close = await closeOf(context, days, day, last);
  const closed = assembleDay(days, day, clock.now(), close, (major) => checkedMajor(days, major, day));
  // In a gap the model repeats the previous day's price.
  const held = last === undefined ? undefined : { value: last, source: "held" };
  const figures = await rowFigures(context, days, addDays(day, 1), close ?? held);
  const { body, row } = closeDay(model, history.settled, closed, figures);
  if (row === undefined) throw new NotEnoughDataError(`no score for the row of ${formatDay(addDays(day, 1))}`);
  await history.append(database, [body], signer, clock.now());
  published.history.put(history.current);
  const { score, phase, origin } = row;
  log.info({ day: formatDay(row.day), score, phase, origin }, "history row stored");
}

/** After two days a missing close counts as a gap, and the model repeats the previous day's price. */
const GAP_AFTER_MS = 2 * DAY_MS;

/** A gap counts only if some source has one of the three days after it; otherwise the sources may just be silent. */
const GAP_PROOF_DAYS = 3;

async function closeOf(
  { clock, database }: Context,
  days: StoredDays,
  day: UtcDay,
  before: number | undefined,
): Promise<Quote | undefined> {
  const close = checkedClose(days, day, await lastOwnQuote(database, endOf(day)), before);
  if (close !== undefined) return close;
  const later = daysOf(addDays(day, 1), addDays(day, GAP_PROOF_DAYS));
  const isGap = clock.now() - endOf(day) >= GAP_AFTER_MS && later.some((each) => days.best("btc-close", each));
  if (!isGap) throw new NotEnoughDataError(`no believable close of ${formatDay(day)} yet`);
  return undefined;
}

/** @param opening the opening price of the row's day */
async function rowFigures(
  { clock, database, published }: Context,
  days: StoredDays,
  day: UtcDay,
  opening: RowPrice | undefined,
): Promise<RowFigures> {
  const computedAt = clock.now();
  const origin = isLive(computedAt, day) ? "live" : "late";
  const live = origin === "live" ? freshQuote(published.now.get().market.btcPrice, computedAt) : undefined;
  const price = live ?? (await rowPrice(database, day, opening, computedAt));
  return { price, fearGreed: days.best("fear-greed", day)?.value, computedAt, origin };
}

/** Until this long after 06:00 the live price is used; later, sources are asked for the price at 06:00. */
const LIVE_MS = 10 * MINUTE_MS;

function isLive(at: Instant, day: UtcDay): boolean {
  return at >= rowInstant(day) && at - rowInstant(day) <= LIVE_MS;
}

/**
 * Assembles a day's inputs, which are frozen when the day is closed.
 *
 * @param at the time of closing
 * @param close `undefined` leaves a gap
 * @param majorClose chooses a major's close among its sources
 */
export function assembleDay(
  days: StoredDays,
  day: UtcDay,
  at: Instant,
  close: Quote | undefined,
  majorClose: (major: Major) => Quote | undefined,
): ClosedDay {
  const mvrv = chooseMvrv(days, day, close?.value, at);
  const [fearGreed, dominance] = [days.best("fear-greed", day), days.best("dominance", day)];
  const sources: Partial<Record<Metric, string>> = {};
  const majors: Partial<Record<Major, number>> = {};
  for (const major of MAJORS) {
    const found = majorClose(major);
    if (found === undefined) continue;
    majors[major] = found.value;
    sources[`${major}-close`] = found.source;
  }
  if (close !== undefined) sources["btc-close"] = close.source;
  for (const each of [mvrv, fearGreed, dominance]) if (each !== undefined) sources[each.metric] = each.source;
  return {
    day,
    closedAt: at,
    price: close?.value,
    mvrv: mvrv?.value,
    fearGreed: fearGreed?.value,
    dominance: dominance?.value,
    majors,
    sources,
  };
}
