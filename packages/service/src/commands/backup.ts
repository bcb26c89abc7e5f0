/** `peak backup`: copies the database while the service runs. */

import { dayOf, HOUR_MS, type Instant, MINUTE_MS, plus, startOf } from "peak-cycle-model";
import { ConfigError, isNamedFailure, StorageError } from "../domain/errors.js";
import { parseOrThrow, wholeNumber } from "../domain/typed-text.js";
import { readLedger } from "../ledger/ledger-history.js";
import { installedLedger, knownLedger } from "../ledger/own-ledger.js";
import { systemClock } from "../platform/clock.js";
import { type Config, parseConfig } from "../settings/settings.js";
import {
  BackupError,
  backUpDatabase,
  backupPath,
  isFolder,
  lastBackupAt,
  noteBackup,
  removeOld,
} from "../storage/backup.js";
import { openDatabase } from "../storage/open-database.js";
import type { ProcessContext } from "./process-context.js";

/** Options as given on the command line. */
interface BackupOptions {
  readonly keep?: string;
  readonly daily?: boolean;
}

/**
 * `peak backup FILE`: copies the database to one verified file, even while the service runs. The signing key is not
 * included.
 *
 * @param target a new file, or a folder for a file named after the time
 */
export async function backUp(context: ProcessContext, target: string, options: BackupOptions): Promise<void> {
  const { keep, daily } = options;
  const config = parseConfig(context.env);
  const count = keep === undefined ? undefined : parseOrThrow("--keep", wholeNumber(1, 99_999), keep);
  if (daily === true) await backUpDaily(context, config, target, count);
  else await backUpOnce(context, config, target, count);
}

/**
 * Makes a backup every day until it is stopped, and retries failed ones. For systems without a timer.
 */
async function backUpDaily(context: ProcessContext, config: Config, target: string, count?: number): Promise<void> {
  const { stop, err } = context;
  if (!isFolder(target)) throw new ConfigError([`--daily needs a folder, but ${target} is not one`]);
  while (!stop.aborted) {
    try {
      if (isBackupDue(await readLastBackup(config), systemClock.now())) {
        await backUpOnce(context, config, target, count);
      }
    } catch (error) {
      if (!isNamedFailure(error) && !stop.aborted) throw error;
      if (!stop.aborted) err(`peak: ${(error as Error).message}\n`);
    }
    await systemClock.sleep(LOOK_MS, stop).catch(() => undefined);
  }
}

/** How often it checks whether a backup is due. */
const LOOK_MS = 10 * MINUTE_MS;

/** 06:20 UTC, when the previous day has been closed and signed. */
const DUE_MS = 6 * HOUR_MS + 20 * MINUTE_MS;

/** Whether the backup of the day that began at the last 06:20 UTC is missing. @param last when the last one was made */
export function isBackupDue(last: Instant | undefined, now: Instant): boolean {
  const today = plus(startOf(dayOf(plus(now, -DUE_MS))), DUE_MS);
  return last === undefined || last < today;
}

async function readLastBackup(config: Config): Promise<Instant | undefined> {
  await using database = await openDatabase(config, "read");
  return await lastBackupAt(database.db);
}

async function backUpOnce(context: ProcessContext, config: Config, target: string, count?: number): Promise<void> {
  const now = systemClock.now();
  const path = backupPath(target, config.databaseUrl === undefined ? "db" : "dump", now);
  await writeVerified(context, config, path);
  context.out(`written to ${path} and checked; the signing key is not in it\n`);
  try {
    await using database = await openDatabase(config, "beside");
    await noteBackup(database.db, now);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    context.err(`peak: its time could not be stored, so status and metrics do not show it: ${error.message}\n`);
  }
  await removeOld(path, count);
}

async function writeVerified(context: ProcessContext, config: Config, path: string): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const own = await knownLedger(await installedLedger(config)); // read first, since the service keeps signing
  if (databaseUrl === undefined) {
    await backUpDatabase(dataDir, path, async (copy) => (await readLedger(copy, own)).fault, context.stop);
    return;
  }
  await using database = await openDatabase(config, "read");
  const { fault } = await readLedger(database.db, own);
  if (fault !== undefined) throw new BackupError(`no backup was made: the history is not sound: ${fault.message}`);
  const { dumpPostgres } = await import("../storage/postgres-dump.js");
  await dumpPostgres(databaseUrl, path, { env: context.env, stop: context.stop });
}
