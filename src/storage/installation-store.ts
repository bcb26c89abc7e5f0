import type { Kysely } from "kysely";
import type { InstallationStore } from "../operations/ports.js";
import { attempt } from "./attempt.js";
import type { Tables } from "./tables.js";

/** Small facts by key, in the table `installation`. */
export function installationStore(queries: Kysely<Tables>): InstallationStore {
  return {
    async get(key) {
      const query = queries.selectFrom("installation").select("value").where("key", "=", key);
      return (await attempt("read a fact of the installation", () => query.executeTakeFirst()))?.value;
    },

    async put(key, value) {
      const query = queries
        .insertInto("installation")
        .values({ key, value })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }));
      await attempt("put a fact of the installation", () => query.execute());
    },
  };
}
