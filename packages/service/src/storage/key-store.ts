/**
 * The table `api_keys`: API Pro keys by their hashes; no key itself is stored. The commands add and revoke them,
 * and any process that answers notes their use.
 */

import type { Instant, UtcDay } from "peak-cycle-model";
import { type Connection, withStorageErrors } from "./database.js";
import type { StoredApiKey } from "./tables.js";

export function keyStore({ queries }: Connection) {
  return {
    async add(key: Omit<StoredApiKey, "lastUsedDay" | "revokedAt">): Promise<void> {
      const row = { ...key, lastUsedDay: null, revokedAt: null };
      await withStorageErrors("add a key", () => queries.insertInto("api_keys").values(row).execute());
    },

    /** In the order in which they were made, revoked ones too. */
    async all(): Promise<readonly StoredApiKey[]> {
      const query = queries.selectFrom("api_keys").selectAll().orderBy("madeAt").orderBy("hash");
      return withStorageErrors("read keys", () => query.execute());
    },

    /** One that is revoked already stays as it is. */
    async revoke(hash: string, at: Instant): Promise<void> {
      const query = queries.updateTable("api_keys").set({ revokedAt: at });
      const known = query.where("hash", "=", hash).where("revokedAt", "is", null);
      await withStorageErrors("revoke a key", () => known.execute());
    },

    async noteUse(hash: string, day: UtcDay): Promise<void> {
      const query = queries.updateTable("api_keys").set({ lastUsedDay: day }).where("hash", "=", hash);
      const older = query.where((row) => row.or([row("lastUsedDay", "is", null), row("lastUsedDay", "<", day)]));
      await withStorageErrors("note the use of a key", () => older.execute());
    },
  };
}
