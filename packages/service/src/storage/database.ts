/** An open database, how several queries become one transaction, and how its failures are told. */

import type { IsolationLevel, Kysely, Transaction } from "kysely";
import { errorMessage, isNamedFailure, StorageError } from "../domain/errors.js";
import { faultSentence } from "./fault-sentence.js";
import type { Tables } from "./tables.js";

/** What stores read and write through: SQLite or PostgreSQL; queries are the same text for both. */
export interface Connection {
  readonly queries: Kysely<Tables>;
  /** Whether it is to a standby, which nobody may write to. */
  readonly isReadOnly?: boolean;
  /** Reads everything as it is at one moment, however long it takes, beside the reads and writes of others. */
  snapshot<T>(read: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Ends every connection and gives up every lock; a second call does nothing. */
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
    if (isNamedFailure(cause)) throw cause;
    throw new StorageError(`the database could not ${operation}: ${faultSentence(cause)}`, { cause });
  }
}

/** Works with a database that was just opened, and closes it when that fails. */
export async function closeOnError<T>(database: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
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

/**
 * Several queries, all or none; within a transaction, a part of it.
 *
 * @throws what `work` throws, also when the rollback fails in its turn, as it does on a lost connection and after
 *   SQLite has rolled back by itself because the disk is full
 */
export async function inTransaction<T>(
  queries: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
  isolation?: IsolationLevel,
): Promise<T> {
  if (queries.isTransaction) return work(queries as Transaction<Tables>);
  const transaction = queries.transaction();
  let failure: unknown;
  try {
    const begun = isolation === undefined ? transaction : transaction.setIsolationLevel(isolation);
    return await begun.execute(async (inside) => {
      try {
        return await work(inside);
      } catch (cause) {
        failure = cause;
        throw cause;
      }
    });
  } catch (cause) {
    throw failure ?? (UNDONE.test(errorMessage(cause)) ? new Error("the disk took no more of it", { cause }) : cause);
  }
}

/**
 * What a rollback says after SQLite has rolled back by itself, since the disk failed at the commit: the reason is lost.
 */
const UNDONE = /^cannot rollback - no transaction is active$/;

/**
 * A row as it may be stored.
 *
 * @throws StorageError when it holds NaN, which SQLite would store as a missing value and PostgreSQL as it is, for ever
 */
export function storable<Row extends object>(row: Row): Row {
  for (const column of Object.keys(row)) {
    const value = row[column as keyof Row];
    if (Number.isNaN(value)) throw new StorageError(`NaN cannot be stored as ${column}: a missing value is null`);
  }
  return row;
}

/** Bound values in one query: SQLite takes 32,766 at most, PostgreSQL 65,535. */
const MAX_PARAMETERS = 30_000;

/**
 * Cuts rows into pieces that fit one INSERT each, in their order. Rows all have the same columns.
 *
 * @throws StorageError as `storable`
 */
export function chunks<Row extends object>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const columns = Object.keys(rows[0] ?? {}).length;
  const size = Math.max(1, Math.floor(MAX_PARAMETERS / Math.max(1, columns)));
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size).map(storable));
}
