/** What is stored about days, for whoever closes or computes them. */

import {
  addDays,
  dayOf,
  endOf,
  HOUR_MS,
  type Instant,
  MAJORS,
  MINUTE_MS,
  plus,
  startOf,
  type UtcDay,
} from "peak-cycle-model";
import { CLOSE_HOUR } from "../domain/history.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { rankOf } from "../sources/order.js";
import type { Database } from "../storage/database.js";
import { observationsBetween } from "../storage/observations.js";

type ByDay = ReadonlyMap<UtcDay, readonly Observation[]>;

/** Per metric and day, the newest figure of each source. */
export class StoredDays {
  readonly #metrics: ReadonlyMap<Metric, ByDay>;

  constructor(metrics: ReadonlyMap<Metric, ByDay>) {
    this.#metrics = metrics;
  }

  /** The best source first. */
  all(metric: Metric, day: UtcDay): readonly Observation[] {
    return this.#metrics.get(metric)?.get(day) ?? [];
  }

  best(metric: Metric, day: UtcDay): Observation | undefined {
    return this.all(metric, day)[0];
  }
}

/** How many days before a range are read with it: the figures of a day are compared with those of the days before. */
export const LOOKBACK_DAYS = 8;

/** What days are made of. */
export const DAILY_METRICS: readonly Metric[] = [
  "btc-close",
  "mvrv",
  "fear-greed",
  "dominance",
  ...MAJORS.map((major) => `${major}-close` as const),
];

/**
 * Reads what is stored about days `from..to`, both included, and about the `LOOKBACK_DAYS` before them: one query a
 * metric, however long the range.
 *
 * @param isTrusted which observations count; by default, all
 */
export async function readDays(
  database: Database,
  from: UtcDay,
  to: UtcDay,
  isTrusted: (each: Observation) => boolean = () => true,
): Promise<StoredDays> {
  const metrics = new Map<Metric, ByDay>();
  for (const metric of DAILY_METRICS) {
    const begin = firstInstant(metric, addDays(from, -LOOKBACK_DAYS));
    const rows = await observationsBetween(database, metric, begin, firstInstant(metric, addDays(to, 1)));
    metrics.set(metric, byDay(rows.filter(isTrusted), metric));
  }
  return new StoredDays(metrics);
}

/** The stored order is by observed and fetched time, so the last figure of a source for a day is its newest. */
function byDay(rows: readonly Observation[], metric: Metric): ByDay {
  const days = new Map<UtcDay, Map<string, Observation>>();
  for (const row of rows) {
    const day = dayOfObservation(row);
    const known = days.get(day) ?? new Map<string, Observation>();
    days.set(day, known.set(row.source, row));
  }
  const best = (a: Observation, b: Observation) => rankOf(metric, a.source) - rankOf(metric, b.source);
  return new Map([...days].map(([day, bySource]) => [day, [...bySource.values()].sort(best)]));
}

/** Days `from..to`, both included; none when `to` comes first. */
export function daysOf(from: UtcDay, to: UtcDay): readonly UtcDay[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => addDays(from, i));
}

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

/** How old our own stored price may be to stand for a moment. */
const OWN_QUOTE_MS = 10 * MINUTE_MS;

/** Our own last stored price of the ten minutes up to a moment. */
export async function lastOwnQuote(database: Database, at: Instant): Promise<Quote | undefined> {
  return (await observationsBetween(database, "btc-price", plus(at, -OWN_QUOTE_MS), plus(at, 1))).at(-1);
}
