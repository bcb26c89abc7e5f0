import { existsSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import { ServiceError, StorageError } from "../../domain/errors.js";
import { systemReason } from "../../platform/new-file.js";
import { hasDatabase, missingDatabase } from "../open-sqlite.js";
import { DATABASE_FILE, openSqliteFile } from "../sqlite-file.js";
import { readStores, type Stores } from "../stores.js";

/**
 * Copies the database in a folder as it is at one moment, also while a service writes to it, and checks the history in
 * the copy before it gets its name.
 *
 * @param check says what is wrong with the history in the copy
 * @throws StorageError when there is no database, or the file cannot be made
 * @throws BackupError when the disk is full or the history does not verify; no file is left then
 */
export async function backUpDatabase(
  dataDir: string,
  path: string,
  check: (copy: Stores) => Promise<Error | undefined>,
  signal: AbortSignal,
): Promise<void> {
  if (!hasDatabase(dataDir)) throw missingDatabase(dataDir);
  if (existsSync(path)) throw new StorageError(`${path} exists already: name another file`);
  const draft = `${path}.part`;
  try {
    await makeEmpty(draft);
    await copyPages(join(dataDir, DATABASE_FILE), draft, signal);
    const wrong = await readStores({ dataDir: draft, databaseUrl: undefined }, check);
    if (wrong !== undefined) throw new BackupError(`no backup was made, the history is not sound: ${wrong.message}`);
    await rename(draft, path);
  } finally {
    for (const suffix of ["", "-journal", "-wal", "-shm"]) await rm(draft + suffix, { force: true });
  }
}

/** The disk is full, or the history does not verify. */
class BackupError extends ServiceError {
  readonly code = "backup";
}

/**
 * Removes all but the newest backups in the folder of one: the files whose names differ from its own in digits only.
 */
export async function keepNewest(path: string, count: number): Promise<void> {
  const shapeOf = (name: string) => name.replaceAll(/\d+/g, "0");
  const names = (await readdir(dirname(path))).filter((name) => shapeOf(name) === shapeOf(basename(path)));
  const files = names.map(async (name) => {
    const file = join(dirname(path), name);
    return { file, madeAt: (await stat(file)).mtimeMs };
  });
  const newestFirst = (await Promise.all(files)).sort((a, b) => b.madeAt - a.madeAt);
  for (const { file } of newestFirst.slice(count)) await rm(file);
}

/** A file that only its owner can read and write. */
async function makeEmpty(draft: string): Promise<void> {
  try {
    await rm(draft, { force: true });
    await (await open(draft, "wx", 0o600)).close();
  } catch (cause) {
    throw new StorageError(`cannot write ${draft}: ${systemReason(cause)}`, { cause });
  }
}

/** Pages of 4 kB that are copied between two checks of the signal: 4 MB take some milliseconds. */
const PAGES = 1000;

async function copyPages(source: string, draft: string, signal: AbortSignal): Promise<void> {
  const file = openSqliteFile(source, "read");
  try {
    // A read transaction keeps the snapshot: without it, every write of the service would restart the copy.
    file.exec("begin");
    file.prepare("select count(*) from sqlite_schema").get();
    await file.backup(draft, {
      progress() {
        signal.throwIfAborted();
        return PAGES;
      },
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw new BackupError(`no backup was made: ${systemReason(cause)}`, { cause });
  } finally {
    file.close();
  }
  const copy = new SqliteFile(draft);
  copy.pragma("journal_mode = DELETE"); // one file, without a log next to it
  copy.close();
}
