/** An open database, the term of its leader, and database errors. */

import { type CompiledQuery, type DatabaseConnection, Kysely, type KyselyConfig, type QueryResult } from "kysely";
import { errorCode, errorMessage, StorageError } from "../domain/errors.js";
import { UnreadableRows } from "./parsed-rows.js";
import type { Tables } from "./tables.js";

/** The handle for all queries, on both SQLite and PostgreSQL. A query that fails throws a StorageError. */
export class Db extends Kysely<Tables> {
  readonly unreadable: UnreadableRows;

  /** @param unreadable shared with other connections to the same tables */
  constructor(config: KyselyConfig, unreadable = new UnreadableRows()) {
    super(config);
    this.unreadable = unreadable;
  }
}

/** The database of an installation. `await using` closes it at the end of the block. */
export interface OpenDatabase extends AsyncDisposable {
  readonly db: Db;
  /**
   * Tries to become the leader, the one process that runs the jobs.
   *
   * @param name of this process, for people to read
   * @returns `undefined` while another process leads
   */
  beginTerm(name: string): Promise<Term | undefined>;
  /** Who holds the leader lock; `undefined` if no process does, or with SQLite. */
  leader(): Promise<LockHolder | undefined>;
  /** Whether nothing can be stored, as on a standby. On SQLite, each writer finds out when it writes. */
  isReadOnly(): Promise<boolean>;
  /** Checks that a term can be held. @throws ConfigError if a pooler gives each query a different session */
  requireOwnSession(): Promise<void>;
  /** Closes every connection and releases every lock; a second call does nothing. */
  close(): Promise<void>;
}

/** The session that holds the leader lock. */
export interface LockHolder {
  /** For people to read. */
  readonly name: string;
  /** Whether it is an instance of Peak; if another program holds the lock, no instance can lead. */
  readonly isInstance: boolean;
}

/**
 * The term during which only this process runs the jobs. On SQLite it lasts as long as the process holds the folder
 * lock. On PostgreSQL it lasts as long as the session that holds the advisory lock. Everything is written through that
 * session, so nothing can be written after the term.
 */
export class Term {
  readonly db: Db;
  readonly #close: () => Promise<void>;
  readonly #ending = new AbortController();

  constructor(db: Db, close: () => Promise<void>) {
    [this.db, this.#close] = [db, close];
  }

  /** Aborts with the reason when the term is over. */
  get over(): AbortSignal {
    return this.#ending.signal;
  }

  /** Ends the term so that another process can lead. A second call does nothing. */
  async end(reason: string): Promise<void> {
    if (this.over.aborted) return;
    this.#ending.abort(new StorageError(reason));
    await this.#close();
  }
}

/**
 * `create` and `write` are for the service, and `create` creates what is missing. `beside` is for a short write while a
 * service may be running. `read` changes nothing.
 */
export type OpenMode = "create" | "write" | "beside" | "read";

export function isForService(access: OpenMode): boolean {
  return access === "create" || access === "write";
}

/** The SQLite file was removed or replaced while it was open, so anything written to it would be lost. */
export class ReplacedError extends StorageError {}

/** The database can be read, but not written. */
export class ReadOnlyError extends StorageError {}

/** There is no Peak database at that location. */
export class NothingStoredError extends StorageError {}

interface Watch {
  /** Called before each query; may throw. */
  readonly before?: (() => void) | undefined;
  /** Called after each query that got a response. */
  readonly after?: (() => void) | undefined;
}

/** Turns every query error of a connection into a StorageError. */
export async function nameFailures(connection: DatabaseConnection, { before, after }: Watch = {}): Promise<void> {
  const execute = connection.executeQuery;
  connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    try {
      before?.();
      const result = (await execute.call(connection, query)) as QueryResult<Row>;
      after?.();
      return result;
    } catch (error) {
      throw storageError(error);
    }
  };
}

/** @param cause the driver's error; its message never contains the password */
export function storageError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  if (READ_ONLY.has(errorCode(cause))) return new ReadOnlyError("the database is read-only", { cause });
  return new StorageError(`the database failed: ${faultOf(cause)}`, { cause });
}

/** Error codes of PostgreSQL, then of SQLite. */
const READ_ONLY = new Set(["25006", "SQLITE_READONLY", "SQLITE_READONLY_DBMOVED"]);

/** The reason of a driver's error. */
export function faultOf(cause: unknown): string {
  // If a host name has several addresses, Node throws a single error without a message.
  return cause instanceof AggregateError ? cause.errors.map(errorMessage).join("; ") : errorMessage(cause);
}
