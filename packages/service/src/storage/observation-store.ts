import type { Kysely } from "kysely";
import type { Instant } from "peak-cycle-model";
import { type Metric, type Observation, rangeOf } from "../domain/observation.js";
import { type Connection, chunks, inTransaction, withStorageErrors } from "./database.js";
import type { Tables } from "./tables.js";

/** Every number that a source has given lately. What no source can have given is passed over when it is read. */
export function observationStore({ queries }: Connection) {
  return {
    /**
     * Adds what is new, all or nothing. An observation is known when metric, source, observed time and value are.
     *
     * @returns how many were new
     */
    async add(observations: readonly Observation[]): Promise<number> {
      if (observations.length === 0) return 0;
      const rows = observations.toSorted(byKey); // or two instances that add the same ones would deadlock
      return withStorageErrors("add observations", () => inTransaction(queries, (inside) => insert(inside, rows)));
    },

    /**
     * Observations of one metric with `from <= observedAt < to`, ordered by observed time, then fetched time. Restated
     * figures appear as further observations.
     */
    async between(metric: Metric, from: Instant, to: Instant): Promise<readonly Observation[]> {
      const query = possibleRows(queries, metric)
        .selectAll()
        .where("observedAt", ">=", from)
        .where("observedAt", "<", to)
        // Source and value only break ties, so that two reads never differ.
        .orderBy("observedAt")
        .orderBy("fetchedAt")
        .orderBy("source")
        .orderBy("value");
      return withStorageErrors("read observations", () => query.execute());
    },

    /**
     * Newest by observed time, then fetched time; of one source when named.
     *
     * @param latest what is dated later is passed over: it would be the newest until then
     */
    async newest(metric: Metric, latest: Instant, source?: string): Promise<Observation | undefined> {
      const all = possibleRows(queries, metric).where("observedAt", "<=", latest);
      const query = newestOf(source === undefined ? all : all.where("source", "=", source));
      return withStorageErrors("read the newest observation", () => query.executeTakeFirst());
    },

    /**
     * Removes the oldest observations of a metric that were observed before a moment, some hundred at once.
     *
     * @returns whether there are more
     */
    async prune(metric: Metric, before: Instant): Promise<boolean> {
      return withStorageErrors("remove old observations", async () => {
        const old = queries.selectFrom("observations").select("observedAt").where("metric", "=", metric);
        const first = old.where("observedAt", "<", before).orderBy("observedAt");
        const rest = await first.offset(PRUNED_AT_ONCE).limit(1).executeTakeFirst();
        const pruned = queries.deleteFrom("observations").where("metric", "=", metric);
        await pruned.where("observedAt", "<", rest?.observedAt ?? before).execute();
        return rest !== undefined;
      });
    },
  };
}

/** They are removed in some 5 ms. Far more than are observed at one moment. */
const PRUNED_AT_ONCE = 500;

/** Dates of JavaScript end there. */
const MAX_INSTANT = 8.64e15 as Instant;

async function insert(queries: Kysely<Tables>, rows: readonly Observation[]): Promise<number> {
  let added = 0;
  for (const chunk of chunks(rows)) {
    const result = await queries
      .insertInto("observations")
      .values(chunk)
      .onConflict((conflict) => conflict.columns(["metric", "source", "observedAt", "value"]).doNothing())
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
    .where("fetchedAt", "<=", MAX_INSTANT);
}

function newestOf(rows: ReturnType<typeof possibleRows>) {
  // The newest time is found by a query of its own: in one query, SQLite walks a million rows of a metric to find a
  // source that has long been silent.
  return rows
    .selectAll()
    .where(
      "observedAt",
      "=",
      rows.select(({ fn }) => fn.max("observedAt").as("newest")),
    )
    .orderBy("fetchedAt", "desc")
    .orderBy("source", "desc")
    .orderBy("value", "desc")
    .limit(1);
}

function byKey(a: Observation, b: Observation): number {
  return compare(a.metric, b.metric) || compare(a.source, b.source) || a.observedAt - b.observedAt || a.value - b.value;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
