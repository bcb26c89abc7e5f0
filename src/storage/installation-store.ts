import type { Kysely } from "kysely";
import type { InstallationStore } from "../operations/store-ports.js";
import { attempt } from "./attempt.js";
import { type FencingCheck, writing } from "./fence.js";
import type { Tables } from "./tables.js";

/** Small facts by key, in the table `installation`. */
export function installationStore(queries: Kysely<Tables>, fence?: FencingCheck): InstallationStore {
  const write = writing(queries, fence);
  return {
    async get(key) {
      const query = queries.selectFrom("installation").select("value").where("key", "=", key);
      return (await attempt("read a fact of the installation", () => query.executeTakeFirst()))?.value;
    },

    async put(key, value) {
      const upsert = (into: Kysely<Tables>) =>
        into
          .insertInto("installation")
          .values({ key, value })
          .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
          .execute();
      await attempt("put a fact of the installation", () => write.statement(upsert));
    },
  };
}
