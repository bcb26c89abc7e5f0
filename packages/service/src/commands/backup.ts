import { unlink } from "node:fs/promises";
import { printable } from "peak-cycle-verify";
import { ConfigError } from "../domain/errors.js";
import { systemReason, writeWholeFile } from "../platform/new-file.js";
import { readKeyFile } from "../platform/signing-key.js";
import { parseConfig } from "../settings.js";
import { noteBackup } from "../storage/last-backup.js";
import { backUpDatabase } from "../storage/maintenance/backup.js";
import type { ProcessContext } from "./process-context.js";

/** `peak backup FILE`: one file with everything stored, also while the service runs; the key beside it only if asked for. */
export async function backUp(
  context: ProcessContext,
  path: string,
  { withKey = false }: { readonly withKey?: boolean },
): Promise<void> {
  const config = parseConfig(context.env);
  if (config.databaseUrl !== undefined) {
    throw new ConfigError([
      'this installation is on PostgreSQL: back it up with pg_dump --format=custom --file=FILE "$DATABASE_URL"',
    ]);
  }
  const keyPath = `${path}.key`;
  const key = withKey ? await keyText(config.signingKeyFile) : undefined;
  if (key !== undefined) await writeWholeFile(keyPath, key);
  const unsigned = await backUpDatabase(config.dataDir, path, context.stop).catch(async (error: unknown) => {
    if (key !== undefined) await unlink(keyPath);
    throw error;
  });
  for (const { text } of unsigned) context.out(`${printable(text)}: restore it with --allow-unsigned\n`);
  context.out(
    key === undefined
      ? `written to ${path}; the signing key is not in it\n`
      : `written to ${path}, and the signing key to ${keyPath}: whoever has it can sign in your name\n`,
  );
  await noteBackup(config.dataDir).catch((error: unknown) => {
    context.err(
      `peak: the metrics do not know of it, ${config.dataDir} cannot be written to: ${systemReason(error)}\n`,
    );
  });
}

/** @throws ConfigError when there is none */
async function keyText(path: string): Promise<string> {
  const text = await readKeyFile(path);
  if (text === undefined) throw new ConfigError([`there is no signing key at ${path}: back up without --with-key`]);
  return text;
}
