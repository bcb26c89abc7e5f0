/** Opens `<dataDir>/peak.db` and takes the lock that keeps out a second writer. */

import { accessSync, constants, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import { CamelCasePlugin, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from "kysely";
import { errorCode, errorMessage, StorageError } from "../domain/errors.js";
import { makeFolder, systemReason } from "../platform/file-system.js";
import {
  Db,
  isForService,
  NothingStoredError,
  nameFailures,
  type OpenDatabase,
  type OpenMode,
  ReplacedError,
  Term,
} from "./database.js";
import { migrationsFor, prepareTables } from "./migrations.js";

export const DATABASE_FILE = "peak.db";

/** With STRICT, SQLite rejects text in a numeric column, as other engines do. */
export const SQLITE_MIGRATIONS = migrationsFor({ instant: "integer", double: "real", text: "text", end: "strict" });

/**
 * The service holds `<dataDir>/peak.lock` until it closes or dies. A short concurrent write needs no lock, because
 * SQLite makes writers wait for each other.
 *
 * @param dataDir the folder or, for a reader, a single file such as a backup
 * @throws NothingStoredError if there is no file and it may not be created
 * @throws StorageError with one plain sentence: folder or file unusable, not a database, damaged, another writer is
 *   running, written by another version
 */
export async function openSqlite(
  dataDir: string,
  access: OpenMode = "create",
  onSlowMigration?: () => void,
): Promise<OpenDatabase> {
  const isFile = access === "read" && statsOf(dataDir)?.isFile() === true;
  const path = isFile ? dataDir : join(dataDir, DATABASE_FILE);
  if (access === "write") requireFile(path); // does not create a missing folder either
  const lock = isForService(access) ? lockFolder(dataDir) : undefined;
  let file: SqliteFile.Database | undefined;
  const close = async () => {
    file?.close();
    lock?.close();
  };
  try {
    file = openSqliteFile(path, access);
    const { ino } = statSync(path);
    const db = dbOn(file, () => {
      if (statsOf(path)?.ino !== ino)
        throw new ReplacedError(`${path} was removed or replaced: restore it, or restart`);
    });
    await prepareTables(db, SQLITE_MIGRATIONS, access, onSlowMigration);
    // A writer already holds the folder lock, and keeps it after a term.
    const beginTerm = async () => new Term(db, async () => {});
    const leader = async () => undefined;
    const isReadOnly = async () => false;
    const requireOwnSession = async () => {};
    return { db, beginTerm, leader, isReadOnly, requireOwnSession, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens a SQLite file with our connection settings. */
export function openSqliteFile(path: string, access: OpenMode): SqliteFile.Database {
  if (access !== "create") requireFile(path);
  let file: SqliteFile.Database | undefined;
  try {
    file = new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS });
    const isNew = isEmptyUnlessForeign(file, path);
    file.pragma("cache_size = -1024"); // kB; the default of 16 MB would keep every page ever read
    file.pragma("temp_store = MEMORY"); // a container whose root is read-only has no place for temporary files
    file.pragma("synchronous = FULL");
    // Readers open the file for writing, too, because read-only handles leave WAL files behind.
    if (access === "read") file.pragma("query_only = ON");
    if (isForService(access)) {
      file.pragma("journal_mode = WAL");
      // SQLite silently opens an unwritable file read-only, and would stay read-only after the disk or the permissions
      // are fixed.
      file.exec("begin immediate; rollback");
      if (isNew) file.pragma(`application_id = ${APPLICATION_ID}`);
    }
    return file;
  } catch (cause) {
    file?.close();
    if (cause instanceof StorageError) throw cause;
    throw new StorageError(fileSentence(path, cause), { cause });
  }
}

/** @returns `undefined` if nothing exists there @throws StorageError if this user has no access */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new StorageError(`cannot open ${path}: ${systemReason(cause)}`, { cause });
  }
}

/** @throws NothingStoredError if no writer has created a database there */
function requireFile(path: string): void {
  if (statsOf(path) !== undefined) return;
  throw new NothingStoredError(`there is no database at ${path} yet: \`peak serve\` creates it`);
}

/** Another process may hold the file for one query or one short write. */
const BUSY_TIMEOUT_MS = 5000;

/** "PEAK" in ASCII, in the header of our files. */
const APPLICATION_ID = 0x5045414b;

/** @returns whether the file is new and empty @throws StorageError if another program created it */
function isEmptyUnlessForeign(file: SqliteFile.Database, path: string): boolean {
  const id = file.pragma("application_id", { simple: true });
  if (id === APPLICATION_ID) return false;
  if (id === 0 && file.prepare("select 1 from sqlite_schema").get() === undefined) return true;
  throw new StorageError(`${path} is a database of another program: move it away, or choose another DATA_DIR`);
}

function fileSentence(path: string, cause: unknown): string {
  if (errorCode(cause) === "SQLITE_NOTADB") {
    return `${path} is not a database: move it away, or choose another DATA_DIR`;
  }
  if (!/^SQLITE_(CANTOPEN|READONLY)/.test(errorCode(cause))) return `cannot open ${path}: ${errorMessage(cause)}`;
  const reason = whyUnwritable(dirname(path)) ?? errorMessage(cause);
  return `cannot open ${path}: ${reason}; check the permissions of it and its folder`;
}

/** Why this user cannot write to a folder, which SQLite does not report; `undefined` if it can. */
function whyUnwritable(folder: string): string | undefined {
  try {
    accessSync(`${folder}/.`, constants.W_OK);
    return undefined;
  } catch (cause) {
    return systemReason(cause);
  }
}

/** Kysely's dialect with two corrections for SQLite. @param check called before each query, which takes about 5 µs */
function dbOn(database: SqliteFile.Database, check: () => void): Db {
  const onCreateConnection = (connection: DatabaseConnection) => nameFailures(connection, { before: check });
  const config = { database, onCreateConnection };
  const dialect = new SqliteDialect(config);
  dialect.createAdapter = () => new TransactionalAdapter();
  dialect.createDriver = () => new RollingBackDriver(config);
  return new Db({ dialect, plugins: [new CamelCasePlugin()] });
}

/** SQLite can roll back CREATE TABLE, so a killed migration leaves all of its tables or none. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * On a full disk SQLite rolls back on its own. Kysely's rollback then fails, and without this its error would hide the
 * cause. Seen on a full tmpfs; a page limit does not reproduce it.
 */
class RollingBackDriver extends SqliteDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

/**
 * Locks a folder for one writer, with an exclusive SQLite lock on a separate file. The kernel releases it with the
 * process, even after SIGKILL, which a pid file cannot guarantee, and it does not block readers of the database.
 *
 * @returns the handle that holds the lock until it is closed
 * @throws StorageError if another process holds it, or the folder cannot be used
 */
export function lockFolder(dataDir: string): SqliteFile.Database {
  const path = join(dataDir, "peak.lock");
  let lock: SqliteFile.Database | undefined;
  try {
    makeFolder(dataDir);
    lock = new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS });
    lock.pragma("journal_mode = MEMORY"); // otherwise an empty journal file would remain after SIGKILL
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (cause) {
    lock?.close();
    const fault = errorCode(cause).startsWith("SQLITE") ? whyUnwritable(dataDir) : systemReason(cause);
    const reason = fault ?? `${path}: ${errorMessage(cause)}`;
    const sentence =
      errorCode(cause) === "SQLITE_BUSY"
        ? `another Peak process is using the folder ${dataDir}: stop it first, or choose another DATA_DIR`
        : `cannot use the folder ${dataDir}: ${reason}; check DATA_DIR and its permissions`;
    throw new StorageError(sentence, { cause });
  }
}
