import type { HistoryRow } from "../../domain/history.js";
import { formatDay } from "../../domain/instant.js";
import type { HistoryReply } from "../schemas/history.js";
import { scoreNumber, twoDecimals } from "./numbers.js";
import { phaseLabel } from "./phase-label.js";

/**
 * The daily rows as the public reads them, fields in the order of the specification.
 *
 * @param rows consecutive days, oldest first
 * @throws RangeError when a number is not finite
 */
export function presentHistory(rows: readonly HistoryRow[]): HistoryReply {
  return { ok: true, asset: "BTC", days: rows.length, data: rows.map(presentRow) };
}

function presentRow(row: HistoryRow): HistoryReply["data"][number] {
  return {
    date: formatDay(row.day),
    score: scoreNumber(row.score),
    score_smoothed: scoreNumber(row.smoothed),
    phase: phaseLabel(row.phase),
    phase_key: row.phase,
    btc_price_usd: twoDecimals(row.btcPriceUsd),
  };
}
