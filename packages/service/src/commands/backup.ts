/** `peak backup`: copies the database while the service runs. */
import { StorageError } from "../domain/errors.js";
import { systemClock } from "../platform/clock.js";
import { parseOrThrow, whole } from "../platform/setting-types.js";
import { readLedger } from "../published/ledger-history.js";
import { installedLedger, knownLedger } from "../published/own-ledger.js";
import { type Config, parseConfig } from "../settings.js";
import { BackupError, backUpDatabase, backupPath, noteBackup, removeOld } from "../storage/backup.js";
import { openDatabase } from "../storage/open-database.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak backup FILE`: copies the database to one verified file, even while the service runs. The signing key is not
 * included.
 *
 * @param target a new file, or a folder in which to make one named after the time
 */
export async function backUp(
  context: ProcessContext,
  target: string,
  { keep }: { readonly keep?: string },
): Promise<void> {
  const config = parseConfig(context.env);
  const count = keep === undefined ? undefined : parseOrThrow("--keep", whole(1, 99_999), keep);
  const now = systemClock.now();
  const path = backupPath(target, config.databaseUrl === undefined ? "db" : "dump", now);
  await writeVerified(context, config, path);
  context.out(`written to ${path} and checked; the signing key is not in it\n`);
  try {
    await using database = await openDatabase(config, "beside");
    await noteBackup(database.queries, now);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    context.err(`peak: its time could not be stored, so status and metrics do not know of it: ${error.message}\n`);
  }
  await removeOld(path, count);
}

async function writeVerified(context: ProcessContext, config: Config, path: string): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const known = await knownLedger(await installedLedger(config)); // before the copy, since the service goes on signing
  if (databaseUrl === undefined) {
    await backUpDatabase(dataDir, path, async (copy) => (await readLedger(copy, known)).fault, context.stop);
    return;
  }
  await using database = await openDatabase(config, "read");
  const { fault } = await readLedger(database.queries, known);
  if (fault !== undefined) throw new BackupError(`no backup was made, the history is not sound: ${fault.message}`);
  const { dumpPostgres } = await import("../storage/postgres-dump.js");
  await dumpPostgres(databaseUrl, path, { env: context.env, stop: context.stop });
}
