/** How jobs read, store and remove observations: many at once, without holding up requests. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Instant } from "peak-cycle-model";
import { METRICS, type Metric, type Observation } from "../domain/observation.js";
import type { Stores } from "../storage/stores.js";

/** The open database, as jobs hand it on. */
export type Database = Stores;

/** Rows that are stored in one go, in some 5 ms. Requests are answered in between. */
const ROWS_AT_ONCE = 250;

/** Stores what is not there yet. */
export async function addObservations(database: Database, seen: readonly Observation[]): Promise<void> {
  const rows = seen.map(({ metric, source, observedAt, fetchedAt, value }) => {
    return { metric, source, observedAt, fetchedAt, value };
  });
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    if (rows.length > ROWS_AT_ONCE) await nextTurn();
    await database.observations.add(rows.slice(from, from + ROWS_AT_ONCE));
  }
}

/** Removes what was observed before a moment. */
export async function pruneObservations(database: Database, before: Instant): Promise<void> {
  for (const metric of METRICS) while (await database.observations.prune(metric, before)) await nextTurn();
}

/** With `from <= observedAt < to`, oldest first. */
export function readObservations(
  database: Database,
  metric: Metric,
  from: Instant,
  to: Instant,
): Promise<readonly Observation[]> {
  return database.observations.between(metric, from, to);
}

/** The newest one that is observed no later than `upTo`, of any source or of one. */
export function newestObservation(
  database: Database,
  metric: Metric,
  upTo: Instant,
  source?: string,
): Promise<Observation | undefined> {
  return database.observations.newest(metric, upTo, source);
}
