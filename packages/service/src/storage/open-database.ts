/** Opens the database of an installation, SQLite or PostgreSQL, for the different kinds of process. */

import { NothingStoredError, type OpenMode, type StartOptions } from "./migrate.js";
import { openSqlite, openSqliteSource } from "./open-sqlite.js";
import type { OpenDatabase } from "./term.js";

/** Where everything is stored. */
export interface DatabaseLocation {
  /** Folder of the SQLite file, or, to copy from, such a file; not used with PostgreSQL. */
  readonly dataDir: string;
  /** The PostgreSQL database; `undefined` for SQLite. */
  readonly databaseUrl: URL | undefined;
}

/**
 * Opens the database of an installation. A writer makes it when there is none; `follow` is for PostgreSQL alone.
 *
 * @throws StorageError
 */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  access: OpenMode | "follow",
  options?: StartOptions,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return (await postgres()).openPostgres(databaseUrl, access, options);
  if (access === "follow") throw new RangeError("SQLite has no followers");
  const isSource = access === "read" || access === "exclusive";
  return isSource ? openSqliteSource(dataDir, access) : openSqlite(dataDir, access, options);
}

/**
 * Opens the database beside a running service, to read it.
 *
 * @returns `undefined` when there is none yet
 * @throws StorageError
 */
export async function openForReading(location: DatabaseLocation): Promise<OpenDatabase | undefined> {
  try {
    return await openDatabase(location, "read");
  } catch (error) {
    if (error instanceof NothingStoredError) return undefined;
    throw error;
  }
}

/** Loaded when it is chosen only: a process on SQLite does not pay for the driver of PostgreSQL. */
const postgres = () => import("./open-postgres.js");
