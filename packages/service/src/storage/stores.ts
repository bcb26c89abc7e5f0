/** The database of an installation, SQLite or PostgreSQL: its five tables, each behind a few functions. */

import { sql } from "kysely";
import type { Instant } from "peak-cycle-model";
import {
  type Connection,
  closeAfter,
  NothingStoredError,
  type OpenDatabase,
  type OpenMode,
  withStorageErrors,
} from "./database.js";
import { keyStore } from "./key-store.js";
import { ledgerStore } from "./ledger-store.js";
import type { StartOptions } from "./migrations.js";
import { observationStore } from "./observation-store.js";
import { openSqlite } from "./open-sqlite.js";
import { scoreStore } from "./score-store.js";
import { stateStore } from "./state-store.js";

/** Closing them closes the connection. */
export function openStores(connection: Connection) {
  return {
    ledger: ledgerStore(connection),
    observations: observationStore(connection),
    scores: scoreStore(connection),
    state: stateStore(connection),
    keys: keyStore(connection),
    /** What was stored last: one round trip, also to tell whether the database answers. */
    async newest(): Promise<Newest> {
      const { rows } = await withStorageErrors("answer", () => NEWEST.execute(connection.queries));
      return rows[0] ?? { position: -1, version: 0, hour: null };
    },
    close: () => withStorageErrors("close", () => connection.close()),
  };
}

export type Stores = ReturnType<typeof openStores>;

/** What tells whether there is something new. */
export interface Newest {
  /** Of the newest entry of the ledger; -1 before the first. */
  readonly position: number;
  /** Grows whenever the state changes. */
  readonly version: number;
  /** Of the newest score. */
  readonly hour: Instant | null;
}

const NEWEST = sql<Newest>`select
  (select coalesce(max(position), -1) from ledger) as position,
  (select coalesce(max(version), 0) from state) as version,
  (select max(hour) from scores) as hour`;

/** Where everything is stored. */
export interface DatabaseLocation {
  /** Folder of the SQLite file, or, to read, such a file; not used with PostgreSQL. */
  readonly dataDir: string;
  /** The PostgreSQL database; `undefined` for SQLite. */
  readonly databaseUrl: URL | undefined;
}

/** Opens it. A writer makes it when there is none. @throws StorageError */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  access: OpenMode,
  options?: StartOptions,
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return openSqlite(dataDir, access, options);
  // Loaded when it is chosen only: a process on SQLite does not pay for the driver of PostgreSQL.
  const { openPostgres } = await import("./open-postgres.js");
  return openPostgres(databaseUrl, access, options);
}

/**
 * Reads from the stores at a place, beside a running service: nothing is changed.
 *
 * @returns what `read` gives; `undefined` when there is no database yet
 * @throws StorageError when there is one that cannot be read
 */
export async function readStores<T>(
  location: DatabaseLocation,
  read: (stores: Stores, database: OpenDatabase) => Promise<T>,
): Promise<T | undefined> {
  const database = await openDatabase(location, "read").catch((error: unknown) => {
    if (error instanceof NothingStoredError) return undefined;
    throw error;
  });
  return database && closeAfter(database, () => read(openStores(database), database));
}
