/** What is stored about days, for whoever closes or computes them. */

import {
  addDays,
  dayOf,
  endOf,
  HOUR_MS,
  type Instant,
  MAJORS,
  type Major,
  MINUTE_MS,
  plus,
  startOf,
  type UtcDay,
} from "peak-cycle-model";
import { CLOSE_HOUR } from "../domain/history.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { type DataKind, rankOf } from "../sources/order.js";
import { type Database, readObservations } from "./stored.js";

/** What is stored about each day of a range: per day, the newest figure of each source, best source first. */
export interface StoredObservationsByDay {
  closes(day: UtcDay): readonly Observation[];
  mvrv(day: UtcDay): readonly Observation[];
  fearGreed(day: UtcDay): Observation | undefined;
  dominance(day: UtcDay): Observation | undefined;
  majors(major: Major, day: UtcDay): readonly Observation[];
}

/** How many days before a range are read with it: the figures of a day are compared with those of the days before. */
export const LOOKBACK_DAYS = 8;

/**
 * Reads what is stored about days `from..to`, both included, and about the `LOOKBACK_DAYS` before them: one query a
 * metric, however long the range.
 */
export async function readObservationsByDay(
  database: Database,
  from: UtcDay,
  to: UtcDay,
): Promise<StoredObservationsByDay> {
  const first = addDays(from, -LOOKBACK_DAYS);
  const read = async (metric: Metric, kind: DataKind): Promise<ByDay> =>
    bySource(
      await readObservations(database, metric, firstInstant(metric, first), firstInstant(metric, addDays(to, 1))),
      kind,
    );
  const closes = await read("btc-close", "dailyCloses");
  const mvrv = await read("mvrv", "mvrv");
  const fearGreed = await read("fear-greed", "fearGreed");
  const dominance = await read("dominance", "dominance");
  const majors = new Map<Major, ByDay>();
  for (const major of MAJORS) majors.set(major, await read(`${major}-close`, "dailyCloses"));
  return {
    closes: (day) => closes.get(day) ?? [],
    mvrv: (day) => mvrv.get(day) ?? [],
    fearGreed: (day) => fearGreed.get(day)?.[0],
    dominance: (day) => dominance.get(day)?.[0],
    majors: (major, day) => majors.get(major)?.get(day) ?? [],
  };
}

/** Days `from..to`, both included; none when `to` comes first. */
export function daysOf(from: UtcDay, to: UtcDay): readonly UtcDay[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => addDays(from, i));
}

type ByDay = ReadonlyMap<UtcDay, readonly Observation[]>;

/**
 * The day an observation belongs to. A close or MVRV is observed at 24:00, which is the next day's first instant.
 * Hourly closes count from 06:00, since rows need that one: the day of a newest one has it, and the next day has not.
 */
export function dayOfObservation({ metric, observedAt }: Pick<Observation, "metric" | "observedAt">): UtcDay {
  if (metric === "btc-hour-close") return dayOf(plus(observedAt, -CLOSE_HOUR * HOUR_MS));
  return isAtDayEnd(metric) ? addDays(dayOf(observedAt), -1) : dayOf(observedAt);
}

/** The earliest `observedAt` of a metric that belongs to a day. */
function firstInstant(metric: Metric, day: UtcDay): Instant {
  return isAtDayEnd(metric) ? endOf(day) : startOf(day);
}

function isAtDayEnd(metric: Metric): boolean {
  return metric === "mvrv" || metric.endsWith("-close");
}

/** The stored order is by observed and fetched time, so the last figure of a source for a day is its newest. */
function bySource(observations: readonly Observation[], kind: DataKind): ByDay {
  const days = new Map<UtcDay, Observation[]>();
  for (const observation of observations) {
    const day = dayOfObservation(observation);
    const known = days.get(day);
    if (known === undefined) days.set(day, [observation]);
    else {
      const place = known.findIndex(({ source }) => source === observation.source);
      known.splice(place === -1 ? known.length : place, 1, observation);
    }
  }
  for (const each of days.values()) each.sort((a, b) => rankOf(kind, a.source) - rankOf(kind, b.source));
  return days;
}

/** How old our own stored price may be to stand for a moment. */
const OWN_QUOTE_MS = 10 * MINUTE_MS;

/** Our own last stored price of the ten minutes up to a moment. */
export async function lastOwnQuote(database: Database, at: Instant): Promise<Quote | undefined> {
  return (await readObservations(database, "btc-price", plus(at, -OWN_QUOTE_MS), plus(at, 1))).at(-1);
}
