/** Reads the stored observations of days, for closing and computing them. */

import {
  addDays,
  DAY_MS,
  dayOf,
  endOf,
  type Instant,
  MAJORS,
  MINUTE_MS,
  plus,
  startOf,
  type UtcDay,
} from "peak-cycle-model";
import { CLOSE_MS, rowInstant } from "../domain/history.js";
import type { Quote } from "../domain/live-figures.js";
import type { Metric, Observation } from "../domain/observation.js";
import { rankOf } from "../sources/order.js";
import type { Db } from "../storage/database.js";
import { observationsBetween } from "../storage/observations.js";

/** Figures by metric and day: each source's newest, the best source first. */
export class StoredDays {
  readonly #days = new Map<string, readonly Observation[]>();

  /**
   * @param rows of a metric in stored order, by observed, then fetched time: a source's last one for a day is its
   *   newest
   */
  constructor(rows: readonly Observation[]) {
    for (const row of rows) {
      const { metric, source } = row;
      const key = `${metric} ${dayOfObservation(row)}`;
      const others = (this.#days.get(key) ?? []).filter((each) => each.source !== source);
      this.#days.set(
        key,
        [...others, row].sort((a, b) => rankOf(metric, a.source) - rankOf(metric, b.source)),
      );
    }
  }

  /** The best source first. */
  all(metric: Metric, day: UtcDay): readonly Observation[] {
    return this.#days.get(`${metric} ${day}`) ?? [];
  }
}

/** The metrics a day consists of. */
const DAILY_METRICS: readonly Metric[] = [
  "btc-close",
  "btc-hour-close",
  "mvrv",
  "fear-greed",
  "dominance",
  ...MAJORS.map((major) => `${major}-close` as const),
];

/** Reads the observations of days `from..to`, both included, with one query per metric. */
export async function readStoredDays(
  db: Db,
  from: UtcDay,
  to: UtcDay,
  metrics: readonly Metric[] = DAILY_METRICS,
): Promise<StoredDays> {
  const rows: Observation[] = [];
  for (const metric of metrics) {
    const begin = firstInstant(metric, from);
    const observations = await observationsBetween(db, metric, begin, firstInstant(metric, addDays(to, 1)));
    // Earlier versions stored the price at 00:00, too.
    rows.push(...observations.filter((row) => metric !== "btc-hour-close" || row.observedAt % DAY_MS === CLOSE_MS));
  }
  return new StoredDays(rows);
}

/** Days `from..to`, both included; empty if `to` is before `from`. */
export function daysOf(from: UtcDay, to: UtcDay): readonly UtcDay[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => addDays(from, i));
}

/**
 * The day an observation belongs to. A close or MVRV is observed at 24:00, the first instant of the next day; the price
 * of 06:00 at 06:00 of its own day.
 */
function dayOfObservation({ metric, observedAt }: Observation): UtcDay {
  return isAtDayEnd(metric) ? addDays(dayOf(observedAt), -1) : dayOf(observedAt);
}

/** The earliest `observedAt` of a metric within a day. */
function firstInstant(metric: Metric, day: UtcDay): Instant {
  if (metric === "btc-hour-close") return rowInstant(day);
  return isAtDayEnd(metric) ? endOf(day) : startOf(day);
}

function isAtDayEnd(metric: Metric): boolean {
  return metric === "mvrv" || (metric.endsWith("-close") && metric !== "btc-hour-close");
}

/** Maximum age of our own stored price at an instant. */
const OWN_QUOTE_MS = 10 * MINUTE_MS;

/** Our last stored price of the ten minutes before an instant. */
export async function lastOwnQuote(db: Db, at: Instant): Promise<Quote | undefined> {
  return (await observationsBetween(db, "btc-price", plus(at, -OWN_QUOTE_MS), plus(at, 1))).at(-1);
}
