/**
 * Opens the database and the key that signs its history. A key with an empty database usually means a wrong folder or a
 * lost disk, not a new beginning, and a key must not sign a second history by mistake. So the operator must confirm a
 * new history.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LedgerSigner, SignedHead } from "peak-cycle-verify";
import { ConfigError } from "../domain/errors.js";
import type { Log } from "../platform/log.js";
import { type Db, NothingStoredError, type OpenDatabase } from "../storage/database.js";
import { signingKeyIds } from "../storage/ledger.js";
import { newestEntries } from "../storage/newest-entries.js";
import { type DatabaseLocation, openDatabase } from "../storage/open-database.js";
import { getState, putState } from "../storage/state.js";
import { type OwnLedger, ownLedger } from "./own-ledger.js";
import { isOpenToOthers, type KeyConfig, openSigner, SignedHeadFile } from "./signing-key.js";

/** The location of an installation's ledger and key, and what this process may do with them. */
export interface LedgerConfig extends DatabaseLocation, KeyConfig {
  /** Whether this process serves requests, runs the jobs when it leads, or both. */
  readonly role: "all" | "api" | "worker";
}

/**
 * Opens the database. Refuses a new history for an existing key before any table is created, so that a backup can be
 * restored first.
 *
 * @throws ConfigError if there is a key but no database, and the operator has not asked for a new history
 */
export async function openForWork(config: LedgerConfig, log: Log): Promise<OpenDatabase> {
  const { role, signingKeyFile, newHistory } = config;
  const hasKey = role !== "api" && existsSync(signingKeyFile);
  if (hasKey) await openSigner(config); // an invalid key file is reported first
  const sayWaiting = () => log.info({}, "waiting for a database migration, here or in another process");
  try {
    const database = await openDatabase(config, newHistory === "yes" || !hasKey ? "create" : "write", sayWaiting);
    database.db.unreadable.subscribe((reason) => log.error({ reason }, "a stored row cannot be read"));
    return database;
  } catch (error) {
    throw error instanceof NothingStoredError ? noHistoryError(config) : error;
  }
}

/** Name of a state stored before the signing key is created: the database has a history, or is about to. */
const BEGUN = "begun";

/** Whether the ledger is empty and no instance has started a history yet. */
export async function isNewHistory(db: Db): Promise<boolean> {
  return (await newestEntries(db)).position < 0 && (await getState(db, BEGUN)) === undefined;
}

/** The error of a start with a key but without a history. */
export function noHistoryError({ databaseUrl, dataDir, signingKeyFile }: LedgerConfig): ConfigError {
  const database = databaseUrl === undefined ? join(dataDir, "peak.db") : "the database of DATABASE_URL";
  return new ConfigError([
    `${database} does not exist or is new, but the signing key ${signingKeyFile} exists: ` +
      "restore a backup there, or set NEW_HISTORY=yes for one start to begin a new history with this key",
  ]);
}

/** The signer, and what it knows about its own ledger. */
export interface Signing extends OwnLedger {
  readonly signer: LedgerSigner;
}

/**
 * Opens the signing key, and creates it if there is none yet.
 *
 * @throws ConfigError if it does not match the database and the operator has not confirmed that
 */
export async function openSigning(config: LedgerConfig, db: Db, log: Log): Promise<Signing> {
  const { signingKeyFile, newHistory } = config;
  const headFile = new SignedHeadFile(signingKeyFile, log);
  const hasKey = existsSync(signingKeyFile); // checked before the database, since another instance may be creating both
  await noteBeginning(config, db, headFile, hasKey);
  const head = await headFile.read(); // an unreadable file is reported before a key is created
  const own = hasKey ? await openSigner(config) : undefined;
  const keys = await signingKeyIds(db, (keyId, position) => isOurs(keyId, own) || isSigned(position, head));
  if (!hasKey && keys.length > 0 && newHistory !== "new-key") {
    const fault = `${signingKeyFile} does not exist, but ${keys.at(-1)} has signed the history`;
    throw new ConfigError([`${fault}: put that key there, ${IF_LOST}`]);
  }
  const signer = own ?? (await openSigner(config));
  if (isOpenToOthers(signingKeyFile)) log.warn({ file: signingKeyFile }, "every user can read the signing key");
  const fault = keyFault(keys, signer, newHistory);
  if (fault !== undefined) throw new ConfigError([`SIGNING_KEY_FILE holds ${signer.keyId}, ${fault}`]);
  const lostKeys = newHistory === "new-key" ? keys.slice(-1) : [];
  return { signer, ...ownLedger(signer, headFile, lostKeys) };
}

/**
 * Records that a history begins, if one does. @throws ConfigError if the operator has not confirmed it, or has
 * confirmed it although a history exists
 */
async function noteBeginning(config: LedgerConfig, db: Db, headFile: SignedHeadFile, hasKey: boolean): Promise<void> {
  const isConfirmed = config.newHistory === "yes";
  const isEmpty = (await newestEntries(db)).position < 0;
  if ((await isNewHistory(db)) || (isEmpty && isConfirmed)) {
    if (hasKey && !isConfirmed) throw noHistoryError(config);
    if (hasKey) await headFile.forget();
    await putState(db, BEGUN, true);
  } else if (isConfirmed) {
    throw new ConfigError(["NEW_HISTORY must not be yes: the database has a history; unset it"]);
  }
}

function isOurs(keyId: string, own: LedgerSigner | undefined): boolean {
  return own !== undefined && (own.keyId === keyId || own.former.has(keyId));
}

function isSigned(position: number, head: SignedHead | undefined): boolean {
  return head !== undefined && position <= head.position;
}

/** Why a key must not continue a history signed by other keys. */
function keyFault(
  keys: readonly string[],
  { keyId, former }: LedgerSigner,
  newHistory: LedgerConfig["newHistory"],
): string | undefined {
  const newest = keys.at(-1);
  if (newest === undefined || newest === keyId) return undefined;
  if (keys.includes(keyId)) return `which was replaced by ${newest}: use the newer key`;
  if (former.has(newest) || newHistory === "new-key") return undefined;
  return `but ${newest} has signed the history: add that key to the file, after the new one, ${IF_LOST}`;
}

const IF_LOST = "or set NEW_HISTORY=new-key for one start if it is lost";
