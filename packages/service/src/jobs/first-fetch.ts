import { setImmediate as yieldToRequests } from "node:timers/promises";
import {
  addDays,
  FIRST_DAY,
  formatDay,
  formatInstant,
  type Instant,
  NotEnoughDataError,
  plus,
  type UtcDay,
} from "peak-cycle-model";
import type { DayBody } from "peak-cycle-verify";
import { newestRowDay, rowInstant } from "../domain/history.js";
import { factorBetween } from "../domain/numbers.js";
import type { Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { forgetFetchedPast, hasFetchedPast, noteFetchedPast, publishHistory } from "../published/publish-now.js";
import { observationsBetween } from "../storage/observations.js";
import { assembleDay } from "./close-days.js";
import { closeDay, type RowFigures } from "./closing.js";
import { collectDays } from "./collect.js";
import { compareSeries, type DistrustedSeries, seriesName } from "./compare-series.js";
import { BITCOIN } from "./consensus-price.js";
import { type Context, modelOf, type Past } from "./context.js";
import {
  FirstFetchProgress,
  fetchOldCloses,
  fetchPart,
  LATEST_FIRST_DAY,
  LONG_MEMORY,
  PARTS,
} from "./first-fetch-parts.js";
import { soundCloses } from "./sound-closes.js";
import { daysOf, LOOKBACK_DAYS, readDays, type StoredDays } from "./stored-days.js";
import type { Upstreams } from "./upstreams.js";

/** Days read and appended at a time, and days computed between two turns of the event loop: some 10 ms each. */
const READ_DAYS = 30;
const COMPUTE_DAYS = 10;

/** The job waits for a close missing among the newest days; further back it is a gap at the vendor. */
const RECENT_DAYS = 3;

/**
 * On a first start, fetches the past from 2010-07-18, then freezes and publishes every past day and its history row,
 * oldest first. Resumes after any interruption.
 *
 * @throws NotEnoughDataError naming the data no source has given yet; run again later
 * @throws PublishingHeldError if the sources contradict the clock
 */
export async function firstFetch(
  context: Context,
  upstreams: Upstreams,
  past: Past,
  signal: AbortSignal,
): Promise<void> {
  const { clock, database, published } = context;
  if (await hasFetchedPast(database)) {
    if (past.history.days.length > 0) return;
    await forgetFetchedPast(database);
  }
  const progress = new FirstFetchProgress(context);
  const hasBeginning = await fetchOldCloses(context, upstreams, progress, signal);
  const missing: string[] = [];
  for (const part of PARTS) {
    const isThere = await fetchPart(context, upstreams, part, progress, signal);
    if (!isThere && part.isOptional === undefined) missing.push(part.metric);
  }
  if (!hasBeginning) throw new NotEnoughDataError(silence(context, upstreams) ?? lackOfPast(upstreams));
  if (missing.length > 0) {
    throw new NotEnoughDataError(silence(context, upstreams) ?? `no source has given: ${missing.join(", ")}`);
  }
  const last = addDays(newestRowDay(clock.now()), -1);
  await collectDays(context, upstreams, { from: addDays(last, 1 - RECENT_DAYS), to: last }, signal);
  const distrusted = await compareSeries(context, upstreams, last, signal);
  await context.gate.confirmClock("confirmed clock", signal); // the sources were last needed long ago
  await freeze(context, past, distrusted, last, progress, signal);
  await noteFetchedPast(database);
  await publishHistory(database, published, past.history);
}

/** What is wrong, and the remedy, if Bitcoin's closes begin too late for the model. */
function lackOfPast({ sources }: Upstreams): string {
  const enabled = LONG_MEMORY.filter((name) => sources.all.some((each) => each.name === name));
  const remedy = enabled.length > 0 ? `${enabled.join(" and ")} did not give it` : `enable ${LONG_MEMORY.join(" or ")}`;
  return `no price back to ${formatDay(LATEST_FIRST_DAY)} yet: ${remedy}`;
}

/** Reports that no source responds, each by name; `undefined` if at least one does. */
function silence({ published }: Context, { sources }: Upstreams): string | undefined {
  const asked = published.now.get().sources.filter(({ source }) => sources.all.some(({ name }) => name === source));
  if (asked.length === 0 || asked.some(({ fault }) => fault === undefined)) return undefined;
  const answeredAt = asked.flatMap((state) => state.answeredAt ?? []).sort((a, b) => b - a)[0];
  const since = answeredAt === undefined ? "and none has yet" : `since ${formatInstant(answeredAt)}`;
  return `no source answers, ${since}: ${asked.map(({ source, fault }) => `${source} (${fault})`).join(", ")}`;
}

async function freeze(
  { clock, database }: Context,
  { history, signer }: Past,
  distrusted: DistrustedSeries,
  last: UtcDay,
  progress: FirstFetchProgress,
  signal: AbortSignal,
): Promise<void> {
  const at = clock.now();
  const isTrusted = (each: Observation) => !distrusted.has(seriesName(each));
  const first = addDays(FIRST_DAY, history.days.length);
  const model = await modelOf(history.days);
  let { settled } = history;
  for (let from = first; from <= last; from = addDays(from, READ_DAYS)) {
    const to = Math.min(from + READ_DAYS - 1, last) as UtcDay;
    const stored = await readDays(database, from, addDays(to, 1));
    const days = soundCloses(stored.filter(isTrusted), from, addDays(to, 1));
    const until = plus(rowInstant(addDays(to, 1)), 1);
    const candles = await observationsBetween(database, "btc-hour-close", rowInstant(from), until);
    const prices = new Map(candles.filter(isTrusted).map((each) => [each.observedAt, each]));
    const bodies: DayBody[] = [];
    for (const day of daysOf(from, to)) {
      if (bodies.length % COMPUTE_DAYS === 0) await yieldToRequests(); // lets requests and other jobs run
      const close = days.best("btc-close", day);
      const isAwaited = close === undefined && last - day < RECENT_DAYS;
      if (isAwaited) throw new NotEnoughDataError(`no close of ${formatDay(day)} yet`);
      const closed = assembleDay(days, day, at, close, (major) => days.best(`${major}-close`, day));
      const closing = closeDay(model, settled, closed, pastFigures(days, prices, addDays(day, 1), at));
      settled = closing.settled;
      bodies.push(closing.body);
    }
    signal.throwIfAborted();
    await history.append(database, bodies, signer, clock.now());
    progress.report("history", to - FIRST_DAY + 1, last - FIRST_DAY + 1);
  }
}

/** The figures of a row of the past; `undefined` if no price is known by then. */
function pastFigures(
  days: StoredDays,
  candles: ReadonlyMap<Instant, Quote>,
  day: UtcDay,
  computedAt: Instant,
): RowFigures | undefined {
  const closes = daysOf(addDays(day, -LOOKBACK_DAYS - 1), addDays(day, -1)).toReversed();
  const opening = closes.flatMap((each) => days.best("btc-close", each) ?? [])[0];
  const candle = candles.get(rowInstant(day));
  // The 06:00 candle, unless it is further from the opening price than Bitcoin moves in a day.
  const factor = candle && opening ? factorBetween(candle.value, opening.value) : 1;
  const price = factor <= BITCOIN.withinDays ? (candle ?? opening) : opening;
  const fearGreed = days.best("fear-greed", day)?.value;
  return price && { price, fearGreed, computedAt, origin: "backfill" };
}
