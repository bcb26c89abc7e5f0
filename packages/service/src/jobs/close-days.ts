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
  settle,
  startOf,
  type UtcDay,
} from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import { newestRowDay, rowInstant } from "../domain/history.js";
import type { Metric } from "../domain/observation.js";
import { isPossible, type Quote } from "../domain/snapshot.js";
import { dayBody, type ShownCrypto } from "../published/bodies.js";
import { chooseMvrv } from "./choose-mvrv.js";
import { collectDays, collectFearGreed } from "./collect.js";
import { checkedClose, checkedMajor } from "./consensus-price.js";
import { type Context, modelOf, type Past } from "./context.js";
import { type ComputedRow, collectCandles, dueHistoryRow, type RowTask, rowPrice } from "./history-row.js";
import { daysOf, lastOwnQuote, readObservationsByDay, type StoredObservationsByDay } from "./observations-by-day.js";
import { freshQuote } from "./poll-price.js";
import { pruneObservations } from "./stored.js";
import type { Upstreams } from "./upstreams.js";

/**
 * Closes every day that is due, at 06:00 UTC or after downtime, and computes each day's history row as of its own
 * 06:00. One transaction a day, so a kill between two days loses nothing.
 *
 * @returns how many rows were added; 0 when nothing was due
 * @throws NotEnoughDataError when a day's close or its 06:00 price is not known yet: run again later
 * @throws PublishingHeldError when what is stored is not what was signed, or the sources contradict the clock
 */
export async function closeDays(
  context: Context,
  upstreams: Upstreams,
  past: Past,
  signal: AbortSignal,
): Promise<number> {
  const { clock, database } = context;
  const lastDay = past.history.days.at(-1)?.day;
  if (lastDay === undefined) throw new NotEnoughDataError("no closed day yet");
  const first = addDays(lastDay, 1);
  const rowDay = newestRowDay(clock.now());
  const last = addDays(rowDay, -1);
  if (first > last) return 0;
  await upstreams.clockCheck.check(signal);
  await collectDays(context, upstreams, { from: first, to: last }, signal);
  await collectFearGreed(context, upstreams, signal);
  if (!isLive(clock.now(), rowDay) || first < last) {
    await collectCandles(database, upstreams, { from: addDays(first, 1), to: rowDay }, signal);
  }
  await past.history.read(); // just before the first is computed: the model is made of what was found sound
  const model = await modelOf(past.history.days);
  for (const day of daysOf(first, last)) {
    signal.throwIfAborted(); // a run that was given up stores nothing more
    await upstreams.clockCheck.check(signal);
    await closeDay(context, past, model, day);
  }
  await pruneObservations(database, startOf(addDays(last, -KEPT_DAYS)));
  return last - first + 1;
}

/**
 * What sources have said of closed days is kept for a while, for whoever wants to know why a day was closed as it was.
 */
const KEPT_DAYS = 90;

async function closeDay(context: Context, past: Past, model: CycleModel, day: UtcDay): Promise<void> {
  const { clock, database, log } = context;
  const at = clock.now();
  const byDay = await readObservationsByDay(database, day, addDays(day, GAP_PROOF_DAYS));
  const { history, signer } = past;
  const last = history.days.at(-1)?.price;
  const close = await closeOf(context, byDay, day, last);
  const closed = assembleDay(byDay, { day, at, close, chooseMajor: (major) => checkedMajor(byDay, major, day) });
  const { context: flags, crypto } = model.append(closed);
  // The model repeats the price of the day before through a gap.
  const held = last === undefined ? undefined : { value: last, source: "held" };
  const row = await rowOf(context, model, byDay, { day: addDays(day, 1), opening: close ?? held });
  const settled = settle(history.settled, row.score, row.day).phase;
  const shown = (await cryptoShown(context, row.day)) ?? crypto;
  const body = dayBody({ closed, context: flags, row: { ...row, settled, crypto: shown } });
  await history.append(database.ledger, [body], signer, clock.now());
  context.published.history.put(history.current);
  const { score, phase, origin } = row;
  log.info({ day: formatDay(row.day), score, phase, origin }, "history row stored");
}

/** The second score as it was published at 06:00 UTC of a day; `undefined` when there was none yet. */
async function cryptoShown({ database }: Context, day: UtcDay): Promise<ShownCrypto | undefined> {
  const scores = await database.scores.between(startOf(day), rowInstant(day));
  return scores.findLast(isPossible)?.crypto;
}

/** After two days a close that nobody has is a gap, and the model repeats the price of the day before. */
const GAP_AFTER_MS = 2 * DAY_MS;

/** A gap is believed when some source knows one of the three days after it: silence is none. */
const GAP_PROOF_DAYS = 3;

async function closeOf(
  { clock, database }: Context,
  byDay: StoredObservationsByDay,
  day: UtcDay,
  before: number | undefined,
): Promise<Quote | undefined> {
  const close = checkedClose(byDay, day, await lastOwnQuote(database, endOf(day)), before);
  if (close !== undefined) return close;
  const later = daysOf(addDays(day, 1), addDays(day, GAP_PROOF_DAYS));
  const isGap = clock.now() - endOf(day) >= GAP_AFTER_MS && later.some((each) => byDay.closes(each).length > 0);
  if (!isGap) throw new NotEnoughDataError(`no believable close of ${formatDay(day)} yet`);
  return undefined;
}

async function rowOf(
  { clock, database, published }: Context,
  model: CycleModel,
  byDay: StoredObservationsByDay,
  task: RowTask,
): Promise<ComputedRow> {
  const computedAt = clock.now();
  const live = isLive(computedAt, task.day) ? freshQuote(published.now.get().market.btcPrice, computedAt) : undefined;
  return dueHistoryRow(model, {
    day: task.day,
    price: live ?? (await rowPrice(database, task, computedAt)),
    fearGreed: byDay.fearGreed(task.day)?.value,
    computedAt,
    origin: isLive(computedAt, task.day) ? "live" : "late",
  });
}

/** This soon after 06:00 the live price is used; later, the sources are asked what the price was at 06:00. */
const LIVE_MS = 10 * MINUTE_MS;

function isLive(at: Instant, day: UtcDay): boolean {
  return at >= rowInstant(day) && at - rowInstant(day) <= LIVE_MS;
}

interface DayParts {
  readonly day: UtcDay;
  /** The moment of closing. */
  readonly at: Instant;
  /** `undefined` leaves a gap, which the model fills with the price of the day before. */
  readonly close: Quote | undefined;
  /** How a major's close is chosen among its sources. */
  readonly chooseMajor: (major: Major) => Quote | undefined;
}

/** Puts a day's inputs together as they are frozen when the day is closed. */
export function assembleDay(byDay: StoredObservationsByDay, draft: DayParts): ClosedDay {
  const { day, at, close, chooseMajor } = draft;
  const mvrv = chooseMvrv(byDay, day, close?.value, at);
  const fearGreed = byDay.fearGreed(day);
  const dominance = byDay.dominance(day);
  const sources: Partial<Record<Metric, string>> = {};
  const majors: Partial<Record<Major, number>> = {};
  for (const major of MAJORS) {
    const found = chooseMajor(major);
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
