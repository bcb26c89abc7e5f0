/** The parts of the first fetch, and how each is fetched: from where what is stored ends. */

import { addDays, endOf, FIRST_DAY, MAJORS, MAX_LEADING_DAYS, type Major, type UtcDay, utcDay } from "peak-cycle-model";
import { newestRowDay, rowInstant } from "../domain/history.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { OpenSource } from "../sources/all.js";
import type { DayRange } from "../sources/source.js";
import type { Context } from "./context.js";
import type { FirstFetchProgress } from "./first-fetch-progress.js";
import { dayOfObservation } from "./observations-by-day.js";
import { newestObservation, readObservations } from "./stored.js";
import type { Upstreams } from "./upstreams.js";

/** The first day of the first exchange with a candle for every 06:00 UTC. */
const FIRST_CANDLE_DAY = utcDay("2011-08-18");

/** The vendor's first Fear & Greed value. */
export const FIRST_FEAR_GREED_DAY = utcDay("2018-02-01");

/** The oldest close of a major that any source has: LTC in April 2013. */
const FIRST_MAJOR_DAY = utcDay("2013-04-01");

/** The sources whose Bitcoin closes begin early enough for the model: on 2010-07-18 and on 2010-08-16. */
export const LONG_MEMORY: readonly string[] = ["coin-metrics", "brk"];

/** The latest day for the first Bitcoin close: the model cannot begin later. */
export const LATEST_FIRST_DAY: UtcDay = addDays(FIRST_DAY, MAX_LEADING_DAYS);

/** A row that is missing among the newest days may come late at the source. */
const LATE_DAYS = 3;

/** Asks a source for a part of the past. */
type Call = (source: OpenSource, days: DayRange, signal: AbortSignal) => Promise<readonly Observation[]>;

/** One part of the first fetch. */
interface Part {
  readonly metric: Metric;
  readonly from: UtcDay;
  /** Whether past rows must not be frozen without it. */
  readonly isRequired: boolean;
  /** How many days are asked for at once; each piece is stored, and not fetched again. */
  readonly daysAtOnce: number;
  readonly sources: (upstreams: Upstreams) => readonly OpenSource[];
  /** @param days up to the newest one with a history row, so to the day after the newest closed one */
  readonly call: Call;
}

/** All parts, in the order in which they are fetched: what the score needs most comes first. */
export const PARTS: readonly Part[] = [
  closes("btc", FIRST_DAY),
  part(
    "mvrv",
    FIRST_DAY,
    (upstreams) => upstreams.inOrder("mvrv"),
    async (source, { from, to }, signal) => {
      return source.mvrv?.(source.client, { from, to: addDays(to, -1) }, signal) ?? [];
    },
  ),
  part(
    "fear-greed",
    FIRST_FEAR_GREED_DAY,
    (upstreams) => upstreams.inOrder("fearGreed"),
    async (source, days, signal) => {
      return source.fearGreed?.(source.client, days.from, signal) ?? [];
    },
  ),
  ...MAJORS.map((coin) => closes(coin, FIRST_MAJOR_DAY)),
  {
    metric: "btc-hour-close",
    from: FIRST_CANDLE_DAY,
    isRequired: false, // without candles a past row takes the close that ended at 00:00 UTC of its day
    daysAtOnce: 249, // a page of the four candles a day that exchanges have
    sources: (upstreams) => upstreams.inOrder("hourlyCloses"),
    call: async (source, { from, to }, signal) => {
      return source.hourlyCloses?.(source.client, { from: rowInstant(from), to: rowInstant(to) }, signal) ?? [];
    },
  },
];

function closes(coin: "btc" | Major, from: UtcDay): Part {
  return part(
    `${coin}-close`,
    from,
    (upstreams) => upstreams.inOrder("dailyCloses", coin),
    async (source, days, signal) => {
      return source.dailyCloses?.(source.client, coin, { from: days.from, to: addDays(days.to, -1) }, signal) ?? [];
    },
  );
}

function part(metric: Metric, from: UtcDay, sources: Part["sources"], call: Call): Part {
  return { metric, from, isRequired: true, daysAtOnce: Number.POSITIVE_INFINITY, sources, call };
}

/** @returns whether the part is complete, as far as any enabled source has it */
export async function fetchPart(
  { clock, database }: Context,
  upstreams: Upstreams,
  each: Part,
  progress: FirstFetchProgress,
  signal: AbortSignal,
): Promise<boolean> {
  const to = newestRowDay(clock.now());
  const total = to - each.from;
  const newest = await newestObservation(database, each.metric, clock.now());
  let from = newest === undefined ? each.from : addDays(dayOfObservation(newest), 1);
  const isDrawn = each.metric === "btc-close" && newest !== undefined;
  const known = isDrawn ? await readObservations(database, each.metric, endOf(FIRST_DAY), clock.now()) : [];
  progress.report(each.metric, Math.min(from - each.from, total), total, known);
  const isBeginning = each.metric === "btc-close" && from === FIRST_DAY;
  const sources = each.sources(upstreams).filter(({ name }) => !isBeginning || LONG_MEMORY.includes(name));
  const reachesBack = (rows: readonly Observation[]) =>
    rows.length > 0 && (!isBeginning || rows.some((row) => dayOfObservation(row) <= LATEST_FIRST_DAY));
  let isThere = from > addDays(to, -LATE_DAYS) || (sources.length === 0 && !isBeginning);
  while (from < to && sources.length > 0) {
    const until = Math.min(addDays(from, each.daysAtOnce), to) as UtcDay;
    const days = { from, to: until };
    const rows = await upstreams.collect(sources, signal, (source, end) => each.call(source, days, end), reachesBack);
    isThere ||= reachesBack(rows);
    from = addDays(until, 1);
    progress.report(each.metric, Math.min(from - each.from, total), total, rows);
  }
  return isThere;
}
