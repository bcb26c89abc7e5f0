/** `peak restore`: replaces the database with a backup. */
import { existsSync } from "node:fs";
import { ConfigError, StorageError } from "../domain/errors.js";
import { readLedger } from "../ledger/ledger-history.js";
import { installedLedger, type KnownLedger } from "../ledger/own-ledger.js";
import { setSignedHeadAside } from "../ledger/signing-key.js";
import { systemClock } from "../platform/clock.js";
import { type Config, parseConfig } from "../settings/settings.js";
import { BackupError, fileStamp } from "../storage/backup.js";
import { type Db, NothingStoredError } from "../storage/database.js";
import { removeTables } from "../storage/export.js";
import { signingKeyIds } from "../storage/ledger.js";
import { openDatabase } from "../storage/open-database.js";
import { restoreSqlite } from "../storage/restore.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak restore FILE`: verifies a backup and replaces the database of a stopped service with it. The old database is
 * kept. On PostgreSQL the configured database must be a new one.
 */
export async function restore(context: ProcessContext, path: string): Promise<void> {
  const config = parseConfig(context.env);
  if (!existsSync(path)) throw new ConfigError([`there is no file ${path} that this user can read`]);
  // Not the signed position, which covers days that the backup lacks.
  const { trustedKeys } = await installedLedger(config);
  const stamp = fileStamp(systemClock.now());
  if (config.databaseUrl === undefined) {
    const before = await restoreSqlite(config.dataDir, path, stamp, (copy) => check(copy, { trustedKeys }));
    context.out(`restored ${path}; the old database is in ${before}\n`);
  } else {
    await restoreIntoNew(context, config, config.databaseUrl, path, { trustedKeys });
    context.out(`restored ${path}\n`);
  }
  const headFile = await setSignedHeadAside(config.signingKeyFile, stamp);
  if (headFile !== undefined) context.out(`the signed position, which may be newer, is now ${headFile}\n`);
  if (existsSync(config.signingKeyFile)) return;
  context.out(`the signing key is not included: copy it to ${config.signingKeyFile} before you start the service\n`);
}

async function restoreIntoNew(
  { env, stop }: ProcessContext,
  config: Config,
  address: URL,
  path: string,
  own: KnownLedger,
): Promise<void> {
  if (!(await isEmpty(config))) {
    throw new ConfigError(["the database of DATABASE_URL is not empty: create a new one, and set DATABASE_URL to it"]);
  }
  await refuseWhileRunning(config, address, own);
  const { restorePostgres } = await import("../storage/postgres-dump.js");
  await restorePostgres(address, path, { env, stop });
  await using database = await openDatabase(config, "beside");
  try {
    await check(database.db, own);
  } catch (error) {
    await removeTables(database.db); // otherwise the next restore would find the database not empty
    throw error;
  }
}

/**
 * The old database may be a different one on the same server, where an instance would continue to sign.
 *
 * @throws ConfigError if one runs the jobs of a history that a key of this installation has signed
 */
async function refuseWhileRunning(config: Config, address: URL, { trustedKeys }: KnownLedger): Promise<void> {
  const { leadersElsewhere } = await import("../storage/postgres-term.js");
  for (const { address: other, name } of await leadersElsewhere(address)) {
    if (await isSignedBy({ ...config, databaseUrl: other }, trustedKeys)) {
      const database = decodeURIComponent(other.pathname.slice(1));
      throw new ConfigError([`an instance is running on the database ${database} (${name}): stop all instances first`]);
    }
  }
}

async function isSignedBy(config: Config, keys: ReadonlySet<string> = new Set()): Promise<boolean> {
  try {
    await using database = await openDatabase(config, "read");
    return (await signingKeyIds(database.db)).some((keyId) => keys.has(keyId));
  } catch (error) {
    if (error instanceof StorageError) return false; // another installation's, which this user may not read
    throw error;
  }
}

async function isEmpty(config: Config): Promise<boolean> {
  try {
    await using _ = await openDatabase(config, "read");
    return false;
  } catch (error) {
    if (error instanceof NothingStoredError) return true;
    throw error;
  }
}

/** @throws BackupError if the history is not sound, or not this installation's */
async function check(db: Db, own: KnownLedger): Promise<void> {
  const { fault } = await readLedger(db, own);
  if (fault !== undefined) throw new BackupError(`the history in the backup is not sound: ${fault.message}`);
}
