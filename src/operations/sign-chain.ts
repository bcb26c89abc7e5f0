import { endorsementText } from "../chain/keys.js";
import { hashOfRevisions } from "../chain/link.js";
import { type Claim, readStatement, statementText } from "../chain/statement.js";
import type { Link, PublicKey, Statement } from "../domain/chain.js";
import type { Revision } from "../domain/history.js";
import { formatDay } from "../domain/instant.js";
import type { Clock, Log, Meters, Signer } from "./ports.js";
import type { PublishingHolds } from "./publishing-holds.js";
import type { ChainStore, Stores } from "./store-ports.js";

export interface SignChainDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Pick<Stores, "chain">;
  readonly signer: Signer;
  readonly holds: Pick<PublishingHolds, "check">;
  readonly meters?: Pick<Meters, "compared"> | undefined;
}

/**
 * Signs the end of the chain, unless that is done already: links what is not linked, and makes one statement about the
 * newest link and all corrections, however many are missing. With another key than that of the newest statement it
 * signs even when nothing else is new, and first adds the key to the public ones. After an interruption anywhere, the
 * next call does the rest.
 *
 * @returns whether it has signed
 * @throws PublishingHeldError when there is something to sign while publishing is held back
 * @throws StorageError or LeaseLostError; what was published before stays as it is
 */
export async function signChain(deps: SignChainDeps): Promise<boolean> {
  const { chain } = deps.stores;
  const linked = await chain.link();
  if (linked > 0) deps.log.info({ days: linked }, "days linked that were closed before");
  const newest = await chain.newestLink();
  const revisions = await chain.revisions();
  const before = await chain.newestStatement();
  const isSame = before === undefined || !(await contradicts({ chain, revisions }, before));
  deps.meters?.compared(isSame);
  if (!isSame) deps.log.error({ position: before.position }, "what is stored is not what was signed");
  if (newest === undefined || !isSame) return false;
  const claim = await claimAbout(deps, newest, revisions);
  if (before !== undefined && before.keyId === deps.signer.keyId && says(before, claim)) return false;
  deps.holds.check();
  await sign(deps, claim);
  return true;
}

/** Whether what was signed has been changed or removed since. Signing the changed data would hide that. */
async function contradicts(
  { chain, revisions }: { readonly chain: ChainStore; readonly revisions: readonly Revision[] },
  { position, text }: Statement,
): Promise<boolean> {
  const signed = readStatement(text);
  const [link] = await chain.links(position, position);
  if (signed === undefined || link?.hash !== signed.hash) return true;
  return hashOfRevisions(revisions.slice(0, signed.revisions)) !== signed.revisionsHash;
}

async function claimAbout(
  { clock, stores }: SignChainDeps,
  { position, day, hash }: Link,
  revisions: readonly Revision[],
): Promise<Claim> {
  const [first] = await stores.chain.links(0, 0);
  return {
    chain: first?.hash ?? hash,
    position,
    closed: day,
    hash,
    revisions: revisions.length,
    revisionsHash: hashOfRevisions(revisions),
    signedAt: clock.now(),
  };
}

/** Whether a statement says the same, apart from its time. */
function says({ text, signedAt }: Statement, claim: Claim): boolean {
  return text === statementText({ ...claim, signedAt });
}

async function sign({ log, stores, signer }: SignChainDeps, claim: Claim): Promise<void> {
  const text = statementText(claim);
  const { position, signedAt } = claim;
  const { keyId, x } = signer;
  const known = await stores.chain.keys();
  const key = { keyId, x, addedAt: signedAt, endorsement: endorse(signer, known) };
  await stores.chain.addStatement({ position, text, keyId, signature: signer.sign(text), signedAt }, key);
  tellOfKey(log, key, known);
  log.info({ position, closed: formatDay(claim.closed), revisions: claim.revisions, keyId }, "history signed");
}

function tellOfKey(log: Log, { keyId, endorsement }: PublicKey, known: readonly PublicKey[]): void {
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
