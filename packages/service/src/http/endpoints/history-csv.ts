/** The last 30 daily rows and their settled phases as CSV, for spreadsheets. */
import type { SettledPhase } from "peak-cycle-model";
import { PUBLIC_DAYS, type PublicRow, publicRow } from "../../domain/history.js";
import { historyContext } from "../../published/history-context.js";
import { HISTORY_SECONDS, historyCache, WAITING_CACHE } from "../cache-control.js";
import { textEndpoint } from "../endpoint.js";
import { phaseLabel } from "../reply-fields.js";

export const historyCsv = textEndpoint({
  path: "/api/public/nhci/history.csv",
  id: "historyCsv",
  summary: `The last ${PUBLIC_DAYS} daily rows as CSV`,
  headers: { contentType: "text/csv; charset=utf-8" },
  source: ({ published }) => {
    const context = historyContext(published);
    return context !== undefined && context.rows.length >= PUBLIC_DAYS ? context : undefined;
  },
  text: ({ rows, settled }) => csvText(rows.slice(-PUBLIC_DAYS).map(publicRow), settled.slice(-PUBLIC_DAYS)),
  cache: {
    seconds: HISTORY_SECONDS,
    header: ({ rows }, now) => {
      const newest = rows.at(-1);
      return newest === undefined ? WAITING_CACHE : historyCache(newest.day, now);
    },
  },
});

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
 * The days as CSV (RFC 4180): a header, one line a day, oldest first, the numbers of the JSON, and the settled phase. Days, numbers
 * and fixed words: nothing that a spreadsheet reads as a formula or that needs quotes.
 *
 * @param settled of each day
 */
export function csvText(days: readonly PublicRow[], settled: readonly SettledPhase[]): string {
  const lines = days.map(({ date, score, score_smoothed, phase_key, btc_price_usd }, row) => {
    return [date, score, score_smoothed, phaseLabel(phase_key), phase_key, btc_price_usd, settled[row]?.phase];
  });
  return [COLUMNS, ...lines].map((fields) => `${fields.join(",")}\r\n`).join("");
}
