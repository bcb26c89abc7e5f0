import type { Instant, UtcDay } from "peak-cycle-model";
import { type OpenDatabase, storable, withStorageErrors } from "./database.js";
import type { ApiKeysTable } from "./tables.js";

/**
 * The keys of API Pro, by their hashes: no key itself is stored. The commands add and revoke them, whoever does the jobs, and any
 * process that answers notes their use; so nothing here is fenced.
 */
export function keyStore({ queries, isReadOnly = false }: OpenDatabase) {
  return {
    async add(key: NewApiKey): Promise<void> {
      const row: ApiKeysTable = {
        hash: key.hash,
        prefix: key.prefix,
        name: key.name,
        per_minute: key.perMinute,
        made_at: key.madeAt,
        last_used_day: null,
        until: key.until ?? null,
        revoked_at: null,
      };
      await withStorageErrors("add a key", () => queries.insertInto("api_keys").values(storable(row)).execute());
    },

    /** In the order in which they were made, revoked ones too. */
    async all(): Promise<readonly StoredApiKey[]> {
      const query = queries.selectFrom("api_keys").selectAll().orderBy("made_at").orderBy("hash");
      return (await withStorageErrors("read keys", () => query.execute())).map(toKey);
    },

    /** One that is revoked already stays as it is. */
    async revoke(hash: string, at: Instant): Promise<void> {
      const query = queries.updateTable("api_keys").set({ revoked_at: at });
      const known = query.where("hash", "=", hash).where("revoked_at", "is", null);
      await withStorageErrors("revoke a key", () => known.execute());
    },

    /** Notes that a key was used on a day; a standby, which nobody may write to, leaves it to others. */
    async noteUse(hash: string, day: UtcDay): Promise<void> {
      if (isReadOnly) return;
      const query = queries.updateTable("api_keys").set({ last_used_day: day }).where("hash", "=", hash);
      const older = query.where((row) => row.or([row("last_used_day", "is", null), row("last_used_day", "<", day)]));
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

function toKey(row: ApiKeysTable): StoredApiKey {
  return {
    hash: row.hash,
    prefix: row.prefix,
    name: row.name,
    perMinute: row.per_minute,
    madeAt: row.made_at,
    until: row.until ?? undefined,
    lastUsedDay: row.last_used_day ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}
