/**
 * The table `ledger`: read in its order, and appended to. What the lines mean is the business of `peak-cycle-verify`.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { UtcDay } from "peak-cycle-model";
import type { LedgerLine } from "peak-cycle-verify";
import { errorCode, LedgerConflictError } from "../domain/errors.js";
import { type Connection, chunks, withStorageErrors } from "./database.js";

/** Lines that are read at once: checked and folded in some 5 ms, between which requests are answered. */
const PAGE = 100;

export function ledgerStore({ queries, snapshot }: Connection) {
  return {
    /**
     * Reads every line from a position on, as they are at one moment, in their order.
     *
     * @param onLines what it throws ends the reading
     */
    async read(from: number, onLines: (lines: readonly LedgerLine[]) => void): Promise<void> {
      await withStorageErrors("read the ledger", () =>
        snapshot(async (inside) => {
          for (let next = from; ; next += PAGE) {
            const page = inside.selectFrom("ledger").selectAll().where("position", ">=", next).orderBy("position");
            const lines = await page.limit(PAGE).execute();
            onLines(lines);
            if (lines.length < PAGE) return;
            await nextTurn();
          }
        }),
      );
    },

    /** What the newest entries say, for people; not checked. */
    async end(): Promise<{ readonly length: number; readonly closed: string; readonly signedAt: string } | undefined> {
      const newest = (kind: string) =>
        queries.selectFrom("ledger").selectAll().where("kind", "=", kind).orderBy("position", "desc").limit(1);
      const [day, statement] = await withStorageErrors("read the end of the ledger", async () => [
        await newest("day").executeTakeFirst(),
        await newest("statement").executeTakeFirst(),
      ]);
      if (statement === undefined) return undefined;
      const closed = /"closed":"([\d-]{10})"/.exec(day?.body ?? "")?.[1] ?? "no day";
      const signedAt = /signed_at\\":\\"([\dTZ:.-]{24})/.exec(statement.body)?.[1] ?? "at an unknown time";
      return { length: statement.position + 1, closed, signedAt };
    },

    /** The body of a closed day; not checked. */
    async dayBody(day: UtcDay): Promise<string | undefined> {
      const query = queries.selectFrom("ledger").select("body").where("kind", "=", "day").where("day", "=", day);
      return (await withStorageErrors("read a day of the ledger", () => query.executeTakeFirst()))?.body;
    },

    /** The names of all keys that have signed, oldest first; not checked. */
    async keyIds(): Promise<readonly string[]> {
      const query = queries.selectFrom("ledger").select("body").where("kind", "=", "key").orderBy("position");
      const rows = await withStorageErrors("read the keys of the ledger", () => query.execute());
      return rows.flatMap(({ body }) => /"key_id":"([\w-]{43})"/.exec(body)?.[1] ?? []);
    },

    /**
     * Appends lines that follow the newest one, all or none.
     *
     * @throws LedgerConflictError when somebody else has appended meanwhile
     */
    async append(lines: readonly LedgerLine[]): Promise<void> {
      const [first] = lines;
      if (first === undefined) return;
      await withStorageErrors("append to the ledger", () =>
        queries
          .transaction()
          .execute(async (inside) => {
            // Written first, so that of two who append at once the second waits and then conflicts, on either engine.
            for (const chunk of chunks(lines)) await inside.insertInto("ledger").values(chunk).execute();
            const before = inside.selectFrom("ledger").select(({ fn }) => fn.max("position").as("position"));
            const last = await before.where("position", "<", first.position).executeTakeFirst();
            if ((last?.position ?? -1) + 1 !== first.position) throw conflict();
          })
          .catch((error: unknown) => {
            throw IS_THERE.has(errorCode(error)) ? conflict() : error;
          }),
      );
    },
  };
}

const conflict = () => new LedgerConflictError("somebody else has appended to the ledger");

/** How SQLite and PostgreSQL refuse a row whose primary key is there. */
const IS_THERE: ReadonlySet<string> = new Set(["SQLITE_CONSTRAINT_PRIMARYKEY", "23505"]);
