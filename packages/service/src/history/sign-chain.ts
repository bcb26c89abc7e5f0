import { addDays, FIRST_DAY, formatDay, type Instant, plus } from "peak-cycle-model";
import { type Claim, endorsementText, type PublicKey, type Statement, statementText } from "peak-cycle-verify";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Stores } from "../storage/stores.js";
import type { HistoryCheck } from "./check-history.js";
import type { CheckedHistory } from "./checked-history.js";
import type { PublishingCheck } from "./publishing-holds.js";
import type { SignedMemory, Signer } from "./signer.js";

/**
 * Signs the end of the chain as it was checked, unless that is done already: one statement about the newest link and all
 * revisions. With another key than that of the newest statement it signs even when nothing else is new, and first adds the
 * key to the public ones. After an interruption, the next call does the rest.
 *
 * @returns whether it has signed
 * @throws PublishingHeldError when what is stored contradicts what was signed, and when there is something to sign while
 * publishing is held back
 * @throws StorageError or LeaseLostError; what was published before stays as it is
 */
export async function signChain(deps: SignChainDeps, signal: AbortSignal): Promise<boolean> {
  const checked = await deps.history.forSigning(signal);
  const claim = claimAbout(deps, checked.chain);
  if (claim === undefined) return false;
  const before = checked.statement;
  const same = before !== undefined && isSameClaim(before, claim) ? before : undefined;
  if (same?.keyId === deps.signer.keyId) return false;
  deps.checkPublishing();
  const signedAt = same === undefined ? claim.signedAt : laterThan(same.signedAt, claim.signedAt);
  await sign(deps, checked, { ...claim, signedAt });
  return true;
}

interface SignChainDeps extends PublishingCheck {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Stores;
  readonly signer: Signer;
  readonly memory?: SignedMemory | undefined;
  readonly history: HistoryCheck;
}

/** About what was checked, and not about what is there a moment later. @returns `undefined` before the first link */
function claimAbout({ clock }: SignChainDeps, { hashes, revisionHashes }: CheckedHistory["chain"]): Claim | undefined {
  const [first, hash, revisionsHash] = [hashes[0], hashes.at(-1), revisionHashes.at(-1)];
  if (first === undefined || hash === undefined || revisionsHash === undefined) return undefined;
  const position = hashes.length - 1;
  return {
    chain: first,
    position,
    closed: addDays(FIRST_DAY, position),
    hash,
    revisions: revisionHashes.length - 1,
    revisionsHash,
    signedAt: clock.now(),
  };
}

/** Of statements that say the same, only their time tells which came first, and a clock may have been set back since. */
function laterThan(before: Instant, now: Instant): Instant {
  return now > before ? now : plus(before, 1);
}

/** Whether a statement says the same, apart from its time. */
function isSameClaim({ text, signedAt }: Statement, claim: Claim): boolean {
  return text === statementText({ ...claim, signedAt });
}

async function sign(deps: SignChainDeps, checked: CheckedHistory, claim: Claim): Promise<void> {
  const { log, stores, signer, memory, history } = deps;
  const text = statementText(claim);
  const { position, signedAt } = claim;
  const { keyId, x } = signer;
  const known = checked.keys;
  const key = { keyId, x, addedAt: signedAt, endorsement: endorse(signer, known) };
  const statement = { position, text, keyId, signature: signer.sign(text), signedAt };
  await stores.chain.addStatement(statement, key);
  history.noteSigned(checked, statement, key);
  await memory?.keep({ text, keyId, signature: statement.signature });
  logKey(log, key, known);
  log.info({ position, closed: formatDay(claim.closed), revisions: claim.revisions, keyId }, "history signed");
}

function logKey(log: Log, { keyId, endorsement }: PublicKey, known: readonly PublicKey[]): void {
  if (known.some((key) => key.keyId === keyId)) {
    if (known.at(-1)?.keyId !== keyId) log.warn({ keyId }, "an older signing key is in use");
  } else if (known.length === 0) log.info({ keyId }, "first signing key");
  else if (endorsement !== undefined) log.info({ keyId, endorsedBy: endorsement.keyId }, "new signing key");
  else log.warn({ keyId }, "new signing key that no earlier key has endorsed");
}

/** Endorses the key by the newest known key that we have. */
function endorse({ keyId, x, former }: Signer, known: readonly PublicKey[]): PublicKey["endorsement"] {
  for (const key of known.toReversed()) {
    const sign = former.get(key.keyId);
    if (sign !== undefined) return { keyId: key.keyId, signature: sign(endorsementText(keyId, x)) };
  }
  return undefined;
}
