import type { Kysely } from "kysely";
import type { ScriptStore } from "../operations/store-ports.js";
import { withStorageErrors } from "./database.js";
import type { Tables } from "./tables.js";

/** Versions of the embed scripts in the table `embed_scripts`. */
export function scriptStore(queries: Kysely<Tables>): ScriptStore {
  return {
    async keep(scripts, keptAt) {
      if (scripts.length === 0) return;
      const query = queries
        .insertInto("embed_scripts")
        .values(scripts.map(({ version, name, body }) => ({ version, name, body, kept_at: keptAt })))
        .onConflict((conflict) => conflict.columns(["version", "name"]).doNothing());
      await withStorageErrors("keep embed scripts", () => query.execute());
    },

    async all() {
      const query = queries.selectFrom("embed_scripts").select(["version", "name", "body"]);
      return withStorageErrors("read embed scripts", () => query.orderBy("version").orderBy("name").execute());
    },
  };
}
