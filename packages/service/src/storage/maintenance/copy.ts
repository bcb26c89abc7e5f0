import type { Kysely } from "kysely";
import { ServiceError, StorageError } from "../../domain/errors.js";
import { closeAfter, inTransaction, type OpenDatabase, withStorageErrors } from "../database.js";
import { type DatabaseLocation, openDatabase } from "../open-database.js";
import type { Tables } from "../tables.js";
import {
  COPIED_TABLES,
  countRows,
  isLastPage,
  isSameRow,
  type KeyedTable,
  pagesOf,
  rowsBetween,
  type TablePage,
} from "./table-pages.js";

/**
 * Opens both databases, copies everything and closes them again.
 *
 * @returns how many rows there are
 * @throws StorageError or CopyError as `copyDatabase`, or when one of the two cannot be opened
 */
export async function copyBetween(
  places: { readonly from: DatabaseLocation; readonly to: DatabaseLocation },
  signal: AbortSignal,
): Promise<number> {
  return closeAfter(await openDatabase(places.from, "exclusive"), async (from) =>
    closeAfter(await openDatabase(places.to, "write"), (to) => copyDatabase({ from, to, signal })),
  );
}

/**
 * Copies every row and then compares every value, in one transaction: a copy that is stopped leaves nothing. Run again
 * after its end, it compares only.
 *
 * @returns how many rows there are
 * @throws StorageError when the target holds something else, or a database fails
 * @throws CopyError when a row differs, since the source has changed meanwhile
 */
async function copyDatabase(copying: CopyJob): Promise<number> {
  const { to } = copying;
  const copied = await withStorageErrors("take the copy", () =>
    inTransaction(to.queries, async (transaction) => {
      await to.lockForWrite(transaction);
      if ((await firstWithRows(transaction)) !== undefined) return undefined;
      await eachPage(copying, async ({ table }, { rows }) => {
        if (rows.length === 0) return;
        await transaction
          .insertInto(table)
          .values(rows as never)
          .execute();
      });
      return eachPage(copying, (part, page) => compare(transaction, part, page));
    }),
  );
  return copied ?? compareFinished(copying);
}

/** The copy differs from its source. Nothing of it stays. */
class CopyError extends ServiceError {
  readonly code = "copy";
}

interface CopyJob {
  readonly from: OpenDatabase;
  /** A database of this version without rows, or a copy of the same source. */
  readonly to: OpenDatabase;
  /** Stops it between two pages. */
  readonly signal: AbortSignal;
}

async function firstWithRows(queries: Kysely<Tables>): Promise<KeyedTable | undefined> {
  for (const part of COPIED_TABLES) if ((await countRows(queries, part)) > 0) return part;
  return undefined;
}

/** @throws StorageError when the target holds something else */
async function compareFinished(copying: CopyJob): Promise<number> {
  const { queries } = copying.to;
  try {
    return await eachPage(copying, (part, page) => compare(queries, part, page));
  } catch (cause) {
    if (!(cause instanceof CopyError)) throw cause;
    const part = await withStorageErrors("read rows", () => firstWithRows(queries));
    const text = `the target is not empty: it has rows in ${part?.table}. Copy into a new database`;
    throw new StorageError(text, { cause });
  }
}

async function eachPage(
  { from, signal }: CopyJob,
  act: (part: KeyedTable, page: TablePage) => Promise<void>,
): Promise<number> {
  let done = 0;
  for (const part of COPIED_TABLES) {
    for await (const page of pagesOf(from.queries, part)) {
      signal.throwIfAborted();
      await act(part, page);
      done += page.rows.length;
    }
  }
  return done;
}

/** Compares a page of the source with the rows of the target in its place; after the last page there may be no more. */
async function compare(queries: Kysely<Tables>, part: KeyedTable, { rows, after }: TablePage): Promise<void> {
  const upTo = isLastPage(rows) ? undefined : rows.at(-1);
  const copied = await withStorageErrors("read rows", () => rowsBetween(queries, part, { after, upTo }));
  if (copied.length === rows.length && rows.every((row, i) => isSameRow(row, copied[i] ?? {}))) return;
  throw new CopyError(
    `${part.table} differs from the source: something still writes to it. Stop what does, and copy again`,
  );
}
