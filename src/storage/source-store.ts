import type { Kysely } from "kysely";
import type { SourceStore } from "../operations/store-ports.js";
import { type FencingCheck, fencedWriter, withStorageErrors } from "./database.js";
import type { Tables } from "./tables.js";

/** The state of each source, in the table `source_states`. */
export function sourceStore(queries: Kysely<Tables>, fence?: FencingCheck): SourceStore {
  const write = fencedWriter(queries, fence);
  return {
    async put({ source, askedAt, answeredAt, fault }) {
      const state = { asked_at: askedAt, answered_at: answeredAt ?? null, fault: fault ?? null };
      const upsert = (into: Kysely<Tables>) =>
        into
          .insertInto("source_states")
          .values({ source, ...state })
          .onConflict((conflict) => conflict.column("source").doUpdateSet(state))
          .execute();
      await withStorageErrors("put the state of a source", () => write.statement(upsert));
    },

    async all() {
      const query = queries.selectFrom("source_states").selectAll().orderBy("source");
      const rows = await withStorageErrors("read the states of sources", () => query.execute());
      return rows.map(({ source, asked_at, answered_at, fault }) => ({
        source,
        askedAt: asked_at,
        answeredAt: answered_at ?? undefined,
        fault: fault ?? undefined,
      }));
    },
  };
}
