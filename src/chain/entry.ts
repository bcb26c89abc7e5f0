import type { StoredDay } from "../domain/chain.js";
import { publicRow, type Revision } from "../domain/history.js";
import { formatDay, formatInstant } from "../domain/instant.js";
import { sealOf } from "./sealed.js";

/**
 * What is chained of a closed day: its place, the public numbers of the row on top of it, and a seal over the rest.
 * JSON without spaces; fields and their order are those of docs/verifying.md.
 *
 * @throws RangeError for a number or a moment that cannot be written, which no row of ours has
 */
export function entryOf(position: number, stored: StoredDay): string {
  const { day, row } = stored;
  const shown = row && {
    ...publicRow(row),
    computed_at: formatInstant(row.computedAt),
    model_version: row.modelVersion,
    origin: row.origin,
  };
  return JSON.stringify({ position, closed: formatDay(day), row: shown ?? null, sealed: sealOf(stored) });
}

/** What is chained of a correction. */
export function revisionEntry({ number, day, revisedAt, reason, corrected }: Revision): string {
  return JSON.stringify({
    number,
    date: formatDay(day),
    revised_at: formatInstant(revisedAt),
    reason,
    score: corrected.score,
    score_smoothed: corrected.smoothed,
    phase_key: corrected.phase,
    btc_price_usd: corrected.btcPriceUsd,
  });
}
