import { statSync } from "node:fs";
import { join } from "node:path";
import { writeWholeFile } from "../platform/new-file.js";
import { DATABASE_FILE } from "./sqlite-file.js";

/**
 * An empty file in the data folder, whose time is that of the last backup; on PostgreSQL deploy/backup.sh touches it.
 */
const LAST_BACKUP = "last-backup";

/** Notes that a backup has just been made. @throws StorageError or WriteError when the folder cannot be written to */
export async function noteBackup(dataDir: string): Promise<void> {
  await writeWholeFile(join(dataDir, LAST_BACKUP), "", { mayReplace: "replace" });
}

/** When the last backup was made, in ms; when there is none, when the database was. `undefined` without a database. */
export function lastBackupAt(dataDir: string): number | undefined {
  const timesOf = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false });
  return timesOf(LAST_BACKUP)?.mtimeMs ?? timesOf(DATABASE_FILE)?.birthtimeMs;
}
