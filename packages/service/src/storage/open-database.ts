/** Opens an installation's database, SQLite or PostgreSQL. */

import type { OpenDatabase, OpenMode } from "./database.js";
import { openSqlite } from "./open-sqlite.js";

/** The location of the database. */
export interface DatabaseLocation {
  /** Folder of the SQLite file or, for reading, the file itself; ignored with PostgreSQL. */
  readonly dataDir: string;
  /** The PostgreSQL database; `undefined` for SQLite. Contains a password. */
  readonly databaseUrl: URL | undefined;
}

/**
 * @param onSlowMigration called when creating or changing tables takes more than 3 s
 * @throws NothingStoredError if there is none and it may not be created
 * @throws StorageError if it cannot be used
 */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  access: OpenMode,
  onSlowMigration?: () => void,
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return openSqlite(dataDir, access, onSlowMigration);
  // Loaded on demand, so that a process on SQLite does not pay for the PostgreSQL driver.
  const { openPostgres } = await import("./open-postgres.js");
  return openPostgres(databaseUrl, access, onSlowMigration);
}
