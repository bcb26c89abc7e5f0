import { type Finding, fault, ok } from "./finding.js";
import type { Proof } from "./proof.js";
import { type EntryRow, readEntry } from "./read-entry.js";
import { hashAfter, sha256 } from "./sha256.js";
import { checkStatement, type KnownChain } from "./verify-statement.js";

/** Checks that a chain goes on from what somebody has kept of it. */
export function checkSince(saved: Proof, chain: KnownChain): readonly Finding[] {
  const signed = { text: saved.statement, keyId: saved.key_id, signature: saved.signature };
  const { claim, faults } = checkStatement(signed, chain);
  const all = faults.map((text) => `the saved proof: ${text}`);
  if (claim !== undefined) {
    const { position, hash } = saved.head;
    if (claim.position !== position || claim.hash !== hash) all.push("the saved proof: its head is not the signed one");
    if (chain.hashes.length <= position) all.push(`the chain ends before link ${position}, which it once had`);
    else if (chain.hashes[position] !== hash) all.push(`link ${position} is not the one that was saved`);
  }
  if (all.length > 0) return all.map(fault);
  return [ok(`extends the saved proof, whose head closed ${saved.head.closed}`)];
}

/** The history rows that a saved proof shows and the chain still has, by date. */
export function savedRows(saved: Proof, { hashes }: KnownChain): ReadonlyMap<string, EntryRow> {
  const rows = new Map<string, EntryRow>();
  let before = saved.previous;
  for (const { position, entry } of saved.links) {
    before = hashAfter(before, sha256(entry));
    const row = readEntry(entry)?.row;
    if (row && hashes[position] === before) rows.set(row.date, row);
  }
  return rows;
}
