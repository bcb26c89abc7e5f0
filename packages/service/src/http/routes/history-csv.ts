/** `/api/public/nhci/history.csv`: the last 30 daily rows and their settled phases, for spreadsheets. */
import type { FastifyInstance } from "fastify";
import { type HistoryRow, PUBLIC_DAYS, publicRow } from "../../domain/history.js";
import { HISTORY_SECONDS, historyCache } from "../cache-control.js";
import { answer, type Edge } from "../edge.js";
import { NO_HISTORY } from "../problems.js";
import * as fields from "../reply-fields.js";

export function historyCsv(app: FastifyInstance, edge: Edge): void {
  answer(app, edge, "/api/public/nhci/history.csv", DOC, () => {
    const rows = edge.published.history.get()?.rows.slice(-PUBLIC_DAYS) ?? [];
    const newest = rows.at(-1);
    if (newest === undefined || rows.length < PUBLIC_DAYS) return NO_HISTORY;
    const make = () => ({ type: CSV_TYPE, body: csvText(rows) });
    return { cache: historyCache(newest.day, edge.clock.now()), shows: [newest], make };
  });
}

export const CSV_TYPE = "text/csv; charset=utf-8";

const DOC = {
  id: "historyCsv",
  tag: "data",
  summary: `The last ${PUBLIC_DAYS} daily rows as CSV`,
  maxAge: HISTORY_SECONDS,
  type: "text/csv",
  failures: [503],
} as const;

/** Of both histories. */
export const COLUMNS = [
  "date",
  "score",
  "score_smoothed",
  "phase",
  "phase_key",
  "btc_price_usd",
  "settled_phase_key",
] as const;

/**
 * The days as CSV (RFC 4180): a header, one line a day, oldest first, the numbers of the JSON, and the settled phase.
 * Days, numbers and fixed words: nothing that a spreadsheet reads as a formula or that needs quotes.
 */
function csvText(days: readonly HistoryRow[]): string {
  const lines = days.map((row) => {
    const { date, score, score_smoothed, phase_key, btc_price_usd } = publicRow(row);
    return [date, score, score_smoothed, fields.phaseLabel(phase_key), phase_key, btc_price_usd, row.settled];
  });
  return [COLUMNS, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}
