// The signed text about the end of a chain: how it is written, read and checked.

import {
  addDays,
  FIRST_DAY,
  formatDay,
  formatInstant,
  type Instant,
  instantOf,
  parseDay,
  type UtcDay,
} from "peak-cycle-model";
import { isSigned } from "./keys.js";
import type { SignedStatement } from "./types.js";

/** What a statement says. */
export interface Claim {
  /** The hash of the first link: it names the chain. */
  readonly chain: string;
  /** Of the link at the end of the chain. */
  readonly position: number;
  readonly closed: UtcDay;
  readonly hash: string;
  /** The number of revisions, and the last hash of their chain. */
  readonly revisions: number;
  readonly revisionsHash: string;
  readonly signedAt: Instant;
}

/** A claim as the text that is signed: JSON without spaces, in this order. */
export function statementText(claim: Claim): string {
  return JSON.stringify({
    chain: claim.chain,
    position: claim.position,
    closed: formatDay(claim.closed),
    hash: claim.hash,
    revisions: claim.revisions,
    revisions_hash: claim.revisionsHash,
    signed_at: formatInstant(claim.signedAt),
  });
}

/** Reads a statement. @returns `undefined` for any text that `statementText` does not make */
export function readStatement(text: string): Claim | undefined {
  try {
    const fields = JSON.parse(text) as Readonly<Record<string, never>>;
    const closed = parseDay(fields["closed"] ?? "");
    if (closed === undefined) return undefined;
    const claim: Claim = {
      chain: hexOf(fields["chain"]),
      position: countOf(fields["position"]),
      closed,
      hash: hexOf(fields["hash"]),
      revisions: countOf(fields["revisions"]),
      revisionsHash: hexOf(fields["revisions_hash"]),
      signedAt: instantOf(fields["signed_at"] ?? ""),
    };
    return statementText(claim) === text ? claim : undefined;
  } catch {
    return undefined;
  }
}

/** @throws RangeError for anything but 64 lower-case hex digits */
function hexOf(value: unknown): string {
  if (typeof value === "string" && /^[0-9a-f]{64}$/.test(value)) return value;
  throw new RangeError("no hash");
}

/** @throws RangeError for anything but 0, 1, 2, … */
function countOf(value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new RangeError("no count");
}

/** A chain whose hashes have been computed or checked. */
export interface KnownChain {
  /** By position. */
  readonly hashes: readonly string[];
  /** By the number of revisions; the first is 64 zeros. */
  readonly revisionHashes: readonly string[];
  /** `x` by key id. */
  readonly keys: ReadonlyMap<string, string>;
}

/** What a statement says, and its faults as sentences. */
interface CheckedStatement {
  readonly claim: Claim | undefined;
  readonly faults: readonly string[];
}

/** Checks a statement against its chain. */
export function checkStatement({ text, keyId, signature }: SignedStatement, chain: KnownChain): CheckedStatement {
  const faults: string[] = [];
  const x = chain.keys.get(keyId);
  if (x === undefined) faults.push(`its key ${keyId} is not in the list of keys`);
  else if (!isSigned(text, signature, x)) faults.push("the signature is not of its key and text");
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
  const wrong = [
    ...(claim.chain === chain ? [] : ["the first link"]),
    ...(claim.hash === hash ? [] : [`link ${position}`]),
    ...(claim.closed === closed ? [] : ["the day of its link"]),
    ...(claim.revisionsHash === revisionsHash ? [] : ["the revisions"]),
  ];
  return wrong.length === 0 ? [] : [`what was signed about ${wrong.join(" and ")} is not what is there`];
}
