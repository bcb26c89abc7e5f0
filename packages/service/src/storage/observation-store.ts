/** The table `observations`: every number that a source has given lately. */

import type { Instant } from "peak-cycle-model";
import type { Metric, Observation } from "../domain/observation.js";
import { type Connection, chunks, withStorageErrors } from "./database.js";

/** They are removed in some 5 ms. Far more than are observed at one moment. */
const PRUNED_AT_ONCE = 500;

export function observationStore({ queries }: Connection) {
  const ofMetric = (metric: Metric) => queries.selectFrom("observations").where("metric", "=", metric);

  return {
    /**
     * Adds what is new, all or nothing. An observation is known when metric, source, observed time and value are.
     *
     * @returns how many were new
     */
    async add(observations: readonly Observation[]): Promise<number> {
      if (observations.length === 0) return 0;
      const rows = observations.toSorted(byKey); // or two instances that add the same ones would deadlock
      return withStorageErrors("add observations", () =>
        queries.transaction().execute(async (inside) => {
          let added = 0n;
          for (const chunk of chunks(rows)) {
            const insert = inside.insertInto("observations").values(chunk);
            const result = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
            added += result.numInsertedOrUpdatedRows ?? 0n;
          }
          return Number(added);
        }),
      );
    },

    /**
     * Observations of one metric with `from <= observedAt < to`, ordered by observed time, then fetched time. Restated
     * figures appear as further observations.
     */
    async between(metric: Metric, from: Instant, to: Instant): Promise<readonly Observation[]> {
      const rows = ofMetric(metric).selectAll().where("observedAt", ">=", from).where("observedAt", "<", to);
      // Source and value only break ties, so that two reads never differ.
      const ordered = rows.orderBy("observedAt").orderBy("fetchedAt").orderBy("source").orderBy("value");
      return withStorageErrors("read observations", () => ordered.execute());
    },

    /**
     * Newest by observed time, then fetched time; of one source when named.
     *
     * @param latest what is dated later is passed over: it would be the newest until then
     */
    async newest(metric: Metric, latest: Instant, source?: string): Promise<Observation | undefined> {
      const all = ofMetric(metric).where("observedAt", "<=", latest);
      const rows = source === undefined ? all : all.where("source", "=", source);
      // The newest time is found by a query of its own: in one, SQLite walks a million rows of a metric to find a
      // source that has long been silent.
      const newest = rows.select(({ fn }) => fn.max("observedAt").as("newest"));
      const last = rows.selectAll().where("observedAt", "=", newest);
      const ordered = last.orderBy("fetchedAt", "desc").orderBy("source", "desc").orderBy("value", "desc");
      return withStorageErrors("read the newest observation", () => ordered.limit(1).executeTakeFirst());
    },

    /**
     * Removes the oldest observations of a metric that were observed before a moment, some hundred at once.
     *
     * @returns whether there are more
     */
    async prune(metric: Metric, before: Instant): Promise<boolean> {
      return withStorageErrors("remove old observations", async () => {
        const old = ofMetric(metric).select("observedAt").where("observedAt", "<", before).orderBy("observedAt");
        const rest = await old.offset(PRUNED_AT_ONCE).limit(1).executeTakeFirst();
        const pruned = queries.deleteFrom("observations").where("metric", "=", metric);
        await pruned.where("observedAt", "<", rest?.observedAt ?? before).execute();
        return rest !== undefined;
      });
    },
  };
}

function byKey(a: Observation, b: Observation): number {
  const [one, other] = [a, b].map(({ metric, source }) => `${metric} ${source}`) as [string, string];
  if (one !== other) return one < other ? -1 : 1;
  return a.observedAt - b.observedAt || a.value - b.value;
}
