/** An open database, the right to do the jobs on it, and how its failures are told. */

import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from "kysely";
import { errorMessage, StorageError } from "../domain/errors.js";
import type { Tables } from "./tables.js";

/**
 * What everything is read and written through, SQLite or PostgreSQL: queries are the same text for both. Whatever a
 * query fails with is a StorageError.
 */
export type Database = Kysely<Tables>;

/** The database of an installation. */
export interface OpenDatabase {
  readonly queries: Database;
  /**
   * Tries to become the one process that does the jobs.
   *
   * @param name of this process, for people
   * @returns `undefined` while another one is
   */
  beginTerm(name: string): Promise<Term | undefined>;
  /** The name of the process that does the jobs; `undefined` when none does, or with SQLite. */
  leader(): Promise<string | undefined>;
  /** Ends every connection and gives up every lock; a second call does nothing. */
  close(): Promise<void>;
}

/**
 * The time for which this process alone does the jobs. On SQLite it lasts as long as the process has the folder. On
 * PostgreSQL it lasts as long as the session that holds the lock, and everything is written through that session: after
 * the term nothing can be.
 */
export class Term {
  readonly queries: Database;
  readonly #close: () => Promise<void>;
  readonly #ending = new AbortController();

  constructor(queries: Database, close: () => Promise<void>) {
    [this.queries, this.#close] = [queries, close];
  }

  /** Aborted when the term is over, with the reason. */
  get over(): AbortSignal {
    return this.#ending.signal;
  }

  /** Ends it, so that another process can begin one. A second call does nothing. */
  async end(reason: string): Promise<void> {
    if (this.over.aborted) return;
    this.#ending.abort(new StorageError(reason));
    await this.#close();
  }
}

/** Who may do what: `write` serves or works, `beside` makes a short write next to it, `read` changes nothing. */
export type OpenMode = "write" | "beside" | "read";

/** There is no database at that place, or none of ours. */
export class NothingStoredError extends StorageError {}

/** Makes whatever a query of a connection fails with a StorageError. */
export async function nameFailures(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery;
  connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    try {
      return (await execute.call(connection, query)) as QueryResult<Row>;
    } catch (error) {
      throw storageError(error);
    }
  };
}

/** @param cause what a driver has thrown. The drivers' messages hold no password. */
export function storageError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  return new StorageError(`the database failed: ${faultOf(cause)}`, { cause });
}

/** Why a driver failed. */
export function faultOf(cause: unknown): string {
  // If a host name has several addresses, Node throws one error without a message for all of them.
  return cause instanceof AggregateError ? cause.errors.map(errorMessage).join("; ") : errorMessage(cause);
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
