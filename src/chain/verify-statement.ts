import { addDays } from "../domain/instant.js";
import { type Claim, readStatement, statementText } from "./statement.js";
import { FIRST_DAY } from "./verify-days.js";
import { isSound } from "./verify-keys.js";

/** A chain whose hashes have been computed or checked. */
export interface KnownChain {
  /** By position. */
  readonly hashes: readonly string[];
  /** After so many corrections; the first is 64 zeros. */
  readonly revisionHashes: readonly string[];
  /** `x` by key id. */
  readonly keys: ReadonlyMap<string, string>;
}

export interface SignedText {
  readonly text: string;
  readonly keyId: string;
  readonly signature: string;
}

/** What a statement says, and what is wrong with it, a sentence each. */
export interface CheckedStatement {
  readonly claim: Claim | undefined;
  readonly faults: readonly string[];
}

/** Checks a statement against the chain it speaks of. */
export function checkStatement({ text, keyId, signature }: SignedText, chain: KnownChain): CheckedStatement {
  const faults: string[] = [];
  const x = chain.keys.get(keyId);
  if (x === undefined) faults.push(`its key ${keyId} is not in the list of keys`);
  else if (!isSound(text, signature, x)) faults.push("the signature is not of its key and text");
  const claim = readStatement(text);
  if (claim === undefined) faults.push("the text has another form");
  else faults.push(...claimFaults(claim, chain));
  return { claim, faults };
}

function claimFaults(claim: Claim, { hashes, revisionHashes }: KnownChain): readonly string[] {
  const { position, revisions } = claim;
  const [chain, hash, revisionsHash] = [hashes[0], hashes[position], revisionHashes[revisions]];
  if (chain === undefined || hash === undefined) return [`it speaks of link ${position}, which is not there`];
  if (revisionsHash === undefined) return [`it speaks of ${revisions} revisions, which are not there`];
  const closed = addDays(FIRST_DAY, position);
  const isTrue = statementText({ ...claim, chain, closed, hash, revisionsHash }) === statementText(claim);
  if (isTrue) return [];
  const wrong = [
    ...(claim.chain === chain ? [] : ["the first link"]),
    ...(claim.hash === hash ? [] : [`link ${position}`]),
    ...(claim.closed === closed ? [] : ["the day of its link"]),
    ...(claim.revisionsHash === revisionsHash ? [] : ["the revisions"]),
  ];
  return [`what was signed about ${wrong.join(" and ")} is not what is there`];
}
