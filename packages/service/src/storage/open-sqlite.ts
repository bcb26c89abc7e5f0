import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import { CamelCasePlugin, Kysely, SqliteDialect, sql } from "kysely";
import { closeOnError, inTransaction, type OpenDatabase, withStorageErrors } from "./database.js";
import { lockFolder } from "./folder-lock.js";
import { NothingStoredError, OlderVersionError, type OpenMode, prepareTables, type Rehearsal } from "./migrate.js";
import type { SchemaDialect, SchemaFault, SchemaQueries } from "./migrations.js";
import { DATABASE_FILE, openSqliteFile } from "./sqlite-file.js";
import type { Tables } from "./tables.js";

/**
 * Opens `<dataDir>/peak.db`. A writer makes the folder, the file and its tables as needed, and holds
 * `<dataDir>/peak.lock` until it is closed or dies in any way. A short write beside it needs no lock: SQLite itself lets
 * one wait for the other.
 *
 * @throws StorageError with one plain sentence: folder or file unusable, not a database, damaged, another writer is
 * running, written by a newer version; for a reader also: not there yet, written by an older version
 */
export async function openSqlite(
  dataDir: string,
  access: OpenMode = "write",
  rehearse?: Rehearsal,
): Promise<OpenDatabase> {
  if (access !== "write" && !hasDatabase(dataDir)) throw missingDatabase(dataDir);
  const release = access === "read" || access === "beside" ? () => {} : lockFolder(dataDir);
  try {
    return await openAt(join(dataDir, DATABASE_FILE), access, { release, rehearse });
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
export async function openAt(
  path: string,
  access: OpenMode,
  { release = () => {}, rehearse }: { readonly release?: () => void; readonly rehearse?: Rehearsal | undefined } = {},
): Promise<OpenDatabase> {
  const database = connect(path, access, release);
  await closeOnError(database, async () => {
    await prepareTables(database.queries, sqliteSchema, access, rehearse && { rehearse });
    if (access === "write" || access === "beside") await forgetBackup(database.queries);
  });
  return database;
}

/** A key in `installation` of a backup: what its rows came to when it was taken. Not in a database that is in use. */
export const BACKUP_DIGEST = "backup:digest";

/** The digest of a backup does not cover what is written from now on. */
async function forgetBackup(queries: Kysely<Tables>): Promise<void> {
  await withStorageErrors("be written to", () =>
    queries.deleteFrom("installation").where("key", "=", BACKUP_DIGEST).execute(),
  );
}

function connect(path: string, access: OpenMode, release: () => void): OpenDatabase {
  const file = openSqliteFile(path, access);
  const queries = queriesOn(file);
  let open = true;
  return {
    queries,
    // The file has one write at a time, also of who writes beside us: had this transaction read first, it would fail after one.
    lockForWrite: async (transaction) => void (await NO_CHANGE.execute(transaction)),
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
}

const NO_CHANGE = sql`update leases set epoch = epoch where 1 = 0`;

function queriesOn(file: SqliteFile.Database): Kysely<Tables> {
  return new Kysely({ dialect: new SqliteDialect({ database: file }), plugins: [new CamelCasePlugin()] });
}

/** STRICT makes SQLite refuse a text in a number's column, as other engines do. */
const sqliteSchema: SchemaDialect = {
  instant: "integer",
  double: "real",
  text: "text",
  tableEnd: sql`strict`,
  appendOnly: (table) => ["update", "delete"].map((verb) => sql.raw(refusingTrigger(table, verb))),
  findTable: (table) => sql`select name from sqlite_schema where type = 'table' and name = ${table}`,
  schemaFault,
  lockForMigration: [], // the folder has one writer
};

function refusingTrigger(table: string, verb: string): string {
  return `create trigger "${table}_refuses_${verb}" before ${verb} on "${table}"
    begin select raise(abort, '${table} is append-only'); end`;
}

/** Everything but the tables and indexes that SQLite makes by itself, which follow from the text of ours. */
const SCHEMA = sql<SchemaRow>`
  select type, name, tbl_name, sql from sqlite_schema where type in ('trigger', 'view') or name not like 'sqlite^_%' escape '^'`;

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly tblName: string;
  readonly sql: string;
}

/** Compares the texts with those that the same migrations make in an empty database, in 3 ms. */
async function schemaFault(
  db: SchemaQueries,
  make: (other: Kysely<Tables>) => Promise<void>,
): Promise<SchemaFault | undefined> {
  const other = queriesOn(new SqliteFile(":memory:"));
  await make(other);
  const made = (await SCHEMA.execute(other)).rows;
  await other.destroy();
  const found = (await SCHEMA.execute(db)).rows;
  const [odd] = [...without(found, made), ...without(made, found)];
  if (odd === undefined) return undefined;
  const isForeign = made.every(({ type, name }) => type !== odd.type || name !== odd.name);
  const table = odd.name === odd.tblName ? "" : ` on ${odd.tblName}`;
  return { what: `the ${odd.type} ${odd.name}${table}`, isForeign };
}

function without(rows: readonly SchemaRow[], others: readonly SchemaRow[]): readonly SchemaRow[] {
  const texts = new Set(others.map((each) => JSON.stringify(each)));
  return rows.filter((each) => !texts.has(JSON.stringify(each)));
}

/**
 * Refuses a backup with other tables than ours, before anything else is read of it: a view may have no end, and a check of
 * a table take for ever. That they are those of an older version is no fault.
 *
 * @throws StorageError
 */
export async function checkTables(file: SqliteFile.Database): Promise<void> {
  try {
    await prepareTables(queriesOn(file), sqliteSchema, "read");
  } catch (error) {
    if (!(error instanceof OlderVersionError)) throw error;
  }
}
