/** How jobs read and write what is stored. What is behind it is not theirs to know. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Instant } from "peak-cycle-model";
import type { Metric, Observation } from "../domain/observation.js";
import type { HourlyScore } from "../domain/snapshot.js";
import type { Stores } from "../storage/stores.js";

/** Rows that are stored in one go: some 5 ms. */
const ROWS_AT_ONCE = 500;

/** Stores what is not there yet. */
export async function addObservations(database: Stores, seen: readonly Observation[]): Promise<void> {
  const rows = seen.map(({ metric, source, observedAt, fetchedAt, value }) => {
    return { metric, source, observedAt, fetchedAt, value };
  });
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    if (from > 0) await nextTurn(); // lets requests through
    await database.observations.add(rows.slice(from, from + ROWS_AT_ONCE));
  }
}

/** With `from <= observedAt < to`, oldest first. */
export function readObservations(
  database: Stores,
  metric: Metric,
  from: Instant,
  to: Instant,
): Promise<readonly Observation[]> {
  return database.observations.between(metric, from, to);
}

/** The newest one that is observed no later than `upTo`, of any source or of one. */
export function newestObservation(
  database: Stores,
  metric: Metric,
  upTo: Instant,
  source?: string,
): Promise<Observation | undefined> {
  return database.observations.newest(metric, upTo, source);
}

/** @returns false when that hour has a score already; the stored one stays */
export function putScore(database: Stores, score: HourlyScore): Promise<boolean> {
  return database.scores.add(score);
}

/** A small fact about this installation, such as its minute of the hour. */
export function readFact(database: Stores, key: string): Promise<string | undefined> {
  return database.installation.get(key);
}

export function putFact(database: Stores, key: string, value: string): Promise<void> {
  return database.installation.put(key, value);
}
