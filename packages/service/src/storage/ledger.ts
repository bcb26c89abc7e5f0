/**
 * The table `ledger`: read in order, and only ever appended to. `peak-cycle-verify` defines the meaning of its rows.
 */

import { setImmediate as yieldToRequests } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { LedgerLine } from "peak-cycle-verify";
import { errorCode, LedgerConflictError, StorageError } from "../domain/errors.js";
import type { Db } from "./database.js";
import type { Tables } from "./tables.js";

/** Lines read at a time: checking and folding them takes about 5 ms, and requests are served in between. */
const PAGE = 100;

/**
 * Reads all lines in order, including lines appended during the read, but never a part of an append.
 *
 * @param onLines may throw to stop reading
 */
export async function readLines(db: Kysely<Tables>, onLines: (lines: readonly LedgerLine[]) => void): Promise<void> {
  const all = db.selectFrom("ledger").selectAll().orderBy("position").limit(PAGE);
  for (let next = 0; ; await yieldToRequests()) {
    const lines = await all.where("position", ">=", next).execute();
    onLines(lines);
    if (lines.length < PAGE) return;
    next = (lines.at(-1)?.position ?? next) + 1;
  }
}

/**
 * The ids of all keys that have signed, oldest first, unverified.
 *
 * @param isOurs whether a key belongs to this installation. After the last such key, the ids end before the first
 *   unendorsed key, since anyone who can write to the database can append one
 */
export async function signingKeyIds(
  db: Db,
  isOurs: (keyId: string, position: number) => boolean = () => false,
): Promise<readonly string[]> {
  const query = db.selectFrom("ledger").select(["position", "body"]).where("kind", "=", "key");
  const keys = (await query.orderBy("position").execute()).flatMap(({ position, body }) => {
    const [, keyId] = /"key_id":"([\w-]{43})"/.exec(body) ?? [];
    return keyId === undefined ? [] : [{ keyId, position, isEndorsed: !body.includes('"endorsed_by":null') }];
  });
  const last = keys.findLastIndex(({ keyId, position }) => isOurs(keyId, position));
  const foreign = last < 0 ? -1 : keys.findIndex(({ isEndorsed }, at) => at > last && !isEndorsed);
  return (foreign < 0 ? keys : keys.slice(0, foreign)).map(({ keyId }) => keyId);
}

/**
 * Appends lines after the newest one, all or none.
 *
 * @throws LedgerConflictError if another process has appended since
 */
export async function appendLines(db: Db, lines: readonly LedgerLine[]): Promise<void> {
  const [first] = lines;
  if (first === undefined) return;
  await db.transaction().execute(async (inside) => {
    // Written first, so that the second of two concurrent appends waits and then conflicts, on both engines.
    await inside
      .insertInto("ledger")
      .values(lines)
      .execute()
      .catch((error: unknown) => {
        const isThere = error instanceof StorageError && IS_THERE.has(errorCode(error.cause));
        throw isThere ? conflict() : error;
      });
    const before = inside.selectFrom("ledger").select(({ fn }) => fn.max("position").as("position"));
    const last = await before.where("position", "<", first.position).executeTakeFirst();
    if ((last?.position ?? -1) + 1 !== first.position) throw conflict();
  });
}

const conflict = () => new LedgerConflictError("another process has appended to the ledger");

/** Codes of SQLite and PostgreSQL for a duplicate primary key. */
const IS_THERE: ReadonlySet<string> = new Set(["SQLITE_CONSTRAINT_PRIMARYKEY", "23505"]);
