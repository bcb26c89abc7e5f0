import { setImmediate as nextTurn } from "node:timers/promises";
import {
  addDays,
  endOf,
  FIRST_DAY,
  formatDay,
  formatInstant,
  type Instant,
  NotEnoughDataError,
  plus,
  type UtcDay,
} from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import { type HistoryRow, newestRowDay, rowInstant } from "../domain/history.js";
import type { Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { assembleDay } from "./close-days.js";
import { collectDays } from "./collect.js";
import { compareSeries, type DistrustedSeries, seriesName } from "./compare-series.js";
import { BITCOIN } from "./consensus-price.js";
import type { Context, Past } from "./context.js";
import { fetchPart, LATEST_FIRST_DAY, LONG_MEMORY, PARTS } from "./first-fetch-parts.js";
import { FirstFetchProgress } from "./first-fetch-progress.js";
import { historyRow } from "./history-row.js";
import { daysOf, LOOKBACK_DAYS, readObservationsByDay, type StoredObservationsByDay } from "./observations-by-day.js";
import { soundCloses } from "./sound-closes.js";
import { type Database, putFact, readFact, readObservations, readSourceStates } from "./stored.js";
import type { Upstreams } from "./upstreams.js";

/** Days that are read at once, and days that are frozen in one transaction: some 10 ms, between which requests are answered. */
const READ_DAYS = 100;
const FREEZE_DAYS = 10;

/** A close that is missing among the newest days is waited for; further back it is a gap of the vendor. */
const RECENT_DAYS = 3;

/** Set when the past is frozen; from then on days are only closed one by one. */
const DONE = "backfill:done";

/** Whether this installation has its whole past. */
export async function hasPast(database: Database): Promise<boolean> {
  return (await readFact(database, DONE)) !== undefined;
}

/**
 * Fetches the past from 2010-07-18 at a first start, then freezes every past day and its history row, oldest first.
 * Resumes from what is stored, however it was stopped.
 *
 * @throws NotEnoughDataError naming what no source has given yet: run again later
 * @throws PublishingHeldError when the sources contradict the clock
 */
export async function firstFetch(
  context: Context,
  upstreams: Upstreams,
  past: Past,
  signal: AbortSignal,
): Promise<void> {
  const { clock, database } = context;
  await upstreams.clockCheck.checkLightly(signal);
  const progress = new FirstFetchProgress(context, PARTS);
  const missing: string[] = [];
  for (const part of PARTS) {
    const isThere = await fetchPart(context, upstreams, part, progress, signal);
    if (!isThere && part.isRequired) missing.push(part.metric);
  }
  const lacks = [
    await lacksOldCloses(database, upstreams),
    missing.length > 0 && `no source has given: ${missing.join(", ")}`,
  ];
  const lack = lacks.find((each) => typeof each === "string");
  if (lack !== undefined) throw new NotEnoughDataError((await silence(database, upstreams)) ?? lack);
  const last = addDays(newestRowDay(clock.now()), -1);
  await collectDays(context, upstreams, { from: addDays(last, 1 - RECENT_DAYS), to: last }, signal);
  const distrusted = await compareSeries(context, upstreams, last, signal);
  await upstreams.clockCheck.check(signal);
  await freeze(context, past, distrusted, last, progress, signal);
  await putFact(database, DONE, "yes");
}

/** What is wrong when the stored closes begin later than the model can. */
async function lacksOldCloses(database: Database, { sources }: Upstreams): Promise<string | undefined> {
  const until = plus(endOf(LATEST_FIRST_DAY), 1);
  if ((await readObservations(database, "btc-close", endOf(FIRST_DAY), until)).length > 0) return undefined;
  const enabled = LONG_MEMORY.filter((name) => sources.some((each) => each.name === name));
  const remedy = enabled.length > 0 ? `${enabled.join(" and ")} did not give it` : `enable ${LONG_MEMORY.join(" or ")}`;
  return `no price back to ${formatDay(LATEST_FIRST_DAY)} yet: ${remedy}, or bring a file with "peak import --btc FILE"`;
}

/** Says that no source answers, name by name; `undefined` when one that was asked does. */
async function silence(database: Database, { sources }: Upstreams): Promise<string | undefined> {
  const asked = (await readSourceStates(database)).filter(({ source }) => sources.some(({ name }) => name === source));
  if (asked.length === 0 || asked.some(({ fault }) => fault === undefined)) return undefined;
  const answeredAt = asked.flatMap((state) => state.answeredAt ?? []).sort((a, b) => b - a)[0];
  const since = answeredAt === undefined ? "and none has yet" : `since ${formatInstant(answeredAt)}`;
  return `no source answers, ${since}: ${asked.map(({ source, fault }) => `${source} is ${fault}`).join(", ")}`;
}

async function freeze(
  context: Context,
  past: Past,
  distrusted: DistrustedSeries,
  last: UtcDay,
  progress: FirstFetchProgress,
  signal: AbortSignal,
): Promise<void> {
  const { clock, database } = context;
  const at = clock.now();
  const isTrusted = ({ metric, source }: Observation) =>
    distrusted.size === 0 || !distrusted.has(seriesName(metric, source));
  const first = past.model.lastDay === undefined ? FIRST_DAY : addDays(past.model.lastDay, 1);
  for (let read = first; read <= last; read = addDays(read, READ_DAYS)) {
    const to = Math.min(read + READ_DAYS - 1, last) as UtcDay;
    const byDay = soundCloses(await readObservationsByDay(database, read, addDays(to, 1)), isTrusted, read, to);
    const until = plus(rowInstant(addDays(to, 1)), 1);
    const candles = (await readObservations(database, "btc-hour-close", rowInstant(read), until)).filter(isTrusted);
    const prices = new Map(candles.map((each) => [each.observedAt, each]));
    for (let from = read; from <= to; from = addDays(from, FREEZE_DAYS)) {
      signal.throwIfAborted();
      const days = daysOf(from, Math.min(from + FREEZE_DAYS - 1, to) as UtcDay);
      await freezeDays(past, byDay, prices, days, at, last);
      await nextTurn(); // lets requests and other jobs through
    }
    progress.report("history", to - FIRST_DAY + 1, last - FIRST_DAY + 1);
  }
}

async function freezeDays(
  past: Past,
  byDay: StoredObservationsByDay,
  candles: ReadonlyMap<Instant, Quote>,
  days: readonly UtcDay[],
  at: Instant,
  last: UtcDay,
): Promise<void> {
  const model = past.model.copy();
  const closed: ClosedDay[] = [];
  const rows: HistoryRow[] = [];
  for (const day of days) {
    const [close] = byDay.closes(day);
    if (close === undefined && last - day < RECENT_DAYS)
      throw new NotEnoughDataError(`no close of ${formatDay(day)} yet`);
    const inputs = assembleDay(byDay, { day, at, close, chooseMajor: (major) => byDay.majors(major, day)[0] });
    model.append(inputs);
    closed.push(inputs);
    const next = addDays(day, 1);
    const price = rowPriceOf(candles.get(rowInstant(next)), newestClose(byDay, day));
    const fearGreed = byDay.fearGreed(next)?.value;
    const row = price && historyRow(model, { day: next, price, fearGreed, computedAt: at, origin: "backfill" });
    if (row !== undefined) rows.push(row);
  }
  await past.history.append(closed, rows);
  past.model.replace({ model, last: closed.at(-1) });
}

/** The candle of 06:00, unless it lies further from the opening price than Bitcoin moves in a day. */
function rowPriceOf(candle: Quote | undefined, opening: Quote | undefined): Quote | undefined {
  if (candle === undefined || opening === undefined) return candle ?? opening;
  const factor = Math.max(candle.value / opening.value, opening.value / candle.value);
  return factor <= BITCOIN.withinDays ? candle : opening;
}

/** The close of a day, or of the newest day before it that has one: the opening price of the next day. */
function newestClose(byDay: StoredObservationsByDay, day: UtcDay): Quote | undefined {
  for (let back = 0; back <= LOOKBACK_DAYS; back++) {
    const close = byDay.closes(addDays(day, -back))[0];
    if (close !== undefined) return close;
  }
  return undefined;
}
