import { existsSync, statSync } from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import { join } from "node:path";
import { type CheckedChain, type Finding, printable } from "peak-cycle-verify";
import { errorCode, StorageError } from "../../domain/errors.js";
import { beginFile, type NewFile, systemReason } from "../../platform/new-file.js";
import { lockFolder, makeFolder } from "../folder-lock.js";
import { NothingStoredError } from "../migrate.js";
import { BACKUP_DIGEST, checkTables } from "../open-sqlite.js";
import { DATABASE_FILE } from "../sqlite-file.js";
import { BackupError, checkDraft, digestOf, withFile } from "./backup.js";

/**
 * Checks a copy of a backup in a folder without a database, and makes it the database there. A backup of an older version
 * is migrated. When anything fails, nothing is put in place.
 *
 * @throws StorageError when there is no such file, or the folder has a database or cannot be used
 * @throws BackupError when the backup is damaged, or its history does not verify
 */
export async function restoreDatabase(path: string, dataDir: string, options: RestoreOptions): Promise<Restored> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new StorageError(`there is no file ${path}`);
  if (!found.isFile()) throw new StorageError(`${path} is no file, so no backup`);
  refuseDatabase(dataDir);
  const file = await draftIn(dataDir, path);
  try {
    const restored = await checkBackup(path, file.draft, options);
    await putInPlace(file, dataDir);
    return restored;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

interface RestoreOptions {
  readonly signal: AbortSignal;
  /** Accepts a backup whose newest links or revisions are not signed yet. */
  readonly allowUnsigned: boolean;
  /** Called with what was found, just before the database is put in place; when it throws, nothing is put in place. */
  readonly onChecked: (checked: CheckedChain) => Promise<void>;
}

/** What could not be checked in a restored database. */
interface Restored {
  readonly unsigned: readonly Finding[];
  /** Whether every table was compared with the digest in the backup, or only the hash chain was checked. */
  readonly isWholeChecked: boolean;
}

/** A write-ahead log without its database would be applied to the database that is put there. */
function refuseDatabase(dataDir: string): void {
  const found = ["", "-wal", "-journal"].map((suffix) => join(dataDir, DATABASE_FILE + suffix)).find(existsSync);
  if (found === undefined) return;
  throw new StorageError(`${found} is there already: restore into a folder without a database, or move it away`);
}

/** Copies the backup into the folder, with its log, if it is a plain copy that has one. */
async function draftIn(dataDir: string, path: string): Promise<NewFile> {
  let file: NewFile | undefined;
  try {
    makeFolder(dataDir);
    file = await beginFile(join(dataDir, DATABASE_FILE));
    for (const suffix of ["", "-wal"]) {
      if (suffix !== "" && !existsSync(path + suffix)) continue;
      await copyFile(path + suffix, file.draft + suffix);
      await chmod(file.draft + suffix, 0o600);
    }
    return file;
  } catch (cause) {
    await file?.discard();
    throw restoreFault(`cannot restore ${path} to ${dataDir}: ${systemReason(cause)}`, cause);
  }
}

/** A disk that has no room for the copy is no wrong call. */
function restoreFault(sentence: string, cause: unknown): BackupError | StorageError {
  const Fault = DISK_FAULTS.includes(errorCode(cause)) ? BackupError : StorageError;
  return new Fault(sentence, { cause });
}

const DISK_FAULTS = ["ENOSPC", "EDQUOT", "EFBIG", "EIO"];

async function checkBackup(path: string, draft: string, options: RestoreOptions): Promise<Restored> {
  const isWholeChecked = await checkBytes(path, draft);
  options.signal.throwIfAborted();
  const { checked, wrong, unsigned } = await checkDraft(draft, "write", options.signal).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    throw new BackupError(`${path} cannot be restored: ${error.message}`, { cause: error });
  });
  if (wrong !== undefined)
    throw new BackupError(`${path} is not restored, its history does not hold: ${printable(wrong.text)}`);
  const [first] = unsigned;
  if (first !== undefined && !options.allowUnsigned) {
    throw new BackupError(`${path} is not restored: ${printable(first.text)}. If you know why, use --allow-unsigned`);
  }
  await options.onChecked(checked);
  return { unsigned, isWholeChecked };
}

/** @returns whether there was a digest to compare with @throws BackupError when the file is damaged */
async function checkBytes(path: string, draft: string): Promise<boolean> {
  try {
    return await withFile(draft, async (file) => {
      await checkTables(file);
      const [found] = file.pragma("integrity_check(1)") as readonly { readonly integrity_check: string }[];
      if (found?.integrity_check !== "ok") throw new Error(found?.integrity_check);
      const kept = file.prepare("select value from installation where key = ?").pluck().get(BACKUP_DIGEST);
      if (kept !== undefined && kept !== digestOf(file)) throw new Error("its rows are not those that were backed up");
      return kept !== undefined;
    });
  } catch (cause) {
    const isOurs = cause instanceof StorageError && cause.cause === undefined && !(cause instanceof NothingStoredError);
    const fault = isOurs ? "cannot be restored" : "is damaged, or no backup of Peak";
    throw new BackupError(`${path} ${fault}: ${systemReason(cause)}`, { cause });
  }
}

async function putInPlace(file: NewFile, dataDir: string): Promise<void> {
  if (existsSync(`${file.draft}-wal`)) throw new BackupError(`${file.draft} is in use by another program`);
  const release = lockFolder(dataDir);
  try {
    refuseDatabase(dataDir);
    await file.publish();
    await file.discard(); // closes it before the folder is free
  } finally {
    release();
  }
}
