import { ConfigError } from "../domain/errors.js";
import { systemReason } from "../platform/new-file.js";
import { parseOrThrow, whole } from "../platform/setting-types.js";
import { readLedger } from "../published/ledger-history.js";
import { installedLedger, knownLedger } from "../published/own-ledger.js";
import { parseConfig } from "../settings.js";
import { backUpDatabase, keepNewest, noteBackup } from "../storage/backup.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak backup FILE`: copies the database to one verified file, even while the service runs. The signing key is not
 * included.
 */
export async function backUp(
  context: ProcessContext,
  path: string,
  { keep }: { readonly keep?: string },
): Promise<void> {
  const config = parseConfig(context.env);
  const count = keep === undefined ? undefined : parseOrThrow("--keep", whole(1, 99_999), keep);
  if (config.databaseUrl !== undefined) {
    throw new ConfigError([
      'this installation is on PostgreSQL: back it up with pg_dump --format=custom --file=FILE "$DATABASE_URL"',
    ]);
  }
  const known = await knownLedger(await installedLedger(config)); // before the copy, since the service goes on signing
  await backUpDatabase(config.dataDir, path, async (copy) => (await readLedger(copy, known)).fault);
  context.out(`written to ${path} and checked; the signing key is not in it\n`);
  if (count !== undefined) await keepNewest(path, count);
  try {
    noteBackup(config.dataDir);
  } catch (error) {
    context.err(
      `peak: the metrics do not know of it, ${config.dataDir} cannot be written to: ${systemReason(error)}\n`,
    );
  }
}
