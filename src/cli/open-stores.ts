import type { Stores } from "../operations/store-ports.js";
import { type DatabaseLocation, openForWriting, openForReading as openReadOnly } from "../storage/open-database.js";
import { openStores } from "../storage/stores.js";

/** The configured database for a command that writes; no service may run on it in SQLite. @throws StorageError */
export async function openForCommand(location: DatabaseLocation): Promise<Stores> {
  return openStores(await openForWriting(location));
}

/**
 * The configured database beside a running service: nothing is changed.
 *
 * @returns `undefined` when there is none yet
 * @throws StorageError when there is one that cannot be read
 */
export async function openForReading(location: DatabaseLocation): Promise<Stores | undefined> {
  const database = await openReadOnly(location);
  return database && openStores(database);
}
