/** The open database of an installation: its five tables, each behind a few functions. */

import type { Instant } from "peak-cycle-model";
import { closeAfter, type FencingCheck, type OpenDatabase, withStorageErrors } from "./database.js";
import { keyStore } from "./key-store.js";
import { ledgerStore } from "./ledger-store.js";
import { observationStore } from "./observation-store.js";
import { type DatabaseLocation, openDatabase, openForReading } from "./open-database.js";
import { scoreStore } from "./score-store.js";
import { stateStore } from "./state-store.js";

/** Closing them closes the database. @param fence checked before every write */
export function openStores(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  return {
    ledger: ledgerStore(database, fence),
    observations: observationStore(database, fence),
    scores: scoreStore(database, fence),
    state: stateStore(database, fence),
    keys: keyStore(database),
    /** Resolves when the database answers. @throws StorageError when it does not */
    async ping(): Promise<void> {
      await withStorageErrors("answer", () => queries.selectFrom("state").select("name").limit(1).execute());
    },
    /** The instance that does the jobs now, as it has named itself; `undefined` when none does. */
    async leader(): Promise<string | undefined> {
      const query = queries
        .selectFrom("leases")
        .select("holder")
        .where("expiresAt", ">", 0 as Instant);
      return (await withStorageErrors("name its leader", () => query.executeTakeFirst()))?.holder;
    },
    close: () => withStorageErrors("close", () => database.close()),
  };
}

export type Stores = ReturnType<typeof openStores>;

/** The stores at a place, for a process that writes; in SQLite no other process may have them open. @throws StorageError */
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
  read: (stores: Stores) => Promise<T>,
): Promise<T | undefined> {
  const database = await openForReading(location);
  if (database === undefined) return undefined;
  return closeAfter(openStores(database), read);
}
