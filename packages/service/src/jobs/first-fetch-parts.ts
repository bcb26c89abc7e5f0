/** The parts of the first fetch, and how each is fetched: from where what is stored ends. */

import { addDays, FIRST_DAY, MAJORS, MAX_LEADING_DAYS, type UtcDay, utcDay } from "peak-cycle-model";
import { newestRowDay } from "../domain/history.js";
import type { Metric, Observation } from "../domain/observation.js";
import { newestObservation } from "../storage/observations.js";
import type { Context } from "./context.js";
import type { FirstFetchProgress } from "./first-fetch-progress.js";
import { dayOfObservation } from "./stored-days.js";
import type { Upstreams } from "./upstreams.js";

/** The first day of the first exchange with a candle for every 06:00 UTC. */
const FIRST_CANDLE_DAY = utcDay("2011-08-18");

/** The vendor's first Fear & Greed value. */
const FIRST_FEAR_GREED_DAY = utcDay("2018-02-01");

/** The oldest close of a major that any source has: LTC in April 2013. */
const FIRST_MAJOR_DAY = utcDay("2013-04-01");

/** The sources whose Bitcoin closes begin early enough for the model: on 2010-07-18 and on 2010-08-16. */
export const LONG_MEMORY: readonly string[] = ["coin-metrics", "brk"];

/** The latest day for the first Bitcoin close: the model cannot begin later. */
export const LATEST_FIRST_DAY: UtcDay = addDays(FIRST_DAY, MAX_LEADING_DAYS);

/** A row that is missing among the newest days may come late at the source. */
const LATE_DAYS = 3;

/** One part of the first fetch. */
interface Part {
  readonly metric: Metric;
  readonly from: UtcDay;
  /** Without it a past row takes the close that ended at 00:00 UTC of its day. */
  readonly isOptional?: true;
  /** How many days are asked for at once; each piece is stored, and not fetched again. By default, all. */
  readonly daysAtOnce?: number;
}

/** All parts, in the order in which they are fetched: what the score needs most comes first. */
export const PARTS: readonly Part[] = [
  { metric: "btc-close", from: FIRST_DAY },
  { metric: "mvrv", from: FIRST_DAY },
  { metric: "fear-greed", from: FIRST_FEAR_GREED_DAY },
  ...MAJORS.map((coin) => ({ metric: `${coin}-close`, from: FIRST_MAJOR_DAY }) as const),
  // A page of the four candles a day that exchanges have.
  { metric: "btc-hour-close", from: FIRST_CANDLE_DAY, isOptional: true, daysAtOnce: 249 },
];

/** @returns whether the part is complete, as far as any enabled source has it */
export async function fetchPart(
  { clock, database }: Context,
  upstreams: Upstreams,
  part: Part,
  progress: FirstFetchProgress,
  signal: AbortSignal,
): Promise<boolean> {
  const { metric, daysAtOnce = Number.POSITIVE_INFINITY } = part;
  const to = newestRowDay(clock.now());
  const total = to - part.from;
  const newest = await newestObservation(database, metric, clock.now());
  let from = newest === undefined ? part.from : addDays(dayOfObservation(newest), 1);
  progress.report(metric, Math.min(from - part.from, total), total);
  const isBeginning = metric === "btc-close" && from === FIRST_DAY;
  const sources = upstreams.inOrder(metric).filter(({ name }) => !isBeginning || LONG_MEMORY.includes(name));
  const reachesBack = (rows: readonly Observation[]) =>
    rows.length > 0 && (!isBeginning || rows.some((row) => dayOfObservation(row) <= LATEST_FIRST_DAY));
  let isThere = from > addDays(to, -LATE_DAYS) || (sources.length === 0 && !isBeginning);
  while (from < to && sources.length > 0) {
    const until = Math.min(addDays(from, daysAtOnce), to) as UtcDay;
    const days = { from, to: until };
    const rows = await upstreams.collect(metric, days, signal, reachesBack, sources);
    isThere ||= reachesBack(rows);
    from = addDays(until, 1);
    progress.report(metric, Math.min(from - part.from, total), total);
  }
  return isThere;
}
