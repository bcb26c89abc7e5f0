import type { PublicRow } from "../domain/history.js";

/** A history row as its link speaks of it. */
export interface EntryRow extends PublicRow {
  readonly computed_at: string;
  readonly model_version: string;
  readonly origin: string;
}

/** What `entryOf` has written. */
export interface Entry {
  readonly position: number;
  readonly closed: string;
  readonly row: EntryRow | null;
  readonly sealed: string;
}

/** Reads an entry. @returns `undefined` for a text of another form; what its fields hold is not checked */
export function readEntry(text: string): Entry | undefined {
  try {
    const { position, closed, row, sealed } = JSON.parse(text) as Entry;
    const again = { position, closed, row: row === null ? null : rowAgain(row), sealed };
    return JSON.stringify(again) === text ? again : undefined;
  } catch {
    return undefined;
  }
}

function rowAgain(row: EntryRow): EntryRow {
  const { date, score, score_smoothed, phase_key, btc_price_usd, computed_at, model_version, origin } = row;
  return { date, score, score_smoothed, phase_key, btc_price_usd, computed_at, model_version, origin };
}
