import { existsSync, statSync } from "node:fs";
import { unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type CheckedChain, printable } from "peak-cycle-verify";
import { ConfigError } from "../domain/errors.js";
import { FileError } from "../files/local-file.js";
import { giveToOwnerOf } from "../platform/new-file.js";
import { createKeyFile, forgetSigned, openSigner, readKeyFile } from "../platform/signing-key.js";
import { type Config, parseConfig } from "../settings.js";
import { LOCK_FILE } from "../storage/folder-lock.js";
import { restoreDatabase } from "../storage/maintenance/restore.js";
import { DATABASE_FILE } from "../storage/sqlite-file.js";
import type { ProcessContext } from "./process-context.js";

/** `peak restore FILE`: a backup, once it is checked, becomes the database of a `DATA_DIR` that has none. */
export async function restore(
  context: ProcessContext,
  path: string,
  { withKey = false, allowUnsigned = false }: RestoreArguments,
): Promise<void> {
  const config = parseConfig(context.env);
  if (config.databaseUrl !== undefined) {
    throw new ConfigError([
      'this installation is on PostgreSQL: restore with pg_restore --exit-on-error --single-transaction --no-owner --dbname="$DATABASE_URL" FILE',
    ]);
  }
  const key = withKey ? await keyBeside(path, config) : undefined;
  let isKeyPut = false;
  const onChecked = async (checked: CheckedChain): Promise<void> => {
    if (key === undefined) return;
    refuseForeignKey(key, checked);
    await createKeyFile(config.signingKeyFile, key.text);
    isKeyPut = true;
  };
  const options = { signal: context.stop, allowUnsigned, onChecked };
  const { unsigned, isWholeChecked } = await restoreDatabase(path, config.dataDir, options).catch(
    async (error: unknown) => {
      if (isKeyPut) await unlink(config.signingKeyFile);
      throw error;
    },
  );
  await forgetSigned(config.signingKeyFile); // who restores puts an older state there on purpose
  const inFolder = [DATABASE_FILE, LOCK_FILE].map((name) => join(config.dataDir, name));
  for (const each of isKeyPut ? [...inFolder, config.signingKeyFile] : inFolder)
    await giveToOwnerOf(dirname(each), each);
  for (const { text } of unsigned) context.out(`${printable(text)}\n`);
  if (!isWholeChecked) context.out(`${path} was not made by peak backup: only its chain was checked\n`);
  context.out(`${path} is checked and in place in ${config.dataDir}\n`);
  if (statSync(join(config.dataDir, DATABASE_FILE)).uid === 0) {
    context.out("it belongs to root, and so does its folder: chown both when the service runs as another user\n");
  }
  if (existsSync(config.signingKeyFile)) return;
  context.out(
    `no signing key is there: put yours at ${config.signingKeyFile} before the next start, or a new one is made\n`,
  );
}

interface RestoreArguments {
  readonly withKey?: boolean;
  readonly allowUnsigned?: boolean;
}

interface BackedUpKey {
  readonly path: string;
  readonly text: string;
  readonly keyIds: readonly string[];
}

/** @throws ConfigError when there is none, it is no key, or the installation has one */
async function keyBeside(path: string, { signingKeyFile }: Config): Promise<BackedUpKey> {
  const keyPath = `${path}.key`;
  const text = await readKeyFile(keyPath);
  if (text === undefined) throw new ConfigError([`there is no file ${keyPath}: restore without --with-key`]);
  if (existsSync(signingKeyFile)) throw new ConfigError([`${signingKeyFile} is there already: move it away first`]);
  const signer = await openSigner({ signingKeyFile: keyPath });
  return { path: keyPath, text, keyIds: [signer.keyId, ...signer.former.keys()] };
}

/** @throws FileError when the history was signed with other keys */
function refuseForeignKey({ path, keyIds }: BackedUpKey, { chain }: CheckedChain): void {
  if (chain.keys.size === 0 || keyIds.some((keyId) => chain.keys.has(keyId))) return;
  throw new FileError(path, ["holds no key that this history was signed with"]);
}
