/** The time for which this process is the only one that does the jobs and writes what they make. */

import { StorageError } from "../domain/errors.js";
import type { Connection } from "./database.js";

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
 * On SQLite a term lasts as long as the process has the folder. On PostgreSQL it lasts as long as the session lives
 * that holds the lock, and everything is written through that session: after the term nothing can be.
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
