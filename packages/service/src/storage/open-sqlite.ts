import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type SqliteFile from "better-sqlite3";
import { CamelCasePlugin, Kysely, SqliteAdapter, SqliteDialect, sql } from "kysely";
import { type Connection, closeOnError, inTransaction } from "./database.js";
import { lockFolder } from "./folder-lock.js";
import { NothingStoredError, type OpenMode, prepareTables, type StartOptions } from "./migrate.js";
import { migrationsFor, type Schema } from "./migrations.js";
import { DATABASE_FILE, openSqliteFile } from "./sqlite-file.js";
import type { Tables } from "./tables.js";
import type { OpenDatabase } from "./term.js";
import { Term } from "./term.js";

/**
 * Opens `<dataDir>/peak.db`. A writer makes the folder, the file and its tables as needed, and holds
 * `<dataDir>/peak.lock` until it is closed or dies in any way. A short write beside it needs no lock: SQLite itself
 * lets one wait for the other.
 *
 * @throws StorageError with one plain sentence: folder or file unusable, not a database, damaged, another writer is
 * running, written by a newer version; for a reader also: not there yet, written by an older version
 */
export async function openSqlite(
  dataDir: string,
  access: OpenMode = "write",
  options: StartOptions = {},
): Promise<OpenDatabase> {
  const mustExist = access !== "write" || options.mayMake === false;
  if (mustExist && !hasDatabase(dataDir)) throw missingDatabase(dataDir);
  const release = access === "read" || access === "beside" ? () => {} : lockFolder(dataDir);
  try {
    return await openAt(join(dataDir, DATABASE_FILE), access, { ...options, release });
  } catch (error) {
    release();
    throw error;
  }
}

/** Whether a writer has ever made a database in the folder. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, DATABASE_FILE));
}

/** The fault of a folder without a database. */
export function missingDatabase(dataDir: string): NothingStoredError {
  return new NothingStoredError(`there is no database at ${join(dataDir, DATABASE_FILE)} yet: \`peak serve\` makes it`);
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
  return isFile ? openAt(path, "read") : openSqlite(path, access);
}

/**
 * Opens a file that no other process writes to, such as one that is not in place yet.
 *
 * @param release called when it is closed
 * @throws StorageError as `openSqlite`
 */
async function openAt(
  path: string,
  access: OpenMode,
  { release = () => {}, ...options }: StartOptions & { readonly release?: () => void } = {},
): Promise<OpenDatabase> {
  const database = connect(path, access, release);
  await closeOnError(database, () => prepareTables(database.queries, sqliteSchema, access, options));
  return database;
}

function connect(path: string, access: OpenMode, release: () => void): OpenDatabase {
  const file = openSqliteFile(path, access);
  const queries = queriesOn(file);
  let open = true;
  const connection: Connection = {
    queries,
    async snapshot(read) {
      // On a connection of its own: on the one that writes, everything else would wait for the end of the transaction.
      const beside = queriesOn(openSqliteFile(path, "read"));
      try {
        return await inTransaction(beside, read);
      } finally {
        await beside.destroy();
      }
    },
    async close() {
      if (!open) return;
      open = false;
      await queries.destroy();
      file.close(); // Kysely leaves it open when it was never asked anything
      release();
    },
  };
  // Who may write has the folder already, and keeps it after a term.
  return {
    ...connection,
    beginTerm: async () => new Term({ ...connection, close: async () => {} }),
    leader: async () => undefined,
  };
}

function queriesOn(file: SqliteFile.Database): Kysely<Tables> {
  return new Kysely({ dialect: new TransactionalSqlite({ database: file }), plugins: [new CamelCasePlugin()] });
}

/**
 * SQLite can undo CREATE TABLE, which Kysely does not know: a migration that is killed leaves all of its tables or
 * none.
 */
class TransactionalSqlite extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** STRICT makes SQLite refuse a text in a number's column, as other engines do. */
export const sqliteSchema: Schema = {
  migrations: migrationsFor({ instant: "integer", double: "real", text: "text", tableEnd: sql`strict` }),
  tables: sql`select name from sqlite_schema where type = 'table'`,
};
