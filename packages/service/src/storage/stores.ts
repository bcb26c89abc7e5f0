import type { CheckedStore, StoredDay } from "peak-cycle-verify";
import { chainStore } from "./chain-store.js";
import { checkStoredChain } from "./check-chain.js";
import { closeAfter, type FencingCheck, inTransaction, type OpenDatabase, withStorageErrors } from "./database.js";
import { dayStore } from "./day-store.js";
import { keyStore } from "./key-store.js";
import { installationStore, marketStore, reportStore, sourceStore } from "./latest-stores.js";
import { observationStore } from "./observation-store.js";
import { type DatabaseLocation, openDatabase, openForReading } from "./open-database.js";
import { scoreStore } from "./score-store.js";

/**
 * All stores on an open database; closing the stores closes the database.
 *
 * @param fence checked before every write, and after a check of the chain
 */
export function openStores(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  return {
    observations: observationStore(database, fence),
    days: dayStore(database, fence),
    scores: scoreStore(database, fence),
    market: marketStore(database, fence),
    installation: installationStore(database, fence),
    chain: chainStore(database, fence),
    sources: sourceStore(database, fence),
    reports: reportStore(database, fence),
    keys: keyStore(database),
    /**
     * Makes the whole chain again from all closed days, rows, links, revisions, keys and statements, as they are at one
     * moment, and compares. Lets other tasks run in between.
     *
     * @param onDay called with each closed day that is what its link says, oldest first
     * @param signal as in `CheckOptions`
     * @throws LeaseLostError when another process does the jobs by now
     */
    async checkChain(onDay: (day: StoredDay) => void, signal: AbortSignal): Promise<CheckedStore> {
      const checked = await checkStoredChain(database, { onDay, signal });
      // Checked after reading: to a former leader, the days that the next one has closed would look like tampering.
      if (fence !== undefined) await withStorageErrors("check the lease", () => inTransaction(queries, fence));
      return checked;
    },
    /** Resolves when the database answers. @throws StorageError when it does not */
    async ping(): Promise<void> {
      await withStorageErrors("answer", () => queries.selectFrom("installation").select("key").limit(1).execute());
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
