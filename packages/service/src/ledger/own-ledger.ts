/**
 * Distinguishes this installation's ledger from another consistent one. Anyone who can write to the database can append
 * a key of their own and sign with it. So a ledger is ours only if a key that we know vouches for its newest key.
 */

import { existsSync } from "node:fs";
import { type Ledger, LedgerError, type LedgerSigner, type SignedHead } from "peak-cycle-verify";
import { silentLog } from "../platform/log.js";
import { type KeyConfig, readSigner, SignedHeadFile } from "./signing-key.js";

/** What an installation knows about its own ledger without reading the database. */
export interface OwnLedger {
  /**
   * IDs of the keys it accepts without an endorsement: its key file's, and one that the operator has declared lost.
   * `undefined` without a key file: the first ledger that is read is trusted.
   */
  readonly trustedKeys: ReadonlySet<string> | undefined;
  /** The newest signed position. */
  readonly headFile: SignedHeadFile;
}

/** @param lostKeys IDs of keys that the operator has declared lost */
export function ownLedger(
  { keyId, former }: LedgerSigner,
  headFile: SignedHeadFile,
  lostKeys: readonly string[] = [],
): OwnLedger {
  return { trustedKeys: new Set([keyId, ...former.keys(), ...lostKeys]), headFile };
}

/**
 * For commands, which change neither the key nor the saved position.
 *
 * @param newHistory `new-key` if the operator has declared the key of the history lost: then any key may have signed it
 * @throws ConfigError if the key file cannot be read
 */
export async function installedLedger(config: KeyConfig): Promise<OwnLedger> {
  const { signingKeyFile, newHistory } = config;
  const headFile = new SignedHeadFile(signingKeyFile, silentLog, "read");
  if (!existsSync(signingKeyFile)) return { trustedKeys: undefined, headFile };
  const own = ownLedger(await readSigner(config), headFile); // also reports an unreadable file
  return newHistory === "new-key" ? { ...own, trustedKeys: undefined } : own;
}

/** What a read ledger is compared with. */
export interface KnownLedger {
  readonly trustedKeys?: OwnLedger["trustedKeys"];
  /** The newest signed position before the ledger is read, because another instance may sign meanwhile. */
  readonly head?: SignedHead | undefined;
  /** The ledger as this process last accepted it. */
  readonly before?: Ledger;
}

export async function knownLedger({ trustedKeys, headFile }: OwnLedger): Promise<KnownLedger> {
  return { trustedKeys, head: await headFile.read() };
}

/** Checks that a sound ledger continues ours. @throws LedgerError for the first entry that does not */
export function checkOwn(ledger: Ledger, { trustedKeys, head, before }: KnownLedger): void {
  for (const each of [head, before?.statement]) if (each !== undefined) ledger.mustContain(each);
  const knownLength = before?.length ?? 0;
  if (knownLength === 0 && trustedKeys === undefined) return;
  // A signature by one of our keys covers all entries before it.
  const lastTrusted = ledger.keys.findLastIndex(({ entry, position }) => {
    return position < knownLength || trustedKeys?.has(entry.key_id);
  });
  // The ledger has already checked that each endorsement is by the previous key.
  const foreign = ledger.keys.slice(lastTrusted + 1).find(({ entry }) => entry.endorsed_by === null);
  if (foreign === undefined) return;
  throw new LedgerError(foreign.position, "it adds a key that no key of this installation vouches for");
}
