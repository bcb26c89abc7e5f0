import type { ChartDay } from "../../chart/chart-data.js";
import { parseDay } from "../../domain/instant.js";
import { historyCache, WAITING_CACHE } from "../cache-control.js";
import { textEndpoint } from "../endpoint.js";
import { phaseLabel } from "../reply-fields.js";

export const historyCsv = textEndpoint<readonly ChartDay[]>({
  path: "/api/public/nhci/history.csv",
  id: "historyCsv",
  summary: "The last 30 daily rows as CSV",
  headers: { contentType: "text/csv; charset=utf-8", extra: [] },
  source: ({ data }) => {
    const { days } = data.renderState();
    return days.length === 0 ? undefined : days;
  },
  text: csvText,
  cache: (days, now) => {
    const newest = parseDay(days.at(-1)?.date ?? "");
    return newest === undefined ? WAITING_CACHE : historyCache(newest, now);
  },
});

const COLUMNS = ["date", "score", "score_smoothed", "phase", "phase_key", "btc_price_usd"] as const;

/** Days, numbers and fixed words: nothing that a spreadsheet reads as a formula or that needs quotes. */
const PLAIN = /^[A-Za-z0-9][\w .-]*$/;

/**
 * The days as CSV (RFC 4180): a header, one line a day, oldest first, the numbers of the JSON.
 *
 * @throws RangeError for a value that a spreadsheet could read as something else
 */
export function csvText(days: readonly ChartDay[]): string {
  const rows = days.map(({ date, score, smoothed, phase, priceUsd }) =>
    [date, score, smoothed, phaseLabel(phase), phase, priceUsd].map(plain),
  );
  return [COLUMNS, ...rows].map((fields) => `${fields.join(",")}\r\n`).join("");
}

function plain(value: string | number): string {
  const text = String(value);
  if (!PLAIN.test(text)) throw new RangeError("a field must be a plain word or number");
  return text;
}
