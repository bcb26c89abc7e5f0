/** The open database of an installation: its five tables, each behind a few functions. */

import { sql } from "kysely";
import type { Instant } from "peak-cycle-model";
import { type Connection, closeAfter, withStorageErrors } from "./database.js";
import { keyStore } from "./key-store.js";
import { ledgerStore } from "./ledger-store.js";
import { observationStore } from "./observation-store.js";
import { type DatabaseLocation, openDatabase, openForReading } from "./open-database.js";
import { scoreStore } from "./score-store.js";
import { stateStore } from "./state-store.js";
import type { OpenDatabase } from "./term.js";

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

export type Stores = ReturnType<typeof openStores>;

/**
 * The stores at a place, for a process that writes; in SQLite no other process may have them open.
 *
 * @throws StorageError
 */
export async function openStoresForWriting(location: DatabaseLocation): Promise<Stores> {
  return openStores(await openDatabase(location, "write"));
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
  const database = await openForReading(location);
  if (database === undefined) return undefined;
  return closeAfter(database, () => read(openStores(database), database));
}
