import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import { errorCode, errorMessage, StorageError } from "../domain/errors.js";

/**
 * Makes a folder and locks it for one writer, with an exclusive SQLite lock on a file of its own. The kernel frees it
 * with the process, even after SIGKILL, which a file with a process id in it cannot promise; and readers of the
 * database itself are not in its way.
 *
 * @returns what unlocks it
 * @throws StorageError when another process has it, or the folder cannot be used
 */
export function lockFolder(dataDir: string): () => void {
  let lock: SqliteFile.Database | undefined;
  try {
    makeFolder(dataDir);
    lock = new SqliteFile(join(dataDir, LOCK_FILE), { timeout: LOCK_TIMEOUT_MS });
    // In memory, since an empty journal file would stay behind after SIGKILL.
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock?.close();
    throw new StorageError(lockSentence(dataDir, cause), { cause });
  }
  const held = lock;
  return () => held.close();
}

const LOCK_FILE = "peak.lock";

/**
 * How long a start waits for the lock: the backfill of a service that was just killed ends within two seconds on a slow
 * machine.
 */
const LOCK_TIMEOUT_MS = 5000;

function lockSentence(dataDir: string, cause: unknown): string {
  if (errorCode(cause) === "SQLITE_BUSY") {
    return `another Peak process is using the folder ${dataDir}: stop it first, or choose another DATA_DIR`;
  }
  const file = errorCode(cause).startsWith("SQLITE_") ? `${join(dataDir, LOCK_FILE)}: ` : "";
  return `cannot use the folder ${dataDir}: ${file}${errorMessage(cause)}; check DATA_DIR and who may write there`;
}

/**
 * Makes a folder and those above it; one that is there stays. Step by step, since Node's own `recursive` never ends
 * where mkdir says "no such directory" below a directory that is there, as in /proc and below some automounters.
 *
 * @throws Error with a `code` when it cannot be made, or when something else is there
 */
function makeFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
