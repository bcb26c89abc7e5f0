import { setImmediate as nextTurn } from "node:timers/promises";
import {
  addDays,
  type CycleModel,
  endOf,
  FIRST_DAY,
  formatDay,
  formatInstant,
  type Instant,
  NotEnoughDataError,
  plus,
  settle,
  type UtcDay,
} from "peak-cycle-model";
import type { DayBody } from "peak-cycle-verify";
import { newestRowDay, rowInstant } from "../domain/history.js";
import type { Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { dayBody } from "../published/bodies.js";
import { notePast } from "../published/publish-now.js";
import { assembleDay } from "./close-days.js";
import { collectDays } from "./collect.js";
import { compareSeries, type DistrustedSeries, seriesName } from "./compare-series.js";
import { BITCOIN } from "./consensus-price.js";
import { type Context, modelOf, type Past } from "./context.js";
import { fetchPart, LATEST_FIRST_DAY, LONG_MEMORY, PARTS } from "./first-fetch-parts.js";
import { FirstFetchProgress } from "./first-fetch-progress.js";
import { historyRow } from "./history-row.js";
import { daysOf, LOOKBACK_DAYS, readObservationsByDay, type StoredObservationsByDay } from "./observations-by-day.js";
import { soundCloses } from "./sound-closes.js";
import { type Database, readObservations } from "./stored.js";
import type { Upstreams } from "./upstreams.js";

/**
 * Days that are read and appended at once, and days that are computed before requests are answered: some 10 ms each.
 */
const READ_DAYS = 30;
const COMPUTE_DAYS = 10;

/** A close that is missing among the newest days is waited for; further back it is a gap of the vendor. */
const RECENT_DAYS = 3;

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
  await upstreams.clockCheck.check(signal, 0);
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
  if (lack !== undefined) throw new NotEnoughDataError(silence(context, upstreams) ?? lack);
  const last = addDays(newestRowDay(clock.now()), -1);
  await collectDays(context, upstreams, { from: addDays(last, 1 - RECENT_DAYS), to: last }, signal);
  const distrusted = await compareSeries(context, upstreams, last, signal);
  await upstreams.clockCheck.check(signal);
  await freeze(context, past, distrusted, last, progress, signal);
  await notePast(database);
}

/** What is wrong when the stored closes begin later than the model can. */
async function lacksOldCloses(database: Database, { sources }: Upstreams): Promise<string | undefined> {
  const until = plus(endOf(LATEST_FIRST_DAY), 1);
  if ((await readObservations(database, "btc-close", endOf(FIRST_DAY), until)).length > 0) return undefined;
  const enabled = LONG_MEMORY.filter((name) => sources.some((each) => each.name === name));
  const remedy = enabled.length > 0 ? `${enabled.join(" and ")} did not give it` : `enable ${LONG_MEMORY.join(" or ")}`;
  return `no price back to ${formatDay(LATEST_FIRST_DAY)} yet: ${remedy}`;
}

/** Says that no source answers, name by name; `undefined` when one that was asked does. */
function silence({ published }: Context, { sources }: Upstreams): string | undefined {
  const asked = published.now.get().sources.filter(({ source }) => sources.some(({ name }) => name === source));
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
  const { history, signer } = past;
  const first = addDays(FIRST_DAY, history.days.length);
  const model = await modelOf(history.days);
  let { settled } = history;
  for (let read = first; read <= last; read = addDays(read, READ_DAYS)) {
    const to = Math.min(read + READ_DAYS - 1, last) as UtcDay;
    const byDay = soundCloses(await readObservationsByDay(database, read, addDays(to, 1)), isTrusted, read, to);
    const until = plus(rowInstant(addDays(to, 1)), 1);
    const candles = (await readObservations(database, "btc-hour-close", rowInstant(read), until)).filter(isTrusted);
    const prices = new Map(candles.map((each) => [each.observedAt, each]));
    const bodies: DayBody[] = [];
    for (const day of daysOf(read, to)) {
      if (bodies.length % COMPUTE_DAYS === 0) await nextTurn(); // lets requests and other jobs through
      const frozen = freezeDay(model, byDay, prices, day, at, last);
      if (frozen.row !== undefined) settled = settle(settled, frozen.row.score, frozen.row.day);
      const row = frozen.row && { ...frozen.row, settled: settled?.phase ?? frozen.row.phase, crypto: frozen.crypto };
      bodies.push(dayBody({ ...frozen, row }));
    }
    signal.throwIfAborted();
    await history.append(database.ledger, bodies, signer, clock.now());
    progress.report("history", to - FIRST_DAY + 1, last - FIRST_DAY + 1);
  }
}

/** A past day, and its row where the model has a score by then. */
function freezeDay(
  model: CycleModel,
  byDay: StoredObservationsByDay,
  candles: ReadonlyMap<Instant, Quote>,
  day: UtcDay,
  at: Instant,
  last: UtcDay,
) {
  const [close] = byDay.closes(day);
  if (close === undefined && last - day < RECENT_DAYS)
    throw new NotEnoughDataError(`no close of ${formatDay(day)} yet`);
  const closed = assembleDay(byDay, { day, at, close, chooseMajor: (major) => byDay.majors(major, day)[0] });
  const { context, crypto } = model.append(closed);
  const next = addDays(day, 1);
  const price = rowPriceOf(candles.get(rowInstant(next)), newestClose(byDay, day));
  const fearGreed = byDay.fearGreed(next)?.value;
  const row = price && historyRow(model, { day: next, price, fearGreed, computedAt: at, origin: "backfill" });
  return { closed, context, crypto, row };
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
