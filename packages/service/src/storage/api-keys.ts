/**
 * The table `api_keys`: API Pro keys, stored only as hashes. The commands add and revoke them; every serving process
 * records their use.
 */

import type { Instant, UtcDay } from "peak-cycle-model";
import type { Db } from "./database.js";
import { readableRows } from "./parsed-rows.js";
import type { NewApiKey, StoredApiKey } from "./tables.js";

export async function addApiKey(db: Db, key: NewApiKey): Promise<void> {
  const row = { ...key, lastUsedDay: null, revokedAt: null };
  await db.insertInto("api_keys").values(row).execute();
}

/** All keys in order of creation, including revoked ones. A key whose row cannot be read is omitted. */
export async function allApiKeys(db: Db): Promise<readonly StoredApiKey[]> {
  const keys = await db.selectFrom("api_keys").selectAll().orderBy("madeAt").orderBy("hash").execute();
  return readableRows(db, "api_keys", keys);
}

/** Does nothing if the key is already revoked. */
export async function revokeApiKey(db: Db, hash: string, at: Instant): Promise<void> {
  const query = db.updateTable("api_keys").set({ revokedAt: at });
  await query.where("hash", "=", hash).where("revokedAt", "is", null).execute();
}

export async function noteUse(db: Db, hash: string, day: UtcDay): Promise<void> {
  const query = db.updateTable("api_keys").set({ lastUsedDay: day }).where("hash", "=", hash);
  await query.where((row) => row.or([row("lastUsedDay", "is", null), row("lastUsedDay", "<", day)])).execute();
}
