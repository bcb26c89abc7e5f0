/**
 * Opens the database and the key that signs its history. An empty database beside a key is more often a wrong folder
 * or a lost disk than a beginning, and a key that has signed one history must not sign another by mistake: it asks.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LedgerSigner } from "peak-cycle-verify";
import { ConfigError } from "../domain/errors.js";
import type { Log } from "../platform/log.js";
import { isOpenToOthers, openSigner, SignedHeadFile } from "../platform/signing-key.js";
import type { Config } from "../settings.js";
import { type Database, NothingStoredError, type OpenDatabase } from "../storage/database.js";
import { signingKeyIds } from "../storage/ledger.js";
import { newestStored } from "../storage/newest.js";
import { openDatabase } from "../storage/open-database.js";
import { getState, putState } from "../storage/state.js";

/**
 * The question is asked before a table is made, so that a backup can be put there.
 *
 * @throws ConfigError when there is a key but no database, and nobody has said that a new history is meant
 */
export async function openForWork(config: Config, log: Log): Promise<OpenDatabase> {
  const { role, signingKeyFile, newHistory } = config;
  const hasKey = role !== "api" && existsSync(signingKeyFile);
  if (hasKey) await openSigner(config); // a key file that holds no key is reported first
  const sayWaiting = () => log.info({}, "waiting for the tables, which this or another process is making or changing");
  const waiting = setTimeout(sayWaiting, WAIT_MS);
  try {
    return await openDatabase(config, "write", newHistory === "yes" || !hasKey);
  } catch (error) {
    throw error instanceof NothingStoredError ? questionOf(config) : error;
  } finally {
    clearTimeout(waiting);
  }
}

/** Making all tables takes a tenth of this. */
const WAIT_MS = 3000;

/** The name of a state that is stored before the signing key is made: the database has a history, or is about to. */
const BEGUN = "begun";

/** Whether nothing was ever appended there, and nobody has said yet that something is about to be. */
export async function isNewHistory(database: Database): Promise<boolean> {
  return (await newestStored(database)).position < 0 && (await getState(database, BEGUN)) === undefined;
}

/** What a start with a key and without a history ends with. */
export function questionOf({ databaseUrl, dataDir, signingKeyFile }: Config): ConfigError {
  const database = databaseUrl === undefined ? join(dataDir, "peak.db") : "the database of DATABASE_URL";
  return new ConfigError([
    `${database} is new or not there, but the signing key ${signingKeyFile} is: ` +
      "put a backup there, or set NEW_HISTORY=yes for one start to begin a new history with this key",
  ]);
}

/** What signs, and the file beside the key that remembers the newest signed position. */
export interface Signing {
  readonly signer: LedgerSigner;
  readonly kept: SignedHeadFile;
}

/**
 * The key is made when there is none yet.
 *
 * @throws ConfigError when it does not go with the database, and nobody has said that this is meant
 */
export async function openSigning(config: Config, database: Database, log: Log): Promise<Signing> {
  const { signingKeyFile, newHistory } = config;
  const kept = new SignedHeadFile(signingKeyFile, log);
  const hasKey = existsSync(signingKeyFile); // before the database is asked: another instance may be making both
  if (await isNewHistory(database)) {
    if (hasKey && newHistory !== "yes") throw questionOf(config);
    if (hasKey) await kept.forget();
    await putState(database, BEGUN, true);
  } else if (newHistory === "yes") {
    throw new ConfigError(["NEW_HISTORY must not be yes: the database has a history; unset it"]);
  }
  const keys = await signingKeyIds(database);
  if (!hasKey && keys.length > 0 && newHistory !== "new-key") {
    const fault = `${signingKeyFile} is not there, but ${keys.at(-1)} has signed the history`;
    throw new ConfigError([`${fault}: put that key there, ${IF_LOST}`]);
  }
  const signer = await openSigner(config);
  if (isOpenToOthers(signingKeyFile)) log.warn({ file: signingKeyFile }, "every user can read the signing key");
  await kept.read(); // a file that cannot be read is told before anything else
  const fault = keyFault(keys, signer, newHistory);
  if (fault !== undefined) throw new ConfigError([`SIGNING_KEY_FILE holds ${signer.keyId}, ${fault}`]);
  return { signer, kept };
}

/** Why a key must not go on with a history that others have signed before. */
function keyFault(
  keys: readonly string[],
  { keyId, former }: LedgerSigner,
  newHistory: Config["newHistory"],
): string | undefined {
  const newest = keys.at(-1);
  if (newest === undefined || newest === keyId) return undefined;
  if (keys.includes(keyId)) return `which was replaced by ${newest}: use the newer key`;
  if (former.has(newest) || newHistory === "new-key") return undefined;
  return `but ${newest} has signed the history: put that key into the file, behind the new one, ${IF_LOST}`;
}

const IF_LOST = "or set NEW_HISTORY=new-key for one start if it is lost";
