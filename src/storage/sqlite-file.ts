import SqliteFile from "better-sqlite3";
import { errorMessage, StorageError } from "../domain/errors.js";
import type { OpenMode } from "./migrate.js";

export const DATABASE_FILE = "peak.db";
/** A reader in another process may hold the file for the length of one query. */
const BUSY_TIMEOUT_MS = 5000;

/** Opens a SQLite file of ours, with the settings that every connection has. @throws StorageError */
export function openSqliteFile(path: string, access: OpenMode): SqliteFile.Database {
  let file: SqliteFile.Database | undefined;
  try {
    file = new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: access !== "write" });
    refuseForeignFile(file, path);
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
    if (cause instanceof StorageError) throw cause;
    throw new StorageError(fileSentence(path, cause), { cause });
  }
}

/** "PEAK" in ASCII, in the header of our files. */
export const APPLICATION_ID = 0x5045414b;

/** Tables that every file of ours has had since its first migration. */
const FIRST_TABLES = ["kysely_migration", "observations"] as const;

/**
 * Files of versions that set no id are known by their tables; an empty file is nobody's yet.
 *
 * @throws StorageError when another program has made the file
 */
function refuseForeignFile(file: SqliteFile.Database, path: string): void {
  const id = file.pragma("application_id", { simple: true });
  if (id === APPLICATION_ID) return;
  const tables = file.prepare("select name from sqlite_schema").pluck().all();
  const isOlder = FIRST_TABLES.every((table) => tables.includes(table));
  if (id === 0 && (tables.length === 0 || isOlder)) return;
  throw new StorageError(`${path} is a database of another program: move it away, or choose another DATA_DIR`);
}

export function fileSentence(path: string, cause: unknown): string {
  if (codeOf(cause) === "SQLITE_NOTADB") {
    return `${path} is not a database: move it away, or choose another DATA_DIR`;
  }
  const hint = /^SQLITE_(CANTOPEN|READONLY)/.test(codeOf(cause)) ? "; check who may write it and its folder" : "";
  return `cannot open ${path}: ${errorMessage(cause)}${hint}`;
}

/** The code of SQLite; empty for what something else has thrown. */
export function codeOf(cause: unknown): string {
  return cause instanceof SqliteFile.SqliteError ? cause.code : "";
}

/** Failures of the disk, such as one that has become read-only, do not name their file by themselves. */
export async function namingTheFile<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!/^SQLITE_(READONLY|IOERR|FULL|CANTOPEN|CORRUPT|NOTADB)/.test(codeOf(cause))) throw cause;
    throw new SqliteFile.SqliteError(`${errorMessage(cause)} (${path})`, codeOf(cause));
  }
}
