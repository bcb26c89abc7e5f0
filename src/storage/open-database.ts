import { StorageError } from "../domain/errors.js";
import type { Access } from "./migrate.js";
import { hasDatabase, openSqlite, openSqliteBeside, openSqliteSource } from "./open-sqlite.js";
import type { OpenDatabase, OpenLease } from "./tables.js";
import { refuseUnfinished } from "./unfinished-copy.js";

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
  return refuseUnfinished(database);
}

/** Opens the database beside a running service. @returns `undefined` when there is none yet @throws StorageError */
export async function openForReading({ dataDir, databaseUrl }: DatabaseLocation): Promise<OpenDatabase | undefined> {
  const database =
    databaseUrl === undefined ? await openFileForReading(dataDir) : await openServerForReading(databaseUrl);
  return database && refuseUnfinished(database);
}

/** Opens what is checked, beside a running service: also a single SQLite file. @throws StorageError also when there is none */
export async function openForChecking({ dataDir, databaseUrl }: DatabaseLocation): Promise<OpenDatabase> {
  const database =
    databaseUrl === undefined ? await openSqliteBeside(dataDir) : await openServerForReading(databaseUrl);
  if (database === undefined) throw new StorageError("nothing is stored there yet: `peak serve` makes the tables");
  return refuseUnfinished(database);
}

/** The right to do the jobs on a PostgreSQL database that is open already. In SQLite's folder there is one process only. */
export async function openLease({ databaseUrl }: DatabaseLocation): Promise<OpenLease> {
  if (databaseUrl === undefined) throw new RangeError("SQLite has no lease");
  return (await import("./open-postgres.js")).openPostgresLease(databaseUrl);
}

/** Opens what is copied from; nothing is changed. @throws StorageError when there is nothing, or a writer on it */
export async function openCopySource({ dataDir, databaseUrl }: DatabaseLocation): Promise<OpenDatabase> {
  const database = databaseUrl === undefined ? await openSqliteSource(dataDir) : await openServer(databaseUrl, "alone");
  return refuseUnfinished(database);
}

/** Opens what is copied into, with tables of this version; whether it is empty is for the copy to see. @throws StorageError */
export async function openCopyTarget({ dataDir, databaseUrl }: DatabaseLocation): Promise<OpenDatabase> {
  return databaseUrl === undefined ? openSqlite(dataDir) : openServer(databaseUrl);
}

async function openFileForReading(dataDir: string): Promise<OpenDatabase | undefined> {
  return hasDatabase(dataDir) ? openSqlite(dataDir, "read") : undefined;
}

// Loaded when it is chosen only: a process on SQLite does not pay for the driver of PostgreSQL.
async function openServer(address: URL, access?: Access): Promise<OpenDatabase> {
  return (await import("./open-postgres.js")).openPostgres(address, access);
}

async function openServerForReading(address: URL): Promise<OpenDatabase | undefined> {
  return (await import("./open-postgres.js")).openPostgresForReading(address);
}
