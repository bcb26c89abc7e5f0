/** The table `state`: what the jobs last knew, as JSON, by name. */

import { type FencingCheck, type OpenDatabase, storeWriter, withStorageErrors } from "./database.js";

export function stateStore(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  const write = storeWriter(database, fence);
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
      await write.transaction("store its state", async (inside) => {
        const newest = inside.selectFrom("state").select(({ fn }) => fn.max("version").as("version"));
        const version = ((await newest.executeTakeFirst())?.version ?? 0) + 1;
        await inside
          .insertInto("state")
          .values({ name, version, body })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ version, body }))
          .execute();
      });
    },
  };
}
