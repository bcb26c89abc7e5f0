/** Opens the database of an installation, SQLite or PostgreSQL, for the different kinds of process. */

import type { Kysely } from "kysely";
import type { Instant } from "peak-cycle-model";
import { StorageError } from "../domain/errors.js";
import { closeAfter, closeOnError, type OpenDatabase, withStorageErrors } from "./database.js";
import type { OpenLease } from "./lease-store.js";
import { UNFINISHED_COPY_KEY } from "./maintenance/table-pages.js";
import { NothingStoredError, type Rehearsal } from "./migrate.js";
import { openSqlite, openSqliteSource } from "./open-sqlite.js";
import type { Tables } from "./tables.js";

/** Where everything is stored. */
export interface DatabaseLocation {
  /** Folder of the SQLite file, or, to copy from, such a file; not used with PostgreSQL. */
  readonly dataDir: string;
  /** The PostgreSQL database; `undefined` for SQLite. */
  readonly databaseUrl: URL | undefined;
}

/**
 * Opens the database of a process that serves or works, and makes it when there is none.
 *
 * @throws StorageError, or what `rehearse` throws
 */
export async function openForWriting(location: DatabaseLocation, rehearse?: Rehearsal): Promise<OpenDatabase> {
  return refuseUnfinishedCopy(await openCopyTarget(location, rehearse));
}

/**
 * The same, also for an unfinished copy: the target of `peak copy`, which itself checks what is there.
 *
 * @throws StorageError
 */
export async function openCopyTarget(
  { dataDir, databaseUrl }: DatabaseLocation,
  rehearse?: Rehearsal,
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return openSqlite(dataDir, "write", rehearse);
  return (await postgres()).openPostgres(databaseUrl, "write", rehearse);
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
  return refuseUnfinishedCopy(await (await postgres()).openPostgres(databaseUrl, "follow", rehearse));
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
  const database =
    databaseUrl === undefined
      ? await openSqliteSource(dataDir, access)
      : await (await postgres()).openPostgres(databaseUrl, access);
  return refuseUnfinishedCopy(database);
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
  await closeOnError(database, async () => {
    if (await withStorageErrors("tell whether it is whole", () => isUnfinishedCopy(database.queries)))
      throw new StorageError("a copy into this database was not finished: run the same `peak copy` again");
  });
  return database;
}
