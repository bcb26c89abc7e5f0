/** Opens the database of an installation, SQLite or PostgreSQL, for the different kinds of process. */

import type { Instant } from "peak-cycle-model";
import { closeAfter, type OpenDatabase } from "./database.js";
import type { OpenLease } from "./lease-store.js";
import { NothingStoredError, type Rehearsal } from "./migrate.js";
import { openSqlite, openSqliteSource } from "./open-sqlite.js";

/** Where everything is stored. */
export interface DatabaseLocation {
  /** Folder of the SQLite file, or, to copy from, such a file; not used with PostgreSQL. */
  readonly dataDir: string;
  /** The PostgreSQL database; `undefined` for SQLite. */
  readonly databaseUrl: URL | undefined;
}

/**
 * Opens the database of a process that writes, and makes it when there is none.
 *
 * @throws StorageError, or what `rehearse` throws
 */
export async function openForWriting(
  { dataDir, databaseUrl }: DatabaseLocation,
  rehearse?: Rehearsal,
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return openSqlite(dataDir, "write", rehearse);
  return (await postgres()).openPostgres(databaseUrl, "write", rehearse);
}

/**
 * Opens the database for a short write beside a running service. Its tables have to be there: only a service makes them.
 *
 * @throws StorageError
 */
export async function openBeside({ dataDir, databaseUrl }: DatabaseLocation): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return openSqlite(dataDir, "beside");
  return (await postgres()).openPostgres(databaseUrl, "beside");
}

/** Opens the database beside a running service. @returns `undefined` when there is none yet @throws StorageError */
export async function openForReading(location: DatabaseLocation): Promise<OpenDatabase | undefined> {
  try {
    return await openSource(location, "read");
  } catch (error) {
    if (error instanceof NothingStoredError) return undefined;
    throw error;
  }
}

/** Opens a PostgreSQL database to follow what others write to it; a standby is only read. @throws StorageError */
export async function openForFollowing({ databaseUrl }: DatabaseLocation, rehearse: Rehearsal): Promise<OpenDatabase> {
  if (databaseUrl === undefined) throw new RangeError("SQLite has no followers");
  return (await postgres()).openPostgres(databaseUrl, "follow", rehearse);
}

/**
 * Opens a database to be read as a whole, also a single SQLite file; nothing is changed.
 *
 * @param access `read` beside a running service, `exclusive` to copy it
 * @throws StorageError also when there is none; for a copy, when another process writes to it
 */
export async function openSource(
  { dataDir, databaseUrl }: DatabaseLocation,
  access: "read" | "exclusive",
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return openSqliteSource(dataDir, access);
  return (await postgres()).openPostgres(databaseUrl, access);
}

/** The lease of a PostgreSQL database. On a SQLite folder there is only one process. */
export async function openLease({ databaseUrl }: DatabaseLocation): Promise<OpenLease> {
  if (databaseUrl === undefined) throw new RangeError("SQLite has no lease");
  return (await postgres()).openPostgresLease(databaseUrl);
}

/** What the clock of a PostgreSQL server shows. @throws StorageError */
export async function databaseClock(location: DatabaseLocation): Promise<Instant> {
  return closeAfter(await openLease(location), async ({ lease }) => (await lease.poll()).now);
}

/** Loaded when it is chosen only: a process on SQLite does not pay for the driver of PostgreSQL. */
const postgres = () => import("./open-postgres.js");
