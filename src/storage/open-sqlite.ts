import { existsSync, mkdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import {
  type DatabaseConnection,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  sql,
  type Transaction,
} from "kysely";
import { StorageError } from "../domain/errors.js";
import { type OpenDatabase, reasonOf, withStorageErrors } from "./database.js";
import { type OpenMode, prepareTables } from "./migrate.js";
import type { SchemaDialect } from "./schema-dialect.js";
import type { Tables } from "./tables.js";

export const DATABASE_FILE = "peak.db";
const LOCK_FILE = "peak.lock";
/** The backfill of a service that was just killed ends within a second or two on a slow machine; whoever comes after it waits that long. */
const LOCK_TIMEOUT_MS = 5000;
/** A reader in another process may hold the file for the length of one query. */
const BUSY_TIMEOUT_MS = 5000;

/** A key in `installation` of a backup: what its rows came to when it was taken. Not in a database that is in use. */
export const BACKUP_DIGEST = "backup:digest";

/** Whether a writer has ever made a database in the folder. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, DATABASE_FILE));
}

/**
 * Opens `<dataDir>/peak.db`. A writer makes the folder, the file and its tables as needed, and holds
 * `<dataDir>/peak.lock` until it is closed or dies in any way.
 *
 * @throws StorageError with one plain sentence: folder or file unusable, not a database, damaged, another writer is
 * running, written by a newer version; for a reader also: not there yet, written by an older version
 */
export async function openSqlite(dataDir: string, access: OpenMode = "write"): Promise<OpenDatabase> {
  const path = join(dataDir, DATABASE_FILE);
  if (access !== "write" && !existsSync(path)) throw new StorageError(missingSentence(path));
  const release = access === "read" ? () => {} : lockFolder(dataDir);
  try {
    return await openAt(path, access, release);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Opens what is copied from: a folder, which nobody may write to meanwhile, or a single file such as a backup.
 *
 * @throws StorageError as `openSqlite`
 */
export async function openSqliteSource(path: string): Promise<OpenDatabase> {
  if (basename(path) === DATABASE_FILE) return openSqlite(dirname(path), "exclusive");
  return isFile(path) ? openAt(path, "read", () => {}) : openSqlite(path, "exclusive");
}

/**
 * Opens what is only read, beside a running service: a folder, or a single file such as a backup.
 *
 * @throws StorageError as `openSqlite`
 */
export async function openSqliteForReading(path: string): Promise<OpenDatabase> {
  const isCopy = basename(path) !== DATABASE_FILE && isFile(path);
  if (isCopy) return openAt(path, "read", () => {});
  return openSqlite(basename(path) === DATABASE_FILE ? dirname(path) : path, "read");
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

async function openAt(path: string, access: OpenMode, release: () => void): Promise<OpenDatabase> {
  const database = connect(path, access, release);
  await prepareTables(database, sqliteSchema, access);
  if (access === "write") await forgetDigest(database);
  return database;
}

/** Of a backup that is put to use; what is written from now on is not in it. */
async function forgetDigest(database: OpenDatabase): Promise<void> {
  const forget = database.queries.deleteFrom("installation").where("key", "=", BACKUP_DIGEST);
  try {
    await withStorageErrors("be written to", () => forget.execute());
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens a file that is not in place yet, so that no other process uses it. @throws StorageError as `openSqlite` */
export function openSqliteDraft(path: string, access: "read" | "write"): Promise<OpenDatabase> {
  return openAt(path, access, () => {});
}

/**
 * An exclusive SQLite lock on a file of its own. The kernel frees it with the process, even after SIGKILL, which a
 * file with a process id in it cannot promise; and readers of the database itself are not in its way.
 */
export function lockFolder(dataDir: string): () => void {
  let lock: SqliteFile.Database | undefined;
  try {
    makeFolder(dataDir);
    lock = new SqliteFile(join(dataDir, LOCK_FILE), { timeout: LOCK_TIMEOUT_MS });
    lock.pragma("journal_mode = MEMORY"); // else an empty journal file stays behind after SIGKILL
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock?.close();
    throw new StorageError(lockSentence(dataDir, cause), { cause });
  }
  const held = lock;
  return () => held.close();
}

function lockSentence(dataDir: string, cause: unknown): string {
  return codeOf(cause) === "SQLITE_BUSY"
    ? `another Peak process is using the folder ${dataDir}: stop it first, or choose another DATA_DIR`
    : `cannot use the folder ${dataDir}: ${reasonOf(cause)}; check DATA_DIR and who may write there`;
}

function connect(path: string, access: OpenMode, release: () => void): OpenDatabase {
  const file = openSqliteFile(path, access);
  const inode = inodeOf(path);
  const queries = new Kysely<Tables>({ dialect: new GuardedSqliteDialect(file) });
  let open = true;
  return {
    queries,
    lockForWrite: async () => {}, // the folder has one writer, and the file one transaction at a time
    async snapshot(read) {
      if (inodeOf(path) !== inode)
        throw new StorageError(`${path} is another file than the one that was opened: restart`);
      return readBeside(path, read);
    },
    async close() {
      if (!open) return;
      open = false;
      if (access === "write") checkpoint(file);
      await queries.destroy();
      file.close(); // Kysely leaves it open when it was never asked anything
      release();
    },
  };
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true })?.ino;
}

/** On a connection of its own: on the one that writes, everything else would wait for the end of the transaction. */
async function readBeside<T>(path: string, read: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
  const file = openSqliteFile(path, "read");
  const queries = new Kysely<Tables>({ dialect: new GuardedSqliteDialect(file) });
  try {
    return await queries.transaction().execute(read);
  } finally {
    await queries.destroy();
    file.close();
  }
}

/** The handle itself, for what only SQLite can do. @throws StorageError */
export function openSqliteFile(path: string, access: OpenMode): SqliteFile.Database {
  let file: SqliteFile.Database | undefined;
  try {
    file = new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: access !== "write" });
    file.pragma("cache_size = -1024"); // kB; the default of 16 MB keeps every page ever read, 4 MB for ever after a start
    file.pragma("temp_store = MEMORY"); // a container that is read-only but for the data has no place for such files
    file.pragma("foreign_keys = ON");
    file.pragma("recursive_triggers = ON"); // else INSERT OR REPLACE removes a row past its DELETE trigger
    file.pragma("synchronous = FULL");
    // A reader opens the file for writing all the same: read-only handles leave WAL files behind that nobody removes.
    file.pragma(access === "write" ? "journal_mode = WAL" : "query_only = ON");
    return file;
  } catch (cause) {
    file?.close();
    throw new StorageError(fileSentence(path, cause), { cause });
  }
}

function missingSentence(path: string): string {
  return `there is no database at ${path} yet: \`peak serve\` makes it`;
}

function fileSentence(path: string, cause: unknown): string {
  if (codeOf(cause) === "SQLITE_NOTADB") {
    return `${path} is not a database: move it away, or choose another DATA_DIR`;
  }
  const hint = /^SQLITE_(CANTOPEN|READONLY)/.test(codeOf(cause)) ? "; check who may write it and its folder" : "";
  return `cannot open ${path}: ${reasonOf(cause)}${hint}`;
}

/** Moves the write-ahead log into the database file, as far as that is possible without waiting. */
function checkpoint(file: SqliteFile.Database): void {
  try {
    file.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // The log stays and is read at the next start: nothing is lost, and closing must go on to free the lock.
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof SqliteFile.SqliteError ? cause.code : "";
}

/**
 * Makes a folder and those above it; one that is there stays. Step by step, since Node's own `recursive` never ends where
 * mkdir says "no such directory" below a directory that is there, as in /proc and below some automounters.
 *
 * @throws Error with a `code` when it cannot be made, or when something else is there
 */
export function makeFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** STRICT makes SQLite refuse a text in a number's column, as other engines do. */
const sqliteSchema: SchemaDialect = {
  instant: "integer",
  double: "real",
  text: "text",
  tableEnd: sql`strict`,
  appendOnly: (table) => ["update", "delete"].map((verb) => refusingTrigger(table, verb)),
  findTable: (table) => sql`select name from sqlite_schema where type = 'table' and name = ${table}`,
  lockForMigration: [], // the folder has one writer
};

function refusingTrigger(table: string, verb: string): RawBuilder<unknown> {
  return sql`create trigger ${sql.id(`${table}_refuses_${verb}`)} before ${sql.raw(verb)} on ${sql.table(table)}
    begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end`;
}

/** The part of a better-sqlite3 handle that is needed here. */
interface SqliteHandle extends SqliteDatabase {
  readonly inTransaction: boolean;
}

/** Kysely's SQLite dialect with migrations that a kill cannot leave half done, and failures that keep their reason. */
class GuardedSqliteDialect extends SqliteDialect {
  readonly #file: SqliteHandle;

  constructor(file: SqliteHandle) {
    super({ database: file });
    this.#file = file;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }

  override createDriver(): SqliteDriver {
    return new GuardedDriver(this.#file);
  }
}

/** SQLite does roll back CREATE TABLE; Kysely does not rely on it by itself, and a kill would leave half a migration. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class GuardedDriver extends SqliteDriver {
  readonly #file: SqliteHandle;

  constructor(file: SqliteHandle) {
    super({ database: file });
    this.#file = file;
  }

  /** A full disk makes SQLite roll back by itself; a second ROLLBACK would fail and hide the true reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}
