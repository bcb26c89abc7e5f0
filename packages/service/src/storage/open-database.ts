/** Opens the database of an installation, SQLite or PostgreSQL. */

import type { OpenDatabase, OpenMode } from "./database.js";
import { openSqlite } from "./open-sqlite.js";

/** Where everything is stored. */
export interface DatabaseLocation {
  /** Folder of the SQLite file, or, to read, such a file; not used with PostgreSQL. */
  readonly dataDir: string;
  /** The PostgreSQL database; `undefined` for SQLite. */
  readonly databaseUrl: URL | undefined;
}

/**
 * @param mayMake whether a writer makes it when there is none; by default it does
 * @throws NothingStoredError when there is none, and it may not be made
 * @throws StorageError when it cannot be used
 */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  access: OpenMode,
  mayMake?: boolean,
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return openSqlite(dataDir, access, mayMake);
  // Loaded when it is chosen only: a process on SQLite does not pay for the driver of PostgreSQL.
  const { openPostgres } = await import("./open-postgres.js");
  return openPostgres(databaseUrl, access, mayMake);
}
