/** The proof of its ledger that a site publishes and readers save. */

import { leafOf } from "./entries.js";
import { FORMAT } from "./hash.js";
import type { Ledger, Placed } from "./ledger.js";

/** The signed end of a ledger, as `/api/public/nhci/proof` shows it and readers save it. */
export type Proof = NonNullable<ReturnType<typeof proofOf>>;

/**
 * @returns `undefined` before the first statement
 * @example
 * ```ts
 * proofOf(new Ledger()); // undefined
 * ```
 */
export function proofOf(ledger: Ledger) {
  const { name, statement, tail, keys, revisions } = ledger;
  if (statement === undefined) return undefined;
  const { position, hash, signature, key } = statement;
  const entryAt = (each: Placed) => ({ position: each.position, entry: each.text });
  const entries = tail
    .filter((each) => each.position <= position)
    .map((each) => ({ ...entryAt(each), hash: ledger.hashAt(each.position) }));
  return {
    ok: true as const,
    format: FORMAT,
    ledger: name,
    // The newest signed entry, and the hash after it.
    position,
    hash,
    statement: statement.text,
    signature,
    key_id: key.key_id,
    // The hash before the first of these entries, which have no gaps since the first of the newest 30 days.
    previous: ledger.hashAt(position - entries.length),
    entries,
    keys: keys.map(entryAt),
    revisions: revisions.map(entryAt),
  };
}

/** The leaf of the entry that a statement becomes in the ledger. */
export function statementLeaf(text: string, signature: string): string {
  return leafOf({ public: { kind: "statement", text, signature }, private: {} });
}
