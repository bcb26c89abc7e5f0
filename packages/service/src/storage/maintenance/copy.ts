import type { Kysely } from "kysely";
import { ServiceError, StorageError } from "../../domain/errors.js";
import { closeAfter, inTransaction, type OpenDatabase, type WatchOptions, withStorageErrors } from "../database.js";
import { type DatabaseLocation, isUnfinishedCopy, openCopyTarget, openSource } from "../open-database.js";
import type { Tables } from "../tables.js";
import {
  COPIED_TABLES,
  countRows,
  isLastPage,
  isSameRow,
  type KeyedTable,
  keyOf,
  pagesOf,
  rowsBetween,
  type StoredRow,
  type TablePage,
  UNFINISHED_COPY_KEY,
} from "./table-pages.js";

/**
 * Opens both databases, copies everything and closes them again.
 *
 * @returns how many rows there are
 * @throws StorageError or CopyError as `copyDatabase`, or when one of the two cannot be opened
 */
export async function copyBetween(
  places: { readonly from: DatabaseLocation; readonly to: DatabaseLocation },
  watch: WatchOptions,
): Promise<number> {
  return closeAfter(await openSource(places.from, "exclusive"), async (from) =>
    closeAfter(await openCopyTarget(places.to), (to) => copyDatabase({ from, to, ...watch })),
  );
}

/**
 * Copies every row and then compares every value. When it was stopped, the next call resumes.
 *
 * @returns how many rows there are
 * @throws StorageError when the target holds something else, or a database fails
 * @throws CopyError when a row differs: a target of another source, or a source that has changed meanwhile
 */
export async function copyDatabase(copying: CopyJob): Promise<number> {
  if (!(await withStorageErrors("take the copy", () => claim(copying.to)))) return compareFinished(copying);
  await eachPage(copying, "copy", (part, stretch) =>
    withStorageErrors("take rows", () => addMissing(copying.to, part, stretch)),
  );
  const rows = await eachPage(copying, "compare", (part, stretch) => compare(copying.to, part, stretch));
  await withStorageErrors("end the copy", () =>
    copying.to.queries.deleteFrom("installation").where("key", "=", UNFINISHED_COPY_KEY).execute(),
  );
  return rows;
}

/** The copy differs from its source. What was copied stays, and so does the mark that the copy is unfinished. */
export class CopyError extends ServiceError {
  readonly code = "copy";
}

/** `progress` is called with the rows done, of all: first while they are copied, then while they are compared. */
interface CopyJob extends WatchOptions {
  readonly from: OpenDatabase;
  /** A database of this version without rows, or an unfinished copy of the same source. */
  readonly to: OpenDatabase;
}

/** Marks an empty target as a copy, in the transaction that checks that it is empty. @returns false when it is not empty */
async function claim({ queries, lockForWrite }: OpenDatabase): Promise<boolean> {
  return inTransaction(queries, async (transaction) => {
    await lockForWrite(transaction);
    if (await isUnfinishedCopy(transaction)) {
      await forgetLatest(transaction);
      return true;
    }
    if ((await firstWithRows(transaction)) !== undefined) return false;
    await transaction.insertInto("installation").values({ key: UNFINISHED_COPY_KEY, value: "" }).execute();
    return true;
  });
}

async function firstWithRows(queries: Kysely<Tables>): Promise<KeyedTable | undefined> {
  for (const part of COPIED_TABLES) if ((await countRows(queries, part)) > 0) return part;
  return undefined;
}

/** Run again after its end, a copy is compared only. @throws StorageError when the target holds something else */
async function compareFinished(copying: CopyJob): Promise<number> {
  try {
    return await eachPage(copying, "compare", (part, stretch) => compare(copying.to, part, stretch));
  } catch (cause) {
    if (!(cause instanceof CopyError)) throw cause;
    const part = await withStorageErrors("read rows", () => firstWithRows(copying.to.queries));
    const text = `the target is not empty: it has rows in ${part?.table}. Copy into a new database`;
    throw new StorageError(text, { cause });
  }
}

/** Removes rows that the source may have replaced since the copy was stopped. */
async function forgetLatest(transaction: Kysely<Tables>): Promise<void> {
  const replaced = ["market", "source_states", "reports", "receivers", "deliveries"] as const;
  for (const table of replaced) await transaction.deleteFrom(table).execute();
  await transaction.deleteFrom("installation").where("key", "<>", UNFINISHED_COPY_KEY).execute();
}

async function eachPage(
  { from, progress, signal }: CopyJob,
  work: "copy" | "compare",
  act: (part: KeyedTable, page: TablePage) => Promise<void>,
): Promise<number> {
  const counts = await withStorageErrors("count its rows", () =>
    Promise.all(COPIED_TABLES.map((part) => countRows(from.queries, part))),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  let done = 0;
  progress(work, done, total);
  for (const part of COPIED_TABLES) {
    for await (const page of pagesOf(from.queries, part)) {
      signal.throwIfAborted();
      await act(part, page);
      done += page.rows.length;
      progress(work, done, Math.max(done, total));
    }
  }
  return done;
}

/** In one transaction, so that a second copy that runs by mistake finds the rows and adds none again. */
async function addMissing({ queries, lockForWrite }: OpenDatabase, part: KeyedTable, page: TablePage): Promise<void> {
  await inTransaction(queries, async (transaction) => {
    await lockForWrite(transaction);
    const present = await sameRange(transaction, part, page);
    const known = new Set(present.map((row) => keyOf(part, row)));
    const missing = page.rows.filter((row) => !known.has(keyOf(part, row)));
    if (missing.length + present.length !== page.rows.length) throw differing(part);
    if (missing.length > 0)
      await transaction
        .insertInto(part.table)
        .values(missing as never)
        .execute();
  });
}

async function compare({ queries }: OpenDatabase, part: KeyedTable, page: TablePage): Promise<void> {
  const copied = await withStorageErrors("read rows", () => sameRange(queries, part, page));
  const isSame = copied.length === page.rows.length && page.rows.every((row, i) => isSameRow(row, copied[i] ?? {}));
  if (!isSame) throw differing(part);
}

/** The rows of the target that belong to a page of the source; after the last page there may be no more. */
function sameRange(
  queries: Kysely<Tables>,
  part: KeyedTable,
  { rows, after }: TablePage,
): Promise<readonly StoredRow[]> {
  return rowsBetween(queries, part, { after, upTo: isLastPage(rows) ? undefined : rows.at(-1) });
}

function differing({ table }: KeyedTable): CopyError {
  return new CopyError(
    `${table} differs from the source: the target belongs to another copy, or something still writes to one of the two. ` +
      "Stop what does, or begin again with a new database",
  );
}
