import SqliteFile from "better-sqlite3";
import { errorCode, errorMessage, StorageError } from "../domain/errors.js";
import type { OpenMode } from "./migrate.js";

/** Opens a SQLite file of ours, with the settings that every connection has. @throws StorageError */
export function openSqliteFile(path: string, access: OpenMode): SqliteFile.Database {
  let file: SqliteFile.Database | undefined;
  try {
    file = new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: access !== "write" });
    const isNew = isEmptyUnlessForeign(file, path);
    // kB; the default of 16 MB keeps every page ever read, 4 MB for ever after a start
    file.pragma("cache_size = -1024");
    file.pragma("temp_store = MEMORY"); // a container that is read-only but for the data has no place for such files
    file.pragma("foreign_keys = ON");
    file.pragma("synchronous = FULL");
    // A reader opens the file for writing all the same: read-only handles leave WAL files behind that nobody removes.
    if (access === "write") file.pragma("journal_mode = WAL");
    else if (access !== "beside") file.pragma("query_only = ON");
    if (isNew && access === "write") file.pragma(`application_id = ${APPLICATION_ID}`);
    return file;
  } catch (cause) {
    file?.close();
    if (cause instanceof StorageError) throw cause;
    throw new StorageError(fileSentence(path, cause), { cause });
  }
}

export const DATABASE_FILE = "peak.db";

/** Another process may hold the file for the length of one query, or of one short write. */
const BUSY_TIMEOUT_MS = 5000;

/** "PEAK" in ASCII, in the header of our files. */
const APPLICATION_ID = 0x5045414b;

/** @returns whether the file is empty and nobody's yet @throws StorageError when another program has made it */
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
  const hint = /^SQLITE_(CANTOPEN|READONLY)/.test(errorCode(cause)) ? "; check who may write it and its folder" : "";
  return `cannot open ${path}: ${errorMessage(cause)}${hint}`;
}
