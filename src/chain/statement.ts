import { formatDay, formatInstant, type Instant, instantOf, parseDay, type UtcDay } from "../domain/instant.js";

/** What a statement says. */
export interface Claim {
  /** The hash of the first link: it names the chain. */
  readonly chain: string;
  /** Of the link at the end of the chain. */
  readonly position: number;
  readonly closed: UtcDay;
  readonly hash: string;
  /** How many corrections there were, and the last hash of their chain. */
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

/** Reads a statement. @returns `undefined` for any text that `statementText` does not give */
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
