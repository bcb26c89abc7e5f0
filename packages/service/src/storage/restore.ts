/** Replaces the SQLite database of a stopped service with a backup. */

import { constants, existsSync } from "node:fs";
import { chmod, copyFile, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { StorageError } from "../domain/errors.js";
import { systemReason } from "../platform/file-system.js";
import type { Db } from "./database.js";
import { DATABASE_FILE, lockFolder, openSqlite } from "./open-sqlite.js";

/**
 * Works on a copy, because a backup may be on a read-only medium, and changes nothing before the copy has been checked.
 *
 * @param stamp for the name of the folder that receives the old database
 * @param check throws if the history in the copy does not verify
 * @returns the folder with the old database
 * @throws StorageError if a service is running, the file is not a database, or the folder cannot be written to
 */
export async function restoreSqlite(
  dataDir: string,
  backup: string,
  stamp: string,
  check: (copy: Db) => Promise<void>,
): Promise<string> {
  const lock = lockFolder(dataDir);
  const draft = join(dataDir, "restored.db.part");
  try {
    await rm(draft, { force: true });
    await copyFile(backup, draft, constants.COPYFILE_EXCL);
    await chmod(draft, 0o600);
    const copy = await openSqlite(draft, "read");
    await check(copy.db).finally(() => copy.close());
    const before = join(dataDir, `before-${stamp}`);
    await mkdir(before, { mode: 0o700 });
    for (const name of ["", "-wal", "-shm"].map((suffix) => DATABASE_FILE + suffix)) {
      if (existsSync(join(dataDir, name))) await rename(join(dataDir, name), join(before, name));
    }
    await rename(draft, join(dataDir, DATABASE_FILE));
    return before;
  } catch (cause) {
    if (!(cause instanceof Error && "syscall" in cause)) throw cause;
    throw new StorageError(`cannot restore ${backup} to ${dataDir}: ${systemReason(cause)}`, { cause });
  } finally {
    for (const suffix of ["", "-journal", "-wal", "-shm"]) await rm(draft + suffix, { force: true });
    lock.close();
  }
}
