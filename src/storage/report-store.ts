import type { Kysely } from "kysely";
import type { ReportStore } from "../operations/store-ports.js";
import { type FencingCheck, fencedWriter, withStorageErrors } from "./database.js";
import type { Tables } from "./tables.js";

/** Reports on everything stored, in the table `reports`. */
export function reportStore(queries: Kysely<Tables>, fence?: FencingCheck): ReportStore {
  const write = fencedWriter(queries, fence);
  return {
    async put(name, mark, body) {
      const upsert = (into: Kysely<Tables>) =>
        into
          .insertInto("reports")
          .values({ name, mark, body })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ mark, body }))
          .execute();
      await withStorageErrors("put a report", () => write.statement(upsert));
    },

    async get(name) {
      const query = queries.selectFrom("reports").select(["mark", "body"]).where("name", "=", name);
      return withStorageErrors("read a report", () => query.executeTakeFirst());
    },

    async mark(name) {
      const query = queries.selectFrom("reports").select("mark").where("name", "=", name);
      return (await withStorageErrors("read the mark of a report", () => query.executeTakeFirst()))?.mark;
    },
  };
}
