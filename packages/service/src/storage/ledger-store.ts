/** The table `ledger`: read in its order, and appended to. What the lines mean is the business of `peak-cycle-verify`. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { LedgerLine } from "peak-cycle-verify";
import { LedgerConflictError } from "../domain/errors.js";
import { chunks, type FencingCheck, type OpenDatabase, storeWriter, withStorageErrors } from "./database.js";

/** Lines that are read at once: checked and folded in some 10 ms, between which requests are answered. */
const PAGE = 250;

export function ledgerStore(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    /**
     * Reads every line from a position on, as they are at one moment, in their order.
     *
     * @param onLines what it throws ends the reading
     */
    async read(from: number, onLines: (lines: readonly LedgerLine[]) => void): Promise<void> {
      await withStorageErrors("read the ledger", () =>
        database.snapshot(async (inside) => {
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

    /** -1 when there is none. */
    async newestPosition(): Promise<number> {
      const query = queries.selectFrom("ledger").select(({ fn }) => fn.max("position").as("position"));
      const found = await withStorageErrors("read the end of the ledger", () => query.executeTakeFirst());
      return found?.position ?? -1;
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
      await write.locked("append to the ledger", async (transaction) => {
        const newest = transaction.selectFrom("ledger").select(({ fn }) => fn.max("position").as("position"));
        const next = ((await newest.executeTakeFirst())?.position ?? -1) + 1;
        if (lines[0]?.position !== next) throw new LedgerConflictError("somebody else has appended to the ledger");
        for (const chunk of chunks(lines)) await transaction.insertInto("ledger").values(chunk).execute();
      });
    },
  };
}
