import type { Instant, UtcDay } from "peak-cycle-model";
import { type Connection, storable, withStorageErrors } from "./database.js";
import type { ApiKeysTable } from "./tables.js";

/**
 * The keys of API Pro, by their hashes: no key itself is stored. The commands add and revoke them, whoever does the
 * jobs, and any process that answers notes their use.
 */
export function keyStore({ queries, isReadOnly = false }: Connection) {
  return {
    async add(key: NewApiKey): Promise<void> {
      const row = storable({ ...key, until: key.until ?? null, lastUsedDay: null, revokedAt: null });
      await withStorageErrors("add a key", () => queries.insertInto("api_keys").values(row).execute());
    },

    /** In the order in which they were made, revoked ones too. */
    async all(): Promise<readonly StoredApiKey[]> {
      const query = queries.selectFrom("api_keys").selectAll().orderBy("madeAt").orderBy("hash");
      return (await withStorageErrors("read keys", () => query.execute())).map(toKey);
    },

    /** One that is revoked already stays as it is. */
    async revoke(hash: string, at: Instant): Promise<void> {
      const query = queries.updateTable("api_keys").set({ revokedAt: at });
      const known = query.where("hash", "=", hash).where("revokedAt", "is", null);
      await withStorageErrors("revoke a key", () => known.execute());
    },

    /** Notes that a key was used on a day; a standby, which nobody may write to, leaves it to others. */
    async noteUse(hash: string, day: UtcDay): Promise<void> {
      if (isReadOnly) return;
      const query = queries.updateTable("api_keys").set({ lastUsedDay: day }).where("hash", "=", hash);
      const older = query.where((row) => row.or([row("lastUsedDay", "is", null), row("lastUsedDay", "<", day)]));
      await withStorageErrors("note the use of a key", () => older.execute());
    },
  };
}

/** A key as it is made. */
export interface NewApiKey {
  readonly hash: string;
  readonly prefix: string;
  readonly name: string;
  /** Requests in any 60 s. */
  readonly perMinute: number;
  readonly madeAt: Instant;
  /** The last UTC day on which it is good; without one it stays good. */
  readonly until: UtcDay | undefined;
}

export interface StoredApiKey extends NewApiKey {
  readonly lastUsedDay: UtcDay | undefined;
  readonly revokedAt: Instant | undefined;
}

function toKey({ until, lastUsedDay, revokedAt, ...key }: ApiKeysTable): StoredApiKey {
  const used = { lastUsedDay: lastUsedDay ?? undefined, revokedAt: revokedAt ?? undefined };
  return { ...key, until: until ?? undefined, ...used };
}
