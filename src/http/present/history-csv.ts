import type { ChartDay } from "../../chart/chart-data.js";
import { phaseLabel } from "./phase-label.js";

const COLUMNS = ["date", "score", "score_smoothed", "phase", "phase_key", "btc_price_usd"] as const;

/** Days, numbers, words of the program: nothing that a spreadsheet reads as a formula, nothing that needs quotes. */
const PLAIN = /^[A-Za-z0-9][\w .-]*$/;

/**
 * The days as CSV (RFC 4180): a header, one line a day, oldest first, the numbers of the JSON.
 *
 * @throws RangeError for a value that could mean more than itself
 */
export function historyCsv(days: readonly ChartDay[]): string {
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
