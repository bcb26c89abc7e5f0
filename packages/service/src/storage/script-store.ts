import type { Kysely } from "kysely";
import type { Instant } from "peak-cycle-model";

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

/** A script for other people's pages, byte for byte as it was served. */
export interface StoredScript {
  readonly version: string;
  /** `nhci-chart.js` */
  readonly name: string;
  readonly body: string;
}

/** Every version of the scripts that was ever served: a page may pin one by its hash. Append-only. */
export interface ScriptStore {
  /** Adds all or none. A version and name that is stored already stays as it is. */
  keep(scripts: readonly StoredScript[], keptAt: Instant): Promise<void>;
  /** In the order of versions and names. */
  all(): Promise<readonly StoredScript[]>;
}
