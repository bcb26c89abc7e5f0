import type { PublicRow } from "../domain/history.js";
import { counted, type Finding, fault, ok } from "./finding.js";
import type { EntryRow } from "./read-entry.js";

const FIGURES = ["score", "score_smoothed", "phase_key", "btc_price_usd"] as const;

/** What differs between a row somebody has and the one the chain speaks of, a sentence each. */
export function rowFaults(row: PublicRow, chained: EntryRow): readonly string[] {
  return FIGURES.filter((name) => row[name] !== chained[name]).map(
    (name) => `the row of ${row.date}: ${name} is ${row[name]}, the chain says ${chained[name]}`,
  );
}

/** Checks rows that somebody has against what the chain says of their dates. */
export function checkRows(rows: readonly PublicRow[], chained: ReadonlyMap<string, EntryRow>): readonly Finding[] {
  const faults = rows.flatMap((row) => {
    const said = chained.get(row.date);
    return said === undefined
      ? [`the row of ${row.date}: the chain shows none of that date here`]
      : rowFaults(row, said);
  });
  if (faults.length > 0) return faults.map(fault);
  return [ok(`${counted(rows.length, "given row")} as the chain says`)];
}
