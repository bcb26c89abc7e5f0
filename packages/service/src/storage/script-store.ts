import type { Kysely } from "kysely";
import type { Instant } from "peak-cycle-model";
import { withStorageErrors } from "./database.js";
import type { Tables } from "./tables.js";

/** Every version of the scripts that was ever served: a page may pin one by its hash. Append-only. */
export function scriptStore(queries: Kysely<Tables>) {
  return {
    /** Adds all or none. A version and name that is stored already stays as it is. */
    async keep(scripts: readonly StoredScript[], keptAt: Instant): Promise<void> {
      if (scripts.length === 0) return;
      const query = queries
        .insertInto("embed_scripts")
        .values(scripts.map(({ version, name, body }) => ({ version, name, body, keptAt })))
        .onConflict((conflict) => conflict.columns(["version", "name"]).doNothing());
      await withStorageErrors("keep embed scripts", () => query.execute());
    },

    /** In the order of versions and names. */
    async all(): Promise<readonly StoredScript[]> {
      const query = queries.selectFrom("embed_scripts").select(["version", "name", "body"]);
      return withStorageErrors("read embed scripts", () => query.orderBy("version").orderBy("name").execute());
    },
  };
}

export type ScriptStore = ReturnType<typeof scriptStore>;

/** A script for other people's pages, byte for byte as it was served. */
export interface StoredScript {
  readonly version: string;
  /** `nhci-chart.js` */
  readonly name: string;
  readonly body: string;
}
