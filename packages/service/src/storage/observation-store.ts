import type { Kysely } from "kysely";
import type { Instant } from "peak-cycle-model";
import { type Metric, type Observation, rangeOf } from "../domain/observation.js";
import { chunks, type FencingCheck, type OpenDatabase, storeWriter, withStorageErrors } from "./database.js";
import { MAX_INSTANT } from "./latest-rows.js";
import type { ObservationsTable, Tables } from "./tables.js";

/** Every number that a source has given. Append-only; what no source can have given is passed over when it is read. */
export function observationStore(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    /**
     * Adds what is new, all or nothing. An observation is known when metric, source, observed time and value are.
     *
     * @returns how many were new
     */
    async add(observations: readonly Observation[]): Promise<number> {
      if (observations.length === 0) return 0;
      // Always in the order of their key, or two instances that add the same ones would deadlock.
      const rows = observations.map(toRow).sort(byKey);
      return write.transaction("add observations", (transaction) => insert(transaction, rows));
    },

    /**
     * Observations of one metric with `from <= observedAt < to`, ordered by observed time, then fetched time. Restated
     * figures appear as further observations.
     */
    async between(metric: Metric, from: Instant, to: Instant): Promise<readonly Observation[]> {
      const query = possibleRows(queries, metric)
        .selectAll()
        .where("observed_at", ">=", from)
        .where("observed_at", "<", to)
        // Source and value only break ties, so that two reads never differ.
        .orderBy("observed_at")
        .orderBy("fetched_at")
        .orderBy("source")
        .orderBy("value");
      const rows = await withStorageErrors("read observations", () => query.execute());
      return rows.map(toObservation);
    },

    /**
     * Newest by observed time, then fetched time; of one source when named.
     *
     * @param latest what is dated later is passed over: it would be the newest until then
     */
    async newest(metric: Metric, latest: Instant, source?: string): Promise<Observation | undefined> {
      const all = possibleRows(queries, metric).where("observed_at", "<=", latest);
      const query = newestOf(source === undefined ? all : all.where("source", "=", source));
      const row = await withStorageErrors("read the newest observation", () => query.executeTakeFirst());
      return row && toObservation(row);
    },
  };
}

export type ObservationStore = ReturnType<typeof observationStore>;

async function insert(queries: Kysely<Tables>, rows: readonly ObservationsTable[]): Promise<number> {
  let added = 0;
  for (const chunk of chunks(rows)) {
    const result = await queries
      .insertInto("observations")
      .values(chunk)
      .onConflict((conflict) => conflict.columns(["metric", "source", "observed_at", "value"]).doNothing())
      .executeTakeFirst();
    added += Number(result.numInsertedOrUpdatedRows ?? 0);
  }
  return added;
}

/** Values that were refused when they came, and times that no date has, were changed since. */
function possibleRows(queries: Kysely<Tables>, metric: Metric) {
  const { min, max } = rangeOf(metric);
  return queries
    .selectFrom("observations")
    .where("metric", "=", metric)
    .where("value", ">=", min)
    .where("value", "<=", max)
    .where("fetched_at", "<=", MAX_INSTANT);
}

function newestOf(rows: ReturnType<typeof possibleRows>) {
  // The newest time is found by a query of its own: in one query, SQLite walks a million rows of a metric to find a
  // source that has long been silent.
  return rows
    .selectAll()
    .where(
      "observed_at",
      "=",
      rows.select(({ fn }) => fn.max("observed_at").as("newest")),
    )
    .orderBy("fetched_at", "desc")
    .orderBy("source", "desc")
    .orderBy("value", "desc")
    .limit(1);
}

function byKey(a: ObservationsTable, b: ObservationsTable): number {
  return (
    compare(a.metric, b.metric) || compare(a.source, b.source) || a.observed_at - b.observed_at || a.value - b.value
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function toRow({ metric, source, observedAt, fetchedAt, value }: Observation): ObservationsTable {
  return { metric, source, observed_at: observedAt, fetched_at: fetchedAt, value };
}

function toObservation(row: ObservationsTable): Observation {
  return {
    metric: row.metric,
    source: row.source,
    observedAt: row.observed_at,
    fetchedAt: row.fetched_at,
    value: row.value,
  };
}
