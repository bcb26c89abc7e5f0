import { createHash } from "node:crypto";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import { errorMessage, StorageError } from "../domain/errors.js";
import { withStorageErrors } from "./database.js";
import { codeOf, DATABASE_FILE, fileSentence, openSqliteFile } from "./sqlite-file.js";
import type { Tables } from "./tables.js";

const LOCK_FILE = "peak.lock";
/**
 * How long a start waits for the lock: the backfill of a service that was just killed ends within two seconds on a slow
 * machine.
 */
const LOCK_TIMEOUT_MS = 5000;

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
  if (codeOf(cause) === "SQLITE_BUSY") return inUseSentence(dataDir);
  const file = codeOf(cause) === "" ? "" : `${join(dataDir, LOCK_FILE)}: `;
  return `cannot use the folder ${dataDir}: ${file}${errorMessage(cause)}; check DATA_DIR and who may write there`;
}

function inUseSentence(dataDir: string): string {
  return `another Peak process is using the folder ${dataDir}: stop it first, or choose another DATA_DIR`;
}

/**
 * When the lock file was removed, the next process makes and locks a new one. So the database remembers in
 * `user_version` the lock file of its last writer, whose inode no other file gets while that process lives. With
 * another lock file, nobody else may have the database open; a reader cannot be told from a writer.
 *
 * @throws StorageError when another process has it open
 */
export function refuseSecondUser(dataDir: string): void {
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path) || readVersion(path) === lockMarkOf(dataDir)) return;
  const file = new SqliteFile(path, { timeout: 0 });
  try {
    file.pragma("locking_mode = EXCLUSIVE");
    file.prepare("select count(*) from sqlite_schema").get(); // takes the lock, in any mode of the journal
    file.exec("BEGIN EXCLUSIVE; ROLLBACK");
  } catch (cause) {
    const isBusy = codeOf(cause).startsWith("SQLITE_BUSY");
    throw new StorageError(isBusy ? inUseSentence(dataDir) : fileSentence(path, cause), { cause });
  } finally {
    file.close();
  }
}

function readVersion(path: string): unknown {
  const file = openSqliteFile(path, "read");
  try {
    return file.pragma("user_version", { simple: true });
  } finally {
    file.close();
  }
}

/** Makes the database remember the lock file. */
export async function keepLockMark(queries: Kysely<Tables>, dataDir: string): Promise<void> {
  const mark = sql`pragma user_version = ${sql.lit(lockMarkOf(dataDir))}`;
  await withStorageErrors("be written to", () => mark.execute(queries));
}

/** The lock file as a positive number of 31 bits. */
function lockMarkOf(dataDir: string): number {
  const { dev, ino } = statSync(join(dataDir, LOCK_FILE), { bigint: true });
  return createHash("sha256").update(`${dev}:${ino}`).digest().readUInt32BE() >>> 1;
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
