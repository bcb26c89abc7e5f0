import { ConfigError } from "../domain/errors.js";
import { systemReason } from "../platform/new-file.js";
import { readLedger } from "../published/ledger-history.js";
import { parseConfig } from "../settings.js";
import { backUpDatabase, keepNewest, noteBackup } from "../storage/backup.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak backup FILE`: everything stored in one checked file, also while the service runs. The signing key is not in it.
 */
export async function backUp(
  context: ProcessContext,
  path: string,
  { keep }: { readonly keep?: string },
): Promise<void> {
  const config = parseConfig(context.env);
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep)) throw new ConfigError(["--keep must be a number from 1 on"]);
  if (config.databaseUrl !== undefined) {
    throw new ConfigError([
      'this installation is on PostgreSQL: back it up with pg_dump --format=custom --file=FILE "$DATABASE_URL"',
    ]);
  }
  await backUpDatabase(config.dataDir, path, async (copy) => (await readLedger(copy)).fault);
  context.out(`written to ${path} and checked; the signing key is not in it\n`);
  if (keep !== undefined) await keepNewest(path, Number(keep));
  try {
    noteBackup(config.dataDir);
  } catch (error) {
    context.err(
      `peak: the metrics do not know of it, ${config.dataDir} cannot be written to: ${systemReason(error)}\n`,
    );
  }
}
