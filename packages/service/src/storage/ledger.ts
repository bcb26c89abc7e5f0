/**
 * The table `ledger`: read in its order, and appended to. What the lines mean is the business of `peak-cycle-verify`.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { UtcDay } from "peak-cycle-model";
import type { LedgerLine } from "peak-cycle-verify";
import { errorCode, LedgerConflictError, StorageError } from "../domain/errors.js";
import type { Database } from "./database.js";

/** Lines that are read at once: checked and folded in some 5 ms, between which requests are answered. */
const PAGE = 100;

/**
 * Reads every line in its order. What is appended meanwhile is read too, each append whole.
 *
 * @param onLines what it throws ends the reading
 */
export async function readLines(database: Database, onLines: (lines: readonly LedgerLine[]) => void): Promise<void> {
  const all = database.selectFrom("ledger").selectAll().orderBy("position").limit(PAGE);
  for (let next = 0; ; await nextTurn()) {
    const lines = await all.where("position", ">=", next).execute();
    onLines(lines);
    if (lines.length < PAGE) return;
    next = (lines.at(-1)?.position ?? next) + 1;
  }
}

/** The body of a closed day; not checked. */
export async function dayBody(database: Database, day: UtcDay): Promise<string | undefined> {
  const query = database.selectFrom("ledger").select("body").where("kind", "=", "day").where("day", "=", day);
  return (await query.executeTakeFirst())?.body;
}

/** The names of all keys that have signed, oldest first; not checked. */
export async function signingKeyIds(database: Database): Promise<readonly string[]> {
  const query = database.selectFrom("ledger").select("body").where("kind", "=", "key").orderBy("position");
  return (await query.execute()).flatMap(({ body }) => /"key_id":"([\w-]{43})"/.exec(body)?.[1] ?? []);
}

/**
 * Appends lines that follow the newest one, all or none.
 *
 * @throws LedgerConflictError when somebody else has appended meanwhile
 */
export async function appendLines(database: Database, lines: readonly LedgerLine[]): Promise<void> {
  const [first] = lines;
  if (first === undefined) return;
  await database.transaction().execute(async (inside) => {
    // Written first, so that of two who append at once the second waits and then conflicts, on either engine.
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

const conflict = () => new LedgerConflictError("somebody else has appended to the ledger");

/** How SQLite and PostgreSQL refuse a row whose primary key is there. */
const IS_THERE: ReadonlySet<string> = new Set(["SQLITE_CONSTRAINT_PRIMARYKEY", "23505"]);
