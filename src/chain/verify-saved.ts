import type { Proof } from "../domain/chain.js";
import type { PublicRow } from "../domain/history.js";
import { counted, type Finding, fault, ok } from "./finding.js";
import { type EntryRow, hashAfter, readEntry, sha256 } from "./link.js";
import { signedIn } from "./proof.js";
import { checkStatement, type KnownChain } from "./statement.js";

const FIGURES = ["score", "score_smoothed", "phase_key", "btc_price_usd"] as const;

/** The differences between a row somebody has and the one in the chain, as sentences. */
export function rowFaults(row: PublicRow, chained: EntryRow): readonly string[] {
  return FIGURES.filter((name) => row[name] !== chained[name]).map(
    (name) => `the row of ${row.date}: ${name} is ${row[name]}, the chain says ${chained[name]}`,
  );
}

/** Checks rows that somebody has against those of the chain. */
export function checkRows(rows: readonly PublicRow[], chained: ReadonlyMap<string, EntryRow>): readonly Finding[] {
  const faults = rows.flatMap((row) => {
    const entry = chained.get(row.date);
    return entry === undefined
      ? [`the row of ${row.date}: the chain shows none of that date here`]
      : rowFaults(row, entry);
  });
  if (faults.length > 0) return faults.map(fault);
  return [ok(`${counted(rows.length, "given row")} as the chain says`)];
}

/** Checks that a chain extends a saved proof of it. */
export function checkSince(saved: Proof, chain: KnownChain): readonly Finding[] {
  const { claim, faults } = checkStatement(signedIn(saved), chain);
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
