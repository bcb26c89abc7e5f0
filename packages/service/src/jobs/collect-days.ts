/** Collects what the closing of days needs, from every source that has it. */

import { addDays, dayOf, endOf, HOUR_MS, MAJORS, plus, type UtcDay } from "peak-cycle-model";
import type { Observation, PastMetric } from "../domain/observation.js";
import { latestOf } from "../platform/clock.js";
import type { DayRange } from "../sources/source.js";
import { newestObservation } from "../storage/observations.js";
import type { Context } from "./context.js";
import type { Upstreams } from "./upstreams.js";

/**
 * The majors' closes are requested when the slowest source has them, so that one request per source is enough.
 */
const MAJORS_DELAY_MS = 3.5 * HOUR_MS;

/**
 * Fetches the closes of days `from..to` that some source has not stated yet: all that the hourly score needs about days
 * that have ended. Sends no request if nothing is missing.
 */
export async function collectCloses(
  { clock }: Context,
  upstreams: Upstreams,
  range: DayRange,
  signal: AbortSignal,
): Promise<void> {
  if (range.from > range.to) return;
  const isDue = clock.now() >= plus(endOf(range.to), MAJORS_DELAY_MS);
  await collectAll(upstreams, ["btc-close", ...(isDue ? MAJOR_CLOSES : [])], range, signal);
}

/**
 * Fetches everything that closing days `from..to` needs. Figures read before a certain moment are read again.
 *
 * @param readAgainSince 06:00 UTC of the last row: figures of the night may have been restated
 */
export async function collectDays(
  upstreams: Upstreams,
  { from, to }: DayRange,
  signal: AbortSignal,
  readAgainSince: number,
): Promise<void> {
  await Promise.all([
    collectAll(upstreams, ["btc-close", "mvrv", ...MAJOR_CLOSES], { from, to }, signal, readAgainSince),
    // The row of the day after is computed with that day's Fear & Greed.
    upstreams.collect("fear-greed", { from, to: addDays(to, 1) }, signal, readAgainSince),
  ]);
}

const MAJOR_CLOSES = MAJORS.map((coin) => `${coin}-close` as const);

async function collectAll(
  upstreams: Upstreams,
  metrics: readonly PastMetric[],
  range: DayRange,
  signal: AbortSignal,
  readAgainSince?: number,
): Promise<void> {
  await Promise.all(metrics.map((metric) => upstreams.collect(metric, range, signal, readAgainSince)));
}

/** How many days to request if none is known; the vendor has lost up to three days in a row. */
const FIRST_FEAR_GREED_DAYS = 7;

/**
 * Fetches Fear & Greed since the newest known day, unless today's value is known; it is published once a day, shortly
 * after 00:00 UTC.
 *
 * @returns the newest known value
 */
export async function collectFearGreed(
  { clock, database }: Context,
  upstreams: Upstreams,
  signal: AbortSignal,
): Promise<Observation | undefined> {
  const today = dayOf(clock.now());
  const newest = () => newestObservation(database, "fear-greed", latestOf(clock));
  const known = await newest();
  const from: UtcDay = known === undefined ? addDays(today, -FIRST_FEAR_GREED_DAYS) : dayOf(known.observedAt);
  if (from >= today) return known;
  await upstreams.collect("fear-greed", { from, to: today }, signal);
  return newest();
}
