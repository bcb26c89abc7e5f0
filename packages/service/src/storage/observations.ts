/** The table `observations`: every number that a source has given lately. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Instant } from "peak-cycle-model";
import type { Metric, Observation } from "../domain/observation.js";
import type { Database } from "./database.js";

/** Rows that are stored in one go, in some 5 ms. Requests are answered in between. */
const ADDED_AT_ONCE = 250;

/** They are removed in some 5 ms. Far more than are observed at one moment. */
const PRUNED_AT_ONCE = 500;

/** Adds what is new. An observation is known when metric, source, observed time and value are. */
export async function addObservations(database: Database, observations: readonly Observation[]): Promise<void> {
  for (let from = 0; from < observations.length; from += ADDED_AT_ONCE) {
    if (from > 0) await nextTurn();
    const insert = database.insertInto("observations").values(observations.slice(from, from + ADDED_AT_ONCE));
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
  }
}

/**
 * Observations of one metric with `from <= observedAt < to`, ordered by observed time, then fetched time. Restated
 * figures appear as further observations.
 */
export async function observationsBetween(
  database: Database,
  metric: Metric,
  from: Instant,
  to: Instant,
): Promise<readonly Observation[]> {
  const rows = database.selectFrom("observations").selectAll().where("metric", "=", metric);
  const ordered = rows.where("observedAt", ">=", from).where("observedAt", "<", to).orderBy("observedAt");
  // Source and value only break ties, so that two reads never differ.
  return ordered.orderBy("fetchedAt").orderBy("source").orderBy("value").execute();
}

/**
 * Newest by observed time, then fetched time.
 *
 * @param latest what is dated later is passed over: it would be the newest until then
 */
export async function newestObservation(
  database: Database,
  metric: Metric,
  latest: Instant,
): Promise<Observation | undefined> {
  const rows = database.selectFrom("observations").selectAll().where("metric", "=", metric);
  const newest = rows.where("observedAt", "<=", latest).orderBy("observedAt", "desc").orderBy("fetchedAt", "desc");
  return newest.orderBy("source", "desc").orderBy("value", "desc").limit(1).executeTakeFirst();
}

/**
 * Removes the oldest observations of a metric that were observed before a moment, some hundred at once.
 *
 * @returns whether there are more
 */
export async function pruneObservations(database: Database, metric: Metric, before: Instant): Promise<boolean> {
  const rows = database.selectFrom("observations").select("observedAt").where("metric", "=", metric);
  const old = rows.where("observedAt", "<", before).orderBy("observedAt");
  const rest = await old.offset(PRUNED_AT_ONCE).limit(1).executeTakeFirst();
  const pruned = database.deleteFrom("observations").where("metric", "=", metric);
  await pruned.where("observedAt", "<", rest?.observedAt ?? before).execute();
  return rest !== undefined;
}
