import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import SqliteFile from "better-sqlite3";
import { type CheckedChain, type Finding, printable } from "peak-cycle-verify";
import { ServiceError } from "../../domain/errors.js";
import { beginNewFile, systemReason } from "../../platform/new-file.js";
import { checkStoredChain } from "../check-chain.js";
import { closeAfter } from "../database.js";
import { BACKUP_DIGEST, hasDatabase, missingDatabase, openAt } from "../open-sqlite.js";
import { DATABASE_FILE, openSqliteFile } from "../sqlite-file.js";

/**
 * Copies the database in a folder as it is at one moment, also while a service writes to it, and checks the copy before
 * it gets its name.
 *
 * @returns what the copy lacks: nothing, or signatures of its newest links or revisions
 * @throws StorageError when there is no database, or the file cannot be made
 * @throws BackupError when the database is not sound; no file is left then
 */
export async function backUpDatabase(dataDir: string, path: string, signal: AbortSignal): Promise<readonly Finding[]> {
  if (!hasDatabase(dataDir)) throw missingDatabase(dataDir);
  const file = await beginNewFile(path);
  try {
    const unsigned = await takeSigned(join(dataDir, DATABASE_FILE), file.draft, signal);
    await seal(file.draft);
    await file.publish();
    return unsigned;
  } finally {
    await file.discard();
  }
}

/** A backup was not made or not restored: it is damaged, or its history does not verify. */
export class BackupError extends ServiceError {
  readonly code = "backup";
}

/**
 * A day is signed a moment after it was closed. A backup that was made between the two would be refused later, so it is
 * made again after this time. What is still not signed then may stay so for hours, as a revision does until 06:00 UTC.
 */
const MAX_RETRIES = 5;
const RETRY_MS = 1000;

async function takeSigned(source: string, draft: string, signal: AbortSignal): Promise<readonly Finding[]> {
  for (let retries = 0; ; retries += 1) {
    await copyPages(source, draft, signal);
    const { wrong, unsigned } = await checkDraft(draft, "read", signal);
    if (wrong !== undefined) {
      const text = `the history does not hold: ${printable(wrong.text)}; \`peak verify\` names all`;
      throw new BackupError(`no backup was made, ${text}`);
    }
    if (unsigned.length === 0 || retries === MAX_RETRIES) return unsigned;
    await wait(RETRY_MS, undefined, { signal });
  }
}

/** Pages of 4 kB that are copied between two checks of the signal: 4 MB take some milliseconds. */
const PAGES = 1000;

/** A read transaction keeps the snapshot: without it, every write of the service would restart the copy. */
async function copyPages(source: string, draft: string, signal: AbortSignal): Promise<void> {
  const file = openSqliteFile(source, "read");
  try {
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
  // The backup is one file, without a log beside it.
  await withFile(draft, async (copy) => copy.pragma("journal_mode = DELETE"));
}

/** Stores a digest of all rows in the backup, so that damage is also found in tables that the chain does not cover. */
function seal(draft: string): Promise<void> {
  return withFile(draft, async (file) => {
    const keep = file.prepare("insert or replace into installation (key, value) values (?, ?)");
    keep.run(BACKUP_DIGEST, digestOf(file));
  });
}

/** Works with a file that is not in place yet. */
export async function withFile<T>(draft: string, work: (file: SqliteFile.Database) => Promise<T>): Promise<T> {
  const file = new SqliteFile(draft);
  try {
    return await work(file);
  } finally {
    file.close();
  }
}

/** SHA-256 over every table, index and trigger as they were made, and every row but the one that holds this digest. */
export function digestOf(file: SqliteFile.Database): string {
  const hash = createHash("sha256");
  const schema = file.prepare("select type, name, sql from sqlite_schema order by type, name").all();
  hash.update(JSON.stringify(schema));
  for (const { type, name } of schema as readonly { readonly type: string; readonly name: string }[]) {
    if (type !== "table") continue;
    const others = name === "installation" ? `where key <> '${BACKUP_DIGEST}'` : "";
    const rows = file.prepare(`select * from "${name}" ${others} order by rowid`).raw();
    for (const row of rows.iterate()) hash.update(JSON.stringify(row));
  }
  return hash.digest("hex");
}

/** What the check of a backup has found. */
interface CheckedBackup {
  readonly checked: CheckedChain;
  /** A fault other than a missing signature. */
  readonly wrong: Finding | undefined;
  /** The faults that only say that its newest links or revisions are not signed. */
  readonly unsigned: readonly Finding[];
}

/** Verifies the history in a database file that is not in place yet. With `write` its tables are brought up to date first. */
export async function checkDraft(draft: string, access: "read" | "write", signal: AbortSignal): Promise<CheckedBackup> {
  const checked = await closeAfter(await openAt(draft, access), (database) => checkStoredChain(database, { signal }));
  const unsigned = checked.findings.filter((each) => each.isUnsigned);
  const wrong = checked.findings.find(({ kind, isUnsigned }) => kind === "fault" && !isUnsigned);
  return { checked, wrong, unsigned };
}
