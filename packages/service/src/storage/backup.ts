/** Backups of the SQLite file: writes and checks them, removes old ones, and records when the last was made. */

import { existsSync, statSync, writeFileSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { formatInstant, HOUR_MS, type Instant } from "peak-cycle-model";
import { ServiceError, StorageError } from "../domain/errors.js";
import { systemReason } from "../platform/file-system.js";
import type { Db } from "./database.js";
import { DATABASE_FILE, openSqlite, openSqliteFile } from "./open-sqlite.js";
import { instant } from "./parsed-rows.js";
import { getState, putState, readableParts } from "./state.js";

/**
 * Copies a consistent snapshot of a folder's database, even while a service writes to it, and checks the history in the
 * copy before giving it its final name.
 *
 * @param check returns what is wrong with the history in the copy
 * @param stop stops the copying when it aborts
 * @throws StorageError if there is no database, or the file cannot be created
 * @throws BackupError if the disk is full or the history does not verify; no file remains
 */
export async function backUpDatabase(
  dataDir: string,
  path: string,
  check: (copy: Db) => Promise<Error | undefined>,
  stop: AbortSignal,
): Promise<void> {
  const source = openSqliteFile(join(dataDir, DATABASE_FILE), "read");
  try {
    await writeBackup(path, async (draft) => {
      const progress = () => {
        stop.throwIfAborted();
        return PAGES_AT_ONCE;
      };
      await source.backup(draft, { progress }).catch((cause: unknown) => {
        throw new BackupError(`no backup was made: ${systemReason(cause)}`, { cause });
      });
      stop.throwIfAborted();
      forReadOnlyMedia(draft);
      const copy = await openSqlite(draft, "read"); // closed before the rename, so not with `await using`
      const wrong = await check(copy.db).finally(() => copy.close());
      if (wrong !== undefined) throw new BackupError(`no backup was made: the history is not sound: ${wrong.message}`);
    });
  } finally {
    source.close();
  }
}

/** A step of a few milliseconds; between steps, a service can write and a signal is noticed. */
const PAGES_AT_ONCE = 1000;

/** A file in WAL mode can only be opened where a log can be written next to it. */
function forReadOnlyMedia(draft: string): void {
  const file = openSqliteFile(draft, "beside");
  try {
    file.pragma("journal_mode = DELETE");
  } finally {
    file.close();
  }
}

/**
 * Gives a backup its final name only after it is complete.
 *
 * @param write fills the empty draft, which only its owner can read
 * @throws StorageError if the file exists or cannot be created
 */
export async function writeBackup(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) throw new StorageError(`${path} already exists: choose another name`);
  const draft = `${path}.part`;
  await makeEmpty(draft);
  try {
    await write(draft);
    await rename(draft, path);
  } finally {
    for (const suffix of ["", "-journal", "-wal", "-shm"]) await rm(draft + suffix, { force: true });
  }
}

/** The path for a new backup: `path` itself or, if that is a folder, a name in it with the UTC time. */
export function backupPath(path: string, extension: "db" | "dump", now: Instant): string {
  if (!isFolder(path)) return path;
  return join(path, `peak-${fileStamp(now)}.${extension}`);
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // the error is reported when the file is written
  }
}

/** A time as part of a file name, such as `2030-01-31T062000Z`. */
export function fileStamp(at: Instant): string {
  return formatInstant(at).replace(/:/g, "").replace(/\.\d+/, "");
}

/** The disk is full, the history does not verify, or PostgreSQL's program failed. */
export class BackupError extends ServiceError {}

/** Creates a file that only its owner can read and write. */
async function makeEmpty(draft: string): Promise<void> {
  try {
    await rm(draft, { force: true });
    writeFileSync(draft, "", { flag: "wx", mode: 0o600 });
  } catch (cause) {
    throw new StorageError(`cannot write ${draft}: ${systemReason(cause)}`, { cause });
  }
}

/**
 * Removes drafts older than an hour, left by killed backups, from the folder of a new backup. With a count, also
 * removes all but that many of the newest backups: files whose names differ from the new one's only in digits.
 *
 * @throws BackupError if one cannot be removed
 */
export async function removeOld(path: string, count = Infinity): Promise<void> {
  try {
    await removeAlike(path, count);
  } catch (cause) {
    throw new BackupError(`the backup is sound, but old ones could not be removed: ${systemReason(cause)}`, { cause });
  }
}

async function removeAlike(path: string, count: number): Promise<void> {
  const shapeOf = (name: string) => name.replaceAll(/\d+/g, "0");
  const files = (await readdir(dirname(path))).map(async (name) => {
    const file = join(dirname(path), name);
    const [, finalName = name, isDraft] = /^(.+)(\.part(?:-\w+)?)$/.exec(name) ?? [];
    const stats = await stat(file).catch(() => undefined); // another backup may have removed it
    return { file, isDraft, shape: shapeOf(finalName), madeAt: stats?.mtimeMs ?? 0 };
  });
  const alike = (await Promise.all(files)).filter(({ shape }) => shape === shapeOf(basename(path)));
  const newestFirst = alike.filter(({ isDraft }) => !isDraft).sort((a, b) => b.madeAt - a.madeAt);
  const oldDrafts = alike.filter(({ isDraft, madeAt }) => isDraft && madeAt < Date.now() - HOUR_MS);
  for (const { file } of [...newestFirst.slice(count), ...oldDrafts]) await rm(file, { force: true });
}

/** Name of the state with the time of the last backup, which all instances follow. */
const LAST_BACKUP = "backup";

/** Records when a backup was made. @throws StorageError */
export async function noteBackup(db: Db, at: Instant): Promise<void> {
  await putState(db, LAST_BACKUP, { at });
}

/** The time of the last backup; `undefined` if none is known. */
export async function lastBackupAt(db: Db): Promise<Instant | undefined> {
  const state = (await getState(db, LAST_BACKUP)) ?? {};
  return readableParts(db, LAST_BACKUP, state, { at: instant }).at;
}
