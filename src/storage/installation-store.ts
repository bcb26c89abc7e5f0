import type { Kysely } from "kysely";
import type { InstallationStore } from "../operations/store-ports.js";
import { type FencingCheck, fencedWriter, withStorageErrors } from "./database.js";
import type { Tables } from "./tables.js";

/** Small facts by key, in the table `installation`. */
export function installationStore(queries: Kysely<Tables>, fence?: FencingCheck): InstallationStore {
  const write = fencedWriter(queries, fence);
  return {
    async get(key) {
      const query = queries.selectFrom("installation").select("value").where("key", "=", key);
      return (await withStorageErrors("read a fact of the installation", () => query.executeTakeFirst()))?.value;
    },

    async put(key, value) {
      const upsert = (into: Kysely<Tables>) =>
        into
          .insertInto("installation")
          .values({ key, value })
          .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
          .execute();
      await withStorageErrors("put a fact of the installation", () => write.statement(upsert));
    },
  };
}
