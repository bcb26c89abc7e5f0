import type { Kysely, Transaction } from "kysely";
import { errorMessage, ServiceError, StorageError } from "../domain/errors.js";
import type { LeaseStore } from "../operations/store-ports.js";
import type { Tables } from "./tables.js";

/** An open database, whatever its engine. */
export interface OpenDatabase {
  readonly queries: Kysely<Tables>;
  /** To be called first in a transaction that reads before it writes: waits until no other such transaction runs. */
  lockForWrite(transaction: Transaction<Tables>): Promise<void>;
  /**
   * Reads everything as it is at one moment, however long it takes, beside the reads and writes of others.
   *
   * @throws StorageError when the file of the database was replaced
   */
  snapshot<T>(read: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Ends every connection and gives up every lock; a second call does nothing. */
  close(): Promise<void>;
}

/** The lease of a database, with its connection. */
export interface OpenLease {
  readonly lease: LeaseStore;
  /** Ends its connection; a second call does nothing. */
  close(): Promise<void>;
}

/**
 * Runs a database operation and turns its failure into a StorageError.
 *
 * @param operation what was tried, as the end of "the database could not …"
 * @throws StorageError with the driver's own error as cause
 */
export async function withStorageErrors<T>(operation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new StorageError(`the database could not ${operation}: ${errorMessage(cause)}`, { cause });
  }
}

/** Works with a database that was just opened, and closes it when that fails. */
export async function closeOnError<T>(database: Pick<OpenDatabase, "close">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Works with something open, and closes it afterwards, also when that fails. */
export async function closeAfter<Open extends { close(): Promise<void> }, T>(
  opened: Open,
  work: (opened: Open) => Promise<T>,
): Promise<T> {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** What work that takes long is given: where it reports its progress, and what stops it. */
export interface WatchOptions {
  readonly progress: (part: string, done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** Checks inside a transaction that this process still holds the lease, and locks it until the end. @throws LeaseLostError if not */
export type FencingCheck = (transaction: Transaction<Tables>) => Promise<void>;

/** The two ways in which a store writes; `operation` as for `withStorageErrors`. */
interface FencedWriter {
  /** One statement; with a fence, in a transaction after its check. */
  statement<T>(operation: string, work: (queries: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Several statements, all or none. */
  transaction<T>(operation: string, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
}

/** @param fence `undefined` where no other process can write, or where that does no harm */
export function fencedWriter(queries: Kysely<Tables>, fence: FencingCheck | undefined): FencedWriter {
  const transaction: FencedWriter["transaction"] = (operation, work) =>
    withStorageErrors(operation, () =>
      queries.transaction().execute(async (inside) => {
        await fence?.(inside);
        return work(inside);
      }),
    );
  const statement: FencedWriter["statement"] = (operation, work) => withStorageErrors(operation, () => work(queries));
  return { transaction, statement: fence === undefined ? statement : transaction };
}

/** Several statements, all or none, while no other such transaction runs: for what reads before it writes. */
export type LockedTransaction = FencedWriter["transaction"];

export function lockedWriter(
  { queries, lockForWrite }: Pick<OpenDatabase, "queries" | "lockForWrite">,
  fence: FencingCheck | undefined,
): LockedTransaction {
  const write = fencedWriter(queries, fence);
  return (operation, work) =>
    write.transaction(operation, async (transaction) => {
      await lockForWrite(transaction);
      return work(transaction);
    });
}

/** Bound values in one statement: SQLite takes 32,766 at most, PostgreSQL 65,535. */
const MAX_PARAMETERS = 30_000;

/** Cuts rows into pieces that fit one INSERT each, in their order. Rows all have the same columns. */
export function chunks<Row extends object>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const columns = Object.keys(rows[0] ?? {}).length;
  const size = Math.max(1, Math.floor(MAX_PARAMETERS / Math.max(1, columns)));
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size));
}
