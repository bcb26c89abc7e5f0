import type { CheckedStore, StoredDay } from "peak-cycle-verify";
import { type ChainStore, chainStore } from "./chain-store.js";
import { checkStoredChain } from "./check-chain.js";
import { closeAfter, type FencingCheck, inTransaction, type OpenDatabase, withStorageErrors } from "./database.js";
import { type DayStore, dayStore } from "./day-store.js";
import { type DeliveryStore, deliveryStore } from "./delivery-store.js";
import {
  type InstallationStore,
  installationStore,
  type MarketStore,
  marketStore,
  type ReportStore,
  reportStore,
  type SourceStore,
  sourceStore,
} from "./latest-stores.js";
import { type ObservationStore, observationStore } from "./observation-store.js";
import { type DatabaseLocation, openForReading, openForWriting } from "./open-database.js";
import { type ScoreStore, scoreStore } from "./score-store.js";
import { type ScriptStore, scriptStore } from "./script-store.js";

/**
 * All stores on an open database; closing the stores closes the database.
 *
 * @param fence checked before every write except that of scripts, which any process stores at its start, and after a check
 * of the chain
 */
export function openStores(database: OpenDatabase, fence?: FencingCheck): Stores {
  const { queries } = database;
  return {
    observations: observationStore(database, fence),
    days: dayStore(database, fence),
    scores: scoreStore(database, fence),
    market: marketStore(database, fence),
    installation: installationStore(database, fence),
    scripts: scriptStore(queries),
    chain: chainStore(database, fence),
    sources: sourceStore(database, fence),
    reports: reportStore(database, fence),
    deliveries: deliveryStore(database, fence),
    async checkChain(onDay, signal) {
      const checked = await checkStoredChain(database, { ...QUIETLY, onDay, signal });
      // Checked after reading: to a former leader, the days that the next one has closed would look like tampering.
      if (fence !== undefined) await withStorageErrors("check the lease", () => inTransaction(queries, fence));
      return checked;
    },
    async ping() {
      await withStorageErrors("answer", () => queries.selectFrom("installation").select("key").limit(1).execute());
    },
    close: () => withStorageErrors("close", () => database.close()),
  };
}

/** A job waits for the check: it shows no progress. */
const QUIETLY = { dates: new Set<string>(), progress: () => {} };

/** The stores at a place, for a process that writes; in SQLite no other process may have them open. @throws StorageError */
export async function openStoresForWriting(location: DatabaseLocation): Promise<Stores> {
  return openStores(await openForWriting(location));
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

/** All stores. */
export interface Stores {
  readonly observations: ObservationStore;
  readonly days: DayStore;
  readonly scores: ScoreStore;
  readonly market: MarketStore;
  readonly installation: InstallationStore;
  readonly scripts: ScriptStore;
  readonly chain: ChainStore;
  readonly sources: SourceStore;
  readonly reports: ReportStore;
  readonly deliveries: DeliveryStore;
  /**
   * Makes the whole chain again from all closed days, rows, links, revisions, keys and statements, as they are at one
   * moment, and compares. Lets other tasks run in between.
   *
   * @param onDay called with each closed day that is what its link says, oldest first
   * @param signal ends the check between two days, with its reason
   * @throws LeaseLostError when another process does the jobs by now
   */
  checkChain(onDay: (day: StoredDay) => void, signal: AbortSignal): Promise<CheckedStore>;
  /** Resolves when the database answers. @throws StorageError when it does not */
  ping(): Promise<void>;
  close(): Promise<void>;
}
