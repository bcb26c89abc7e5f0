import type { Kysely } from "kysely";
import { StorageError } from "../domain/errors.js";
import type { Instant } from "../domain/instant.js";
import { type OpenDatabase, type OpenLease, withStorageErrors } from "./database.js";
import type { OpenMode } from "./migrate.js";
import { hasDatabase, openSqlite, openSqliteSource } from "./open-sqlite.js";
import { UNFINISHED_COPY_KEY } from "./table-pages.js";
import type { Tables } from "./tables.js";

/** Where everything is stored. */
export interface DatabaseLocation {
  /** Folder of the SQLite file, or, to copy from, such a file; not used with PostgreSQL. */
  readonly dataDir: string;
  /** The PostgreSQL database; `undefined` for SQLite. */
  readonly databaseUrl: URL | undefined;
}

/** Opens the database of a process that serves or works, and makes it when there is none. @throws StorageError */
export async function openForWriting({ dataDir, databaseUrl }: DatabaseLocation): Promise<OpenDatabase> {
  const database = databaseUrl === undefined ? await openSqlite(dataDir) : await openServer(databaseUrl);
  return refuseUnfinishedCopy(database);
}

/** Opens the database beside a running service. @returns `undefined` when there is none yet @throws StorageError */
export async function openForReading({ dataDir, databaseUrl }: DatabaseLocation): Promise<OpenDatabase | undefined> {
  const database =
    databaseUrl === undefined ? await openFileForReading(dataDir) : await openServerForReading(databaseUrl);
  return database && refuseUnfinishedCopy(database);
}

/**
 * Opens a database to be checked, beside a running service; also a single SQLite file. @throws StorageError also when
 * there is none
 */
export async function openForChecking({ dataDir, databaseUrl }: DatabaseLocation): Promise<OpenDatabase> {
  const database =
    databaseUrl === undefined ? await openSqliteSource(dataDir, "read") : await openServerForReading(databaseUrl);
  if (database === undefined) throw new StorageError("nothing is stored there yet: `peak serve` makes the tables");
  return refuseUnfinishedCopy(database);
}

/** The lease of a PostgreSQL database. On a SQLite folder there is only one process. */
export async function openLease({ databaseUrl }: DatabaseLocation): Promise<OpenLease> {
  if (databaseUrl === undefined) throw new RangeError("SQLite has no lease");
  return (await import("./open-postgres.js")).openPostgresLease(databaseUrl);
}

/** What the clock of a PostgreSQL server shows. @throws StorageError */
export async function databaseClock(location: DatabaseLocation): Promise<Instant> {
  const { lease, close } = await openLease(location);
  try {
    return (await lease.poll()).now;
  } finally {
    await close();
  }
}

/**
 * Opens the source of a copy; nothing is changed. @throws StorageError when there is none, or another process writes to
 * it
 */
export async function openCopySource({ dataDir, databaseUrl }: DatabaseLocation): Promise<OpenDatabase> {
  const database =
    databaseUrl === undefined
      ? await openSqliteSource(dataDir, "exclusive")
      : await openServer(databaseUrl, "exclusive");
  return refuseUnfinishedCopy(database);
}

/**
 * Opens the target of a copy, with tables of this version. The copy itself checks that it is empty. @throws
 * StorageError
 */
export async function openCopyTarget({ dataDir, databaseUrl }: DatabaseLocation): Promise<OpenDatabase> {
  return databaseUrl === undefined ? openSqlite(dataDir) : openServer(databaseUrl);
}

async function openFileForReading(dataDir: string): Promise<OpenDatabase | undefined> {
  return hasDatabase(dataDir) ? openSqlite(dataDir, "read") : undefined;
}

// Loaded when it is chosen only: a process on SQLite does not pay for the driver of PostgreSQL.
async function openServer(address: URL, access?: OpenMode): Promise<OpenDatabase> {
  return (await import("./open-postgres.js")).openPostgres(address, access);
}

async function openServerForReading(address: URL): Promise<OpenDatabase | undefined> {
  return (await import("./open-postgres.js")).openPostgresForReading(address);
}

/** Whether a copy into this database was begun and not ended. */
export async function isUnfinishedCopy(queries: Kysely<Tables>): Promise<boolean> {
  const query = queries.selectFrom("installation").select("key").where("key", "=", UNFINISHED_COPY_KEY);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Returns a database, unless it is an unfinished copy: on that, a service would begin a past of its own.
 *
 * @throws StorageError when it is; the database is closed
 */
export async function refuseUnfinishedCopy(database: OpenDatabase): Promise<OpenDatabase> {
  try {
    if (!(await withStorageErrors("tell whether it is whole", () => isUnfinishedCopy(database.queries))))
      return database;
  } catch (error) {
    await database.close();
    throw error;
  }
  await database.close();
  throw new StorageError("a copy into this database was not finished: run the same `peak copy` again");
}
