/** The parts of the backfill, how each is fetched, and how far all of them are. */

import {
  addDays,
  endOf,
  FIRST_DAY,
  formatDay,
  MAJORS,
  MAX_LEADING_DAYS,
  type Major,
  MINUTE_MS,
  parseDay,
  SECOND_MS,
  type UtcDay,
  utcDay,
} from "peak-cycle-model";
import type { FirstStart, WeeklyPrices } from "../domain/first-start.js";
import { newestRowDay, rowInstant } from "../domain/history.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { type AskDeps, ask, sourcesFor } from "./ask-sources.js";
import type { DataRequest } from "./data-source.js";
import { dayOfObservation } from "./observations-by-day.js";

/** The first day of the first exchange with a candle for every 06:00 UTC. */
const FIRST_CANDLE_DAY = utcDay("2011-08-18");

/** The vendor's first Fear & Greed value. */
export const FIRST_FEAR_GREED_DAY = utcDay("2018-02-01");

/** The oldest close of a major that any source has: LTC in April 2013. */
const FIRST_MAJOR_DAY = utcDay("2013-04-01");

/** The sources whose Bitcoin closes begin early enough for the model: on 2010-07-18 and on 2010-08-16. */
export const LONG_MEMORY: readonly string[] = ["coin-metrics", "brk"];

/** One part of the backfill. */
interface BackfillStep {
  /** The metric it fetches; also part of the key under which its progress is stored. */
  readonly metric: Metric;
  readonly from: UtcDay;
  /** @param to the newest day with a history row, so the day after the newest closed one */
  readonly request: (from: UtcDay, to: UtcDay) => DataRequest;
  /** Whether past rows must not be frozen without it. */
  readonly required: boolean;
}

/** All parts, in the order in which they are fetched: what the score needs most comes first. */
export const STEPS: readonly BackfillStep[] = [
  dailyCloses("btc", FIRST_DAY),
  {
    metric: "mvrv",
    from: FIRST_DAY,
    required: true,
    request: (from, to) => ({ kind: "mvrv", from, to: addDays(to, -1) }),
  },
  {
    metric: "fear-greed",
    from: FIRST_FEAR_GREED_DAY,
    required: true,
    request: (from) => ({ kind: "fear-greed", from }),
  },
  ...MAJORS.map((coin) => dailyCloses(coin, FIRST_MAJOR_DAY)),
  {
    metric: "btc-hour-close",
    from: FIRST_CANDLE_DAY,
    required: false, // without candles a past row takes the close that ended at 00:00 UTC of its day
    request: (from, to) => ({ kind: "hourly", from: rowInstant(from), to: rowInstant(to) }),
  },
];

function dailyCloses(coin: "btc" | Major, first: UtcDay): BackfillStep {
  const request: BackfillStep["request"] = (from, to) => ({ kind: "daily", coin, from, to: addDays(to, -1) });
  return { metric: `${coin}-close`, from: first, required: true, request };
}

/** Called with the progress of a part: days fetched, of all days, and the closes that came with them. */
export type Progress = (part: string, done: number, total: number, prices?: WeeklyPrices) => void;

/**
 * Fetches one part, from where the last run stopped or an imported file ends. Pages come oldest first, so the newest
 * stored day is the progress.
 *
 * @returns whether the part is complete, or no enabled source has it
 */
export async function fetchStep(
  deps: AskDeps,
  step: BackfillStep,
  progress: Progress,
  signal: AbortSignal,
): Promise<boolean> {
  const to = newestRowDay(deps.clock.now());
  const from = await resumePoint(deps, step);
  const total = to - step.from;
  const known = weeklyPrices(step, await knownCloses(deps, step, from));
  progress(step.metric, Math.min(from - step.from, total), total, known);
  if (from >= to) return true;
  const request = step.request(from, to);
  const only = isWholePast(step, from) ? LONG_MEMORY : undefined;
  if (only === undefined && sourcesFor(request, deps.sources).length === 0) return true;
  const hasBeginning = (stored: readonly Observation[]): boolean =>
    stored.length > 0 && (only === undefined || reachesBack(stored));
  let isBegun = false;
  const onPage = async (page: readonly Observation[]): Promise<void> => {
    isBegun ||= hasBeginning(page);
    const newest = page.at(-1);
    // Without the beginning nothing is noted, or the next run would resume behind it.
    if (newest === undefined || !isBegun) return;
    const day = dayOfObservation(newest);
    await deps.stores.installation.put(stepMark(step), formatDay(day));
    progress(step.metric, day - step.from, total, weeklyPrices(step, page));
  };
  const stored = await ask(deps, { request, onPage, enough: hasBeginning, ...(only && { only }) }, signal);
  if (!hasBeginning(stored)) return false;
  await deps.stores.installation.put(stepMark(step), formatDay(to));
  progress(step.metric, total, total);
  return true;
}

/** What an earlier run has stored. */
async function knownCloses({ stores }: AskDeps, { metric, from }: BackfillStep, to: UtcDay) {
  return metric === "btc-close" && to > from ? stores.observations.between(metric, endOf(from), endOf(to)) : [];
}

/** What the front page draws while the past is fetched. */
function weeklyPrices({ metric }: BackfillStep, observations: readonly Observation[]): WeeklyPrices {
  if (metric !== "btc-close") return [];
  return observations.flatMap((each) => {
    const day = dayOfObservation(each);
    return day % 7 === 0 ? [[day, each.value] as const] : [];
  });
}

/** The key of the progress of a part: the newest stored day, as `2026-11-21`. */
export function stepMark(step: BackfillStep): string {
  return `backfill:${step.metric}`;
}

async function resumePoint(deps: AskDeps, step: BackfillStep): Promise<UtcDay> {
  const mark = parseDay((await deps.stores.installation.get(stepMark(step))) ?? "");
  if (mark !== undefined) return mark;
  const imported = await deps.stores.observations.newest(step.metric, deps.clock.now(), "import");
  return imported === undefined ? step.from : addDays(dayOfObservation(imported), 1);
}

/**
 * Every band needs the whole past, so the first Bitcoin closes come from a source that reaches back to the first days.
 */
function isWholePast(step: BackfillStep, from: UtcDay): boolean {
  return step.metric === "btc-close" && from === FIRST_DAY;
}

function reachesBack(stored: readonly Observation[]): boolean {
  return stored.some((each) => dayOfObservation(each) <= LATEST_FIRST_DAY);
}

/** The latest day for the first Bitcoin close: the model cannot begin later. */
export const LATEST_FIRST_DAY: UtcDay = addDays(FIRST_DAY, MAX_LEADING_DAYS);

/** Before this the pace is not known: what an earlier run has left is counted at once. */
const MIN_PACE_MS = 2 * SECOND_MS;

/** Adds up what the parts of the backfill report. @param onChange called after each report */
export function trackFirstStart(clock: Pick<Clock, "now">, onChange: (state: FirstStart) => void): Progress {
  const newest = newestRowDay(clock.now());
  const parts = new Map<string, PartProgress>(
    STEPS.map(({ metric, from }) => [metric, { done: 0, total: newest - from }]),
  );
  parts.set("history", { done: 0, total: newest - FIRST_DAY });
  const startedAt = clock.now();
  const reported = new Set<string>();
  const closes = new Map<UtcDay, number>();
  let prices: WeeklyPrices = [];
  let atStart = 0;
  let [most, grownAt] = [-1, startedAt];
  return (part, done, total, newPrices = []) => {
    for (const [day, priceUsd] of newPrices) closes.set(day, priceUsd);
    if (newPrices.length > 0) prices = [...closes].sort(([one], [other]) => one - other);
    // What is done when a part first reports was done by an earlier run, and does not count for the pace.
    if (!reported.has(part)) atStart += done;
    reported.add(part);
    parts.set(part, { done, total });
    const sum = (of: keyof PartProgress) => [...parts.values()].reduce((whole, each) => whole + each[of], 0);
    const [finished, wanted] = [sum("done"), sum("total")];
    const [elapsed, fetched] = [clock.now() - startedAt, finished - atStart];
    if (finished > most) [most, grownAt] = [finished, clock.now()];
    const stalledSince = clock.now() - grownAt < STALLED_MS ? undefined : grownAt;
    const isPaced = elapsed >= MIN_PACE_MS && fetched > 0 && stalledSince === undefined;
    onChange({
      share: finished / wanted,
      secondsLeft: isPaced ? Math.round(((wanted - finished) / fetched) * (elapsed / SECOND_MS)) : undefined,
      stalledSince,
      prices,
    });
  };
}

/** How far one part of the backfill has come, in days. */
type PartProgress = Readonly<Record<"done" | "total", number>>;

/** When nothing has come for so long, nobody can tell how long it still takes. The longest page takes a minute. */
const STALLED_MS = 2 * MINUTE_MS;

/** Between two log lines of one part; its end is always logged. */
const LOG_EVERY_MS = 5 * SECOND_MS;

/** Logs the backfill: a line for a part now and then, with how far all parts are together. */
export function logProgress(clock: Pick<Clock, "now">, log: Log): Progress {
  const logged = new Map<string, number>();
  let state: FirstStart | undefined;
  const track = trackFirstStart(clock, (next) => {
    state = next;
  });
  return (part, done, total) => {
    track(part, done, total);
    const last = logged.get(part) ?? Number.NEGATIVE_INFINITY;
    if (done < total && clock.now() - last < LOG_EVERY_MS) return;
    logged.set(part, clock.now());
    const share = Math.floor(1000 * (state?.share ?? 0)) / 1000; // never 1 before the end
    log.info({ part, done, total, share, secondsLeft: state?.secondsLeft }, "backfill");
  };
}
