/**
 * The table `api_keys`: API Pro keys, stored only as hashes. The commands add and revoke them; every serving process
 * records their use.
 */

import type { Instant, UtcDay } from "peak-cycle-model";
import type { Database } from "./database.js";
import { readableRows } from "./parsed-rows.js";
import type { NewApiKey, StoredApiKey } from "./tables.js";

export async function addApiKey(database: Database, key: NewApiKey): Promise<void> {
  const row = { ...key, lastUsedDay: null, revokedAt: null };
  await database.insertInto("api_keys").values(row).execute();
}

/** All keys in order of creation, including revoked ones. A key whose row cannot be read is left out. */
export async function allApiKeys(database: Database): Promise<readonly StoredApiKey[]> {
  const keys = await database.selectFrom("api_keys").selectAll().orderBy("madeAt").orderBy("hash").execute();
  return readableRows(database, "api_keys", keys);
}

/** Does nothing if the key is already revoked. */
export async function revokeApiKey(database: Database, hash: string, at: Instant): Promise<void> {
  const query = database.updateTable("api_keys").set({ revokedAt: at });
  await query.where("hash", "=", hash).where("revokedAt", "is", null).execute();
}

export async function noteUse(database: Database, hash: string, day: UtcDay): Promise<void> {
  const query = database.updateTable("api_keys").set({ lastUsedDay: day }).where("hash", "=", hash);
  await query.where((row) => row.or([row("lastUsedDay", "is", null), row("lastUsedDay", "<", day)])).execute();
}
