import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type SqliteFile from "better-sqlite3";
import {
  type DatabaseConnection,
  Kysely,
  type RawBuilder,
  SqliteDialect,
  SqliteDriver,
  sql,
  type Transaction,
} from "kysely";
import { StorageError } from "../domain/errors.js";
import { closeOnError, type OpenDatabase, withStorageErrors } from "./database.js";
import { keepLockMark, lockFolder, refuseSecondUser } from "./folder-lock.js";
import { type OpenMode, prepareTables } from "./migrate.js";
import type { SchemaDialect } from "./migrations.js";
import { APPLICATION_ID, DATABASE_FILE, namingTheFile, openSqliteFile } from "./sqlite-file.js";
import type { Tables } from "./tables.js";

/** A key in `installation` of a backup: what its rows came to when it was taken. Not in a database that is in use. */
export const BACKUP_DIGEST = "backup:digest";

/** Whether a writer has ever made a database in the folder. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, DATABASE_FILE));
}

/** The fault of a folder without a database. */
export function missingDatabase(dataDir: string): StorageError {
  return new StorageError(`there is no database at ${join(dataDir, DATABASE_FILE)} yet: \`peak serve\` makes it`);
}

/**
 * Opens `<dataDir>/peak.db`. A writer makes the folder, the file and its tables as needed, and holds
 * `<dataDir>/peak.lock` until it is closed or dies in any way.
 *
 * @throws StorageError with one plain sentence: folder or file unusable, not a database, damaged, another writer is
 * running, written by a newer version; for a reader also: not there yet, written by an older version
 */
export async function openSqlite(dataDir: string, access: OpenMode = "write"): Promise<OpenDatabase> {
  if (access !== "write" && !hasDatabase(dataDir)) throw missingDatabase(dataDir);
  const release = access === "read" ? () => {} : lockFolder(dataDir);
  try {
    if (access !== "read") refuseSecondUser(dataDir);
    const database = await openAt(join(dataDir, DATABASE_FILE), access, release);
    if (access === "write") await closeOnError(database, () => keepLockMark(database.queries, dataDir));
    return database;
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Opens what is only read: a folder with a database, or a single file such as a backup.
 *
 * @param access to a folder; beside a file there is no other process
 * @throws StorageError as `openSqlite`
 */
export async function openSqliteSource(path: string, access: "read" | "exclusive"): Promise<OpenDatabase> {
  if (basename(path) === DATABASE_FILE) return openSqlite(dirname(path), access);
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile();
  return isFile ? openAt(path, "read", () => {}) : openSqlite(path, access);
}

/** Opens a file that is not in place yet, so that no other process uses it. @throws StorageError as `openSqlite` */
export function openSqliteDraft(path: string, access: "read" | "write"): Promise<OpenDatabase> {
  return openAt(path, access, () => {});
}

async function openAt(path: string, access: OpenMode, release: () => void): Promise<OpenDatabase> {
  const database = connect(path, access, release);
  await closeOnError(database, async () => {
    await prepareTables(database.queries, sqliteSchema, access);
    if (access === "write") await makeOurs(database.queries);
  });
  return database;
}

/** Marks the file as ours, and removes the digest of a backup: it does not cover what is written from now on. */
async function makeOurs(queries: Kysely<Tables>): Promise<void> {
  await withStorageErrors("be written to", async () => {
    await sql`pragma application_id = ${sql.lit(APPLICATION_ID)}`.execute(queries);
    await queries.deleteFrom("installation").where("key", "=", BACKUP_DIGEST).execute();
  });
}

function connect(path: string, access: OpenMode, release: () => void): OpenDatabase {
  const file = openSqliteFile(path, access);
  const inPlace = filesInPlace(path);
  const queries = queriesOn(file, path, access === "write" ? inPlace : () => {});
  let open = true;
  return {
    queries,
    lockForWrite: async () => {}, // the folder has one writer, and the file one transaction at a time
    async snapshot(read) {
      inPlace();
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

/**
 * Everything written to a file that was removed or replaced while it is open is lost when this process ends; and
 * another process that opens the database without its log would damage both. The three checks take 5 us.
 *
 * @returns a check that throws StorageError unless the database, its log and its index are those that were opened
 */
function filesInPlace(path: string): () => void {
  const opened = new Map<string, bigint>();
  const check = () => {
    for (const each of [path, `${path}-wal`, `${path}-shm`]) {
      const inode = inodeOf(each);
      const before = opened.get(each) ?? inode; // SQLite makes the other two when it needs them
      if (inode !== before)
        throw new StorageError(
          `${each} was removed or replaced while it was in use: put it back, or stop the service and restore a backup`,
        );
      if (inode !== undefined) opened.set(each, inode);
    }
  };
  check();
  return check;
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true })?.ino;
}

/** On a connection of its own: on the one that writes, everything else would wait for the end of the transaction. */
async function readBeside<T>(path: string, read: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
  const file = openSqliteFile(path, "read");
  const queries = queriesOn(file, path, () => {});
  try {
    return await queries.transaction().execute(read);
  } finally {
    await queries.destroy();
    file.close();
  }
}

/** Moves the write-ahead log into the database file, as far as that is possible without waiting. */
function checkpoint(file: SqliteFile.Database): void {
  try {
    file.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // The log stays and is read at the next start: nothing is lost, and closing must go on to free the lock.
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

/** @param check called before each statement or transaction; throws when there may be none */
function queriesOn(file: SqliteFile.Database, path: string, check: () => void): Kysely<Tables> {
  const createDriver = () => new GuardedDriver(file, path, check);
  return new Kysely({ dialect: Object.assign(new SqliteDialect({ database: file }), { createDriver }) });
}

/** Kysely's driver for SQLite, with failures that keep their reason. */
class GuardedDriver extends SqliteDriver {
  readonly #file: SqliteFile.Database;
  readonly #path: string;
  readonly #check: () => void;

  constructor(file: SqliteFile.Database, path: string, check: () => void) {
    super({ database: file });
    this.#file = file;
    this.#path = path;
    this.#check = check;
  }

  /**
   * Checked with each query and not here: once a connection could not be acquired, Kysely waits for ever for the next.
   */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: async (query) => {
        if (!this.#file.inTransaction) this.#check();
        return await namingTheFile(this.#path, connection.executeQuery(query));
      },
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  /** A full disk makes SQLite roll back by itself; a second ROLLBACK would fail and hide the true reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}
