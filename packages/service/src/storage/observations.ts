/** The table `observations`: every number recently received from a source. */

import { setImmediate as yieldToRequests } from "node:timers/promises";
import type { Instant } from "peak-cycle-model";
import type { Metric, Observation } from "../domain/observation.js";
import type { Db } from "./database.js";
import { firstReadable, readableRows } from "./parsed-rows.js";

/** Rows stored at a time, in about 5 ms; requests are served in between. */
const ADDED_AT_ONCE = 250;

/** Rows removed at a time, in about 5 ms. Far fewer share one observation time. */
const PRUNED_AT_ONCE = 500;

/** Adds new observations. One already exists if metric, source, observed time and value match. */
export async function addObservations(db: Db, observations: readonly Observation[]): Promise<void> {
  for (let from = 0; from < observations.length; from += ADDED_AT_ONCE) {
    if (from > 0) await yieldToRequests();
    const insert = db.insertInto("observations").values(observations.slice(from, from + ADDED_AT_ONCE));
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
  }
}

/**
 * A metric's observations with `from <= observedAt < to`, by observed time, then fetched time. A restated figure is a
 * new observation.
 */
export async function observationsBetween(
  db: Db,
  metric: Metric,
  from: Instant,
  to: Instant,
): Promise<readonly Observation[]> {
  const rows = db.selectFrom("observations").selectAll().where("metric", "=", metric);
  const inOrder = rows.where("observedAt", ">=", from).where("observedAt", "<", to).orderBy("observedAt");
  // Source and value only break ties, so that every read returns the same order.
  const observations = await inOrder.orderBy("fetchedAt").orderBy("source").orderBy("value").execute();
  return readableRows(db, "observations", observations);
}

/**
 * The newest observation by observed time, then fetched time.
 *
 * @param latest skips future-dated ones, which would otherwise stay the newest until then
 */
export async function newestObservation(db: Db, metric: Metric, latest: Instant): Promise<Observation | undefined> {
  const rows = db.selectFrom("observations").selectAll().where("metric", "=", metric);
  const newest = rows.where("observedAt", "<=", latest).orderBy("observedAt", "desc").orderBy("fetchedAt", "desc");
  const inOrder = newest.orderBy("source", "desc").orderBy("value", "desc");
  return firstReadable(db, "observations", (limit, offset) => inOrder.limit(limit).offset(offset).execute());
}

/**
 * Removes a metric's oldest observations from before an instant, a few hundred at a time.
 *
 * @returns whether there are more
 */
export async function pruneObservations(db: Db, metric: Metric, before: Instant): Promise<boolean> {
  const rows = db.selectFrom("observations").select("observedAt").where("metric", "=", metric);
  const old = rows.where("observedAt", "<", before).orderBy("observedAt");
  const rest = await old.offset(PRUNED_AT_ONCE).limit(1).executeTakeFirst();
  const deletion = db.deleteFrom("observations").where("metric", "=", metric);
  await deletion.where("observedAt", "<", rest?.observedAt ?? before).execute();
  return rest !== undefined;
}
