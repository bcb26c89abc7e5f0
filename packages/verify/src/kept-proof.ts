/** Compares a site with a proof that a reader saved earlier. */

import { claimIn, PLACED } from "./check-site.js";
import { readDocument, UncheckedError } from "./document.js";
import { readEntry } from "./entries.js";
import { hashAfter, sha256 } from "./hash.js";
import { isSigned, keyIdOf } from "./keys.js";
import type { Ledger } from "./ledger.js";
import { statementLeaf } from "./proof.js";
import { count, fields, hex, list, need, text } from "./shape.js";

/** A saved proof that has been checked: its statement, its signer, and the hashes it contains. */
export type KeptProof = ReturnType<typeof readKeptProof>;

const KEPT_PROOF = fields({
  ledger: hex,
  position: count,
  hash: hex,
  statement: text,
  signature: text,
  key_id: text,
  previous: hex,
  entries: list(fields({ position: count, entry: text, hash: hex })),
  keys: PLACED,
});

/** @throws Fault or UncheckedError unless it is complete and as it was signed */
export function readKeptProof(body: string) {
  const proof = KEPT_PROOF(readDocument(body, "it"));
  const { statement, signature, position, entries } = proof;
  const claim = claimIn(statement);
  const keys = proof.keys.map(({ entry }) => readEntry(entry)).filter((entry) => entry.kind === "key");
  const signer = keys.find((key) => key.key_id === claim.key_id);
  need(signer !== undefined && keyIdOf(signer.x) === claim.key_id, "its key is missing");
  need(isSigned(statement, signature, signer.x), "its signature does not match its key");
  for (const name of ["ledger", "position", "hash", "key_id"] as const) {
    need(proof[name] === claim[name], `its ${name} is not the one that was signed`);
  }
  const first = position - entries.length + 1;
  let hash = proof.previous;
  const hashes = new Map([[first - 1, hash]]);
  for (const [i, each] of entries.entries()) {
    hash = hashAfter(hash, sha256(each.entry));
    need(each.position === first + i && each.hash === hash, "one of its entries was changed");
    hashes.set(each.position, hash);
  }
  need(hash === proof.hash, "its entries do not lead to its end");
  return { ...claim, statement, signature, hashes };
}

/**
 * Checks that everything the saved proof covered is still there, and that today's key is the same or descends from it
 * by endorsements.
 *
 * @param acceptsNewKey whether the reader knows that the publisher has lost a key
 * @throws Fault if the site contradicts the proof, UncheckedError if the site is older
 */
export function checkSince(proof: KeptProof, ledger: Ledger, acceptsNewKey: boolean): void {
  const { position, hash, signed_at } = proof;
  need(ledger.name === proof.ledger, contradiction(proof, ledger));
  const end = ledger.length - 1;
  if (end < position) {
    const keptHash = proof.hashes.get(end);
    need(keptHash === undefined || keptHash === ledger.hash, contradiction(proof, ledger));
    throw new UncheckedError(`the site is older than the saved proof, which was signed ${signed_at}`);
  }
  need(ledger.hashAt(position) === hash, contradiction(proof, ledger));
  const { text: newest = "", signature = "" } = ledger.statement ?? {};
  const next = ledger.leaves[position + 1] ?? statementLeaf(newest, signature); // the entry that it becomes
  need(next === statementLeaf(proof.statement, proof.signature), "the history lacks the statement of the saved proof");
  const strange = ledger.keys.some((each) => each.position > position && each.entry.endorsed_by === null);
  const advice = "use --accept-new-key if the publisher has announced it";
  need(acceptsNewKey || !strange, `a new key signs now, and the former one does not vouch for it (${advice})`);
}

/** Two histories are from one publisher only if the same key signed both: anybody can list somebody else's key. */
function contradiction({ key_id, position }: KeptProof, ledger: Ledger): string {
  const isSignedByKey = ledger.tail.some(({ entry }) => {
    if (entry.kind !== "statement") return false;
    const claim = claimIn(entry.text);
    return claim.key_id === key_id && claim.position >= position;
  });
  return ledger.statement?.key.key_id === key_id || isSignedByKey
    ? "the same key has signed two different histories"
    : "its history is not the saved proof's";
}
