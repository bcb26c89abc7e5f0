import { type HistoryRow, publicRow } from "../../domain/history.js";
import type { HistoryReply } from "../schemas/history.js";
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
  const { date, score, score_smoothed, ...rest } = publicRow(row);
  return { date, score, score_smoothed, phase: phaseLabel(row.phase), ...rest };
}
