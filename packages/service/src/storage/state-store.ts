/** The table `state`: what the jobs last knew, as JSON, by name. */

import { sql } from "kysely";
import { type Connection, withStorageErrors } from "./database.js";

export function stateStore({ queries }: Connection) {
  return {
    /** @returns `undefined` when nothing of this name is stored, or no JSON */
    async get(name: string): Promise<unknown> {
      const query = queries.selectFrom("state").select("body").where("name", "=", name);
      const row = await withStorageErrors("read its state", () => query.executeTakeFirst());
      try {
        return row && JSON.parse(row.body);
      } catch {
        return undefined;
      }
    },

    /** Replaces what was stored. The version is greater than that of all that is stored. */
    async put(name: string, value: unknown): Promise<void> {
      const body = JSON.stringify(value);
      const put = sql`insert into state (name, version, body)
        values (${name}, (select coalesce(max(version), 0) + 1 from state), ${body})
        on conflict (name) do update set version = excluded.version, body = excluded.body`;
      await withStorageErrors("store its state", () => put.execute(queries));
    },
  };
}
