/** Reads the stored observations of days, for closing and computing them. */

import { addDays, dayOf, endOf, type Instant, MAJORS, MINUTE_MS, plus, startOf, type UtcDay } from "peak-cycle-model";
import { CLOSE_MS } from "../domain/history.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { rankOf } from "../sources/order.js";
import type { Database } from "../storage/database.js";
import { observationsBetween } from "../storage/observations.js";

/** Figures by metric and day: each source's newest, the best source first. */
export class StoredDays {
  readonly #rows: readonly Observation[];
  readonly #days = new Map<string, readonly Observation[]>();

  /**
   * @param rows of a metric in stored order, by observed, then fetched time: a source's last one for a day is its
   *   newest
   */
  constructor(rows: readonly Observation[]) {
    this.#rows = rows;
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

  best(metric: Metric, day: UtcDay): Observation | undefined {
    return this.all(metric, day)[0];
  }

  filter(isKept: (each: Observation) => boolean): StoredDays {
    const kept = this.#rows.filter(isKept);
    return kept.length === this.#rows.length ? this : new StoredDays(kept);
  }
}

/** Days read before a range, because a day's figures are compared with earlier ones. */
export const LOOKBACK_DAYS = 8;

/** The metrics a day consists of. */
const DAILY_METRICS: readonly Metric[] = [
  "btc-close",
  "mvrv",
  "fear-greed",
  "dominance",
  ...MAJORS.map((major) => `${major}-close` as const),
];

/**
 * Reads the observations of days `from..to`, both included, and of the `LOOKBACK_DAYS` before them, with one query per
 * metric.
 */
export async function readDays(database: Database, from: UtcDay, to: UtcDay): Promise<StoredDays> {
  const rows: Observation[] = [];
  for (const metric of DAILY_METRICS) {
    const begin = firstInstant(metric, addDays(from, -LOOKBACK_DAYS));
    rows.push(...(await observationsBetween(database, metric, begin, firstInstant(metric, addDays(to, 1)))));
  }
  return new StoredDays(rows);
}

/** Days `from..to`, both included; empty if `to` is before `from`. */
export function daysOf(from: UtcDay, to: UtcDay): readonly UtcDay[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => addDays(from, i));
}

/**
 * The day an observation belongs to. A close or MVRV is observed at 24:00, the first instant of the next day. For
 * hourly closes a day begins at 06:00, the one rows need, so that the newest one's day has it and the next day does
 * not.
 */
export function dayOfObservation({ metric, observedAt }: Pick<Observation, "metric" | "observedAt">): UtcDay {
  if (metric === "btc-hour-close") return dayOf(plus(observedAt, -CLOSE_MS));
  return isAtDayEnd(metric) ? addDays(dayOf(observedAt), -1) : dayOf(observedAt);
}

/** The earliest `observedAt` of a metric within a day. */
function firstInstant(metric: Metric, day: UtcDay): Instant {
  return isAtDayEnd(metric) ? endOf(day) : startOf(day);
}

function isAtDayEnd(metric: Metric): boolean {
  return metric === "mvrv" || metric.endsWith("-close");
}

/** Maximum age of our own stored price for a moment. */
const OWN_QUOTE_MS = 10 * MINUTE_MS;

/** Our last stored price of the ten minutes before a moment. */
export async function lastOwnQuote(database: Database, at: Instant): Promise<Quote | undefined> {
  return (await observationsBetween(database, "btc-price", plus(at, -OWN_QUOTE_MS), plus(at, 1))).at(-1);
}
