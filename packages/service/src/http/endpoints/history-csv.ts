/** The last 30 daily rows and their settled phases as CSV, for spreadsheets. */
import type { ChartDay } from "peak-cycle-drawing";
import { parseDay, type SettledPhase, utcDay } from "peak-cycle-model";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { settledDays } from "../../history/settled-rows.js";
import { HISTORY_SECONDS, historyCache, WAITING_CACHE } from "../cache-control.js";
import { oncePerServer, textEndpoint } from "../endpoint.js";
import { shallowMemo } from "../memoized-response.js";
import { renderState } from "../render-state.js";
import { phaseLabel } from "../reply-fields.js";

interface CsvParts {
  readonly days: readonly ChartDay[];
  /** The newest settled phases. */
  readonly newest: readonly SettledPhase[];
}

/** The days with their settled phases; `undefined` unless every day has one. */
const csvSource = oncePerServer(() =>
  shallowMemo(({ days, newest }: CsvParts) => {
    const scores = days.map(({ date, score }) => ({ day: utcDay(date), score }));
    const settled = settledDays(scores, newest);
    return days.length === 0 || settled === undefined ? undefined : { days, settled };
  }),
);

const NONE: readonly SettledPhase[] = [];

export const historyCsv = textEndpoint({
  path: "/api/public/nhci/history.csv",
  id: "historyCsv",
  summary: `The last ${PUBLIC_DAYS} daily rows as CSV`,
  headers: { contentType: "text/csv; charset=utf-8" },
  source: (deps) => {
    const { published } = deps;
    return csvSource(deps)({
      days: renderState(published).days,
      newest: published.context.get()?.settled ?? NONE,
    });
  },
  text: ({ days, settled }) => csvText(days, settled),
  cache: {
    seconds: HISTORY_SECONDS,
    header: ({ days }, now) => {
      const newest = parseDay(days.at(-1)?.date ?? "");
      return newest === undefined ? WAITING_CACHE : historyCache(newest, now);
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

/** Days, numbers and fixed words: nothing that a spreadsheet reads as a formula or that needs quotes. */
const PLAIN = /^[A-Za-z0-9][\w .-]*$/;

/**
 * The days as CSV (RFC 4180): a header, one line a day, oldest first, the numbers of the JSON, and the settled phase.
 *
 * @param settled of each day
 * @throws RangeError for a value that a spreadsheet could read as something else
 */
export function csvText(days: readonly ChartDay[], settled: readonly SettledPhase[]): string {
  const rows = days.map(({ date, score, smoothed, phase, priceUsd }, row) =>
    [date, score, smoothed, phaseLabel(phase), phase, priceUsd, settled[row]?.phase ?? ""].map(plain),
  );
  return [COLUMNS, ...rows].map((fields) => `${fields.join(",")}\r\n`).join("");
}

/** @throws RangeError for a value that a spreadsheet could read as something else */
export function plain(value: string | number): string {
  const text = String(value);
  if (!PLAIN.test(text)) throw new RangeError("a field must be a plain word or number");
  return text;
}
