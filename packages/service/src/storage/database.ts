/** An open database, the right to do the jobs on it, and how its failures are told. */

import type { Kysely, Transaction } from "kysely";
import { errorMessage, isNamedFailure, StorageError } from "../domain/errors.js";
import type { Tables } from "./tables.js";

/** What stores read and write through: SQLite or PostgreSQL; queries are the same text for both. */
export interface Connection {
  readonly queries: Kysely<Tables>;
  /** Reads everything as it is at one moment, however long it takes, beside the reads and writes of others. */
  snapshot<T>(read: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Ends every connection and gives up every lock; a second call does nothing. */
  close(): Promise<void>;
}

/** The database of an installation. */
export interface OpenDatabase extends Connection {
  /**
   * Tries to become the one process that does the jobs.
   *
   * @param name of this process, for people
   * @returns `undefined` while another one is
   */
  beginTerm(name: string): Promise<Term | undefined>;
  /** The name of the process that does the jobs; `undefined` when none does, or with SQLite. */
  leader(): Promise<string | undefined>;
}

/**
 * The time for which this process alone does the jobs. On SQLite it lasts as long as the process has the folder. On
 * PostgreSQL it lasts as long as the session that holds the lock, and everything is written through that session: after
 * the term nothing can be.
 */
export class Term {
  readonly connection: Connection;
  readonly #ending = new AbortController();

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Aborted when the term is over, with the reason. */
  get over(): AbortSignal {
    return this.#ending.signal;
  }

  /** Ends it, so that another process can begin one. A second call does nothing. */
  async end(reason: string): Promise<void> {
    if (this.over.aborted) return;
    this.#ending.abort(new StorageError(reason));
    await this.connection.close();
  }
}

/** Who may do what: `write` serves or works, `beside` makes a short write next to it, `read` changes nothing. */
export type OpenMode = "write" | "beside" | "read";

/** There is no database at that place, or none of ours. */
export class NothingStoredError extends StorageError {}

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
    throw new StorageError(`the database could not ${operation}: ${faultOf(cause)}`, { cause });
  }
}

/** Why a database failed. The drivers' messages hold no password. */
export function faultOf(cause: unknown): string {
  // If a host name has several addresses, Node throws one error without a message for all of them.
  return cause instanceof AggregateError ? cause.errors.map(errorMessage).join("; ") : errorMessage(cause);
}

/** Does the first work with a database that was just opened, and closes it if that fails. */
export async function closeOnError<T>(database: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Works with something open and closes it afterwards, even if the work fails. */
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

/** Bound values in one query: SQLite takes 32,766 at most, PostgreSQL 65,535. */
const MAX_PARAMETERS = 30_000;

/** Cuts rows into pieces that fit one INSERT each, in their order. Rows all have the same columns. */
export function chunks<Row extends object>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const size = Math.floor(MAX_PARAMETERS / Object.keys(rows[0] ?? { none: 0 }).length);
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size));
}
