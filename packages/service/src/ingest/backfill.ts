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
import type { Quote } from "../domain/snapshot.js";
import { assembleDay } from "../history/close-days.js";
import { historyRow } from "../history/history-row.js";
import type { ModelState } from "../scoring/model-state.js";
import type { Stores } from "../storage/stores.js";
import { fetchStep, LATEST_FIRST_DAY, LONG_MEMORY, type Progress, STEPS } from "./backfill-steps.js";
import { collectDays } from "./collect.js";
import { comparePast, type DistrustedSeries, seriesOf, trustedOnly } from "./compare-past.js";
import type { JobDeps } from "./job-deps.js";
import { daysOf, LOOKBACK_DAYS, readObservationsByDay, type StoredObservationsByDay } from "./observations-by-day.js";

/**
 * The backfill of a first start: fetches the past from 2010-07-18, then freezes every past day and its history row, oldest
 * first. Resumes where it was stopped, however it was stopped.
 *
 * @throws NotEnoughDataError naming what no source has given yet: run again later
 * @throws PublishingHeldError before the first days that publishing was held back for
 */
export async function backfill(deps: JobDeps, progress: Progress, signal: AbortSignal): Promise<void> {
  if (await isBackfilled(deps.stores)) return;
  const missing: string[] = [];
  for (const step of STEPS) {
    const there = await fetchStep(deps, step, progress, signal);
    if (!there && step.required) missing.push(step.metric);
  }
  const lacks = [await lacksOldCloses(deps), missing.length > 0 && `no source has given: ${missing.join(", ")}`];
  const lack = lacks.find((each) => typeof each === "string");
  if (lack !== undefined) throw new NotEnoughDataError((await silence(deps)) ?? lack);
  const last = addDays(newestRowDay(deps.clock.now()), -1);
  await collectDays(deps, addDays(last, 1 - RECENT_DAYS), last, signal);
  const distrusted = await comparePast(deps, last, signal);
  await freeze({ ...deps, distrusted }, last, progress, signal);
  await deps.stores.installation.put(DONE, "yes");
}

/**
 * Days frozen in one transaction: about a quarter of a second, so a kill loses little and requests are answered in
 * between.
 */
const CHUNK_DAYS = 400;

/** A close that is missing among the newest days is waited for; further back it is a gap of the vendor. */
const RECENT_DAYS = 3;

/** Set when the past is frozen; from then on days are only closed one by one. */
const DONE = "backfill:done";

/** Whether this installation has its whole past. */
export async function isBackfilled(stores: Stores): Promise<boolean> {
  return (await stores.installation.get(DONE)) !== undefined;
}

/** What is wrong when the stored closes begin later than the model can. */
async function lacksOldCloses({ stores, sources }: JobDeps): Promise<string | undefined> {
  const from = endOf(FIRST_DAY);
  const first = await stores.observations.between("btc-close", from, plus(endOf(LATEST_FIRST_DAY), 1));
  if (first.length > 0) return undefined;
  const enabled = LONG_MEMORY.filter((name) => sources.some((each) => each.name === name));
  const remedy = enabled.length > 0 ? `${enabled.join(" and ")} did not give it` : `enable ${LONG_MEMORY.join(" or ")}`;
  return `no price back to ${formatDay(LATEST_FIRST_DAY)} yet: ${remedy}, or bring a file with "peak import --btc FILE"`;
}

/** Says that no source answers, name by name; `undefined` when one that was asked does. */
async function silence({ stores, sources }: JobDeps): Promise<string | undefined> {
  const asked = (await stores.sources.all()).filter(({ source }) => sources.some(({ name }) => name === source));
  if (asked.length === 0 || asked.some(({ fault }) => fault === undefined)) return undefined;
  const answeredAt = asked.flatMap((state) => state.answeredAt ?? []).sort((a, b) => b - a)[0];
  const since = answeredAt === undefined ? "and none has yet" : `since ${formatInstant(answeredAt)}`;
  return `no source answers, ${since}: ${asked.map(({ source, fault }) => `${source} is ${fault}`).join(", ")}`;
}

interface FreezeDeps extends JobDeps {
  readonly distrusted: DistrustedSeries;
}

async function freeze(deps: FreezeDeps, last: UtcDay, progress: Progress, signal: AbortSignal): Promise<void> {
  const at = deps.clock.now();
  const total = last - FIRST_DAY + 1;
  for (let from = nextDay(deps.model); from <= last; from = nextDay(deps.model)) {
    signal.throwIfAborted();
    const to = Math.min(from + CHUNK_DAYS - 1, last) as UtcDay;
    await freezeChunk(deps, { from, to, last }, at);
    progress("history", to - FIRST_DAY + 1, total);
    await deps.clock.sleep(0, signal); // lets requests and other jobs through between two chunks
  }
}

function nextDay(model: ModelState): UtcDay {
  return model.lastDay === undefined ? FIRST_DAY : addDays(model.lastDay, 1);
}

async function freezeChunk(
  deps: FreezeDeps,
  range: { from: UtcDay; to: UtcDay; last: UtcDay },
  at: Instant,
): Promise<void> {
  const { from, to, last } = range;
  const stored = await readObservationsByDay(deps.stores.observations, from, addDays(to, 1));
  const byDay = trustedOnly(stored, deps.distrusted);
  const candles = await candlesAt(deps, from, to);
  const model = deps.model.copy();
  const days: ClosedDay[] = [];
  const rows: HistoryRow[] = [];
  for (const day of daysOf(from, to)) {
    // Each input comes from the best source that has it. Sources differ by up to 9 % in 2011, so no agreement is required of
    // single days; whole series were compared before.
    const [close] = byDay.closes(day);
    const closed = assembleDay(byDay, { day, at, close, chooseMajor: (major) => byDay.majors(major, day)[0] });
    if (closed.price === undefined && last - day < RECENT_DAYS)
      throw new NotEnoughDataError(`no close of ${formatDay(day)} yet`);
    model.append(closed);
    days.push(closed);
    const next = addDays(day, 1);
    const price = candles.get(rowInstant(next)) ?? newestClose(byDay, day);
    const fearGreed = byDay.fearGreed(next)?.value;
    const row = price && historyRow(model, { day: next, price, fearGreed, computedAt: at, origin: "backfill" });
    if (row !== undefined) rows.push(row);
  }
  deps.checkPublishing();
  await deps.history.append(days, rows);
  deps.model.extend(days);
}

/** The close of a day, or of the newest day before it that has one: the opening price of the next day. */
function newestClose(byDay: StoredObservationsByDay, day: UtcDay): Quote | undefined {
  for (let back = 0; back <= LOOKBACK_DAYS; back++) {
    const close = byDay.closes(addDays(day, -back))[0];
    if (close !== undefined) return close;
  }
  return undefined;
}

async function candlesAt(
  { stores: { observations }, distrusted }: FreezeDeps,
  from: UtcDay,
  to: UtcDay,
): Promise<ReadonlyMap<number, Quote>> {
  const candles = await observations.between("btc-hour-close", rowInstant(from), plus(rowInstant(addDays(to, 1)), 1));
  return new Map(candles.filter((each) => !distrusted.has(seriesOf(each))).map((each) => [each.observedAt, each]));
}
