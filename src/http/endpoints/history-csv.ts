import type { ChartDay } from "../../chart/chart-data.js";
import { parseDay, utcDay } from "../../domain/instant.js";
import type { SettledPhase } from "../../domain/score.js";
import { settledDays } from "../../operations/settled-rows.js";
import { historyCache, WAITING_CACHE } from "../cache-control.js";
import { oncePerServer, textEndpoint } from "../endpoint.js";
import { shallowMemo } from "../memoized-response.js";
import { phaseLabel } from "../reply-fields.js";

/** The days, and the settled phase of each. */
interface CsvSource {
  readonly days: readonly ChartDay[];
  readonly settled: readonly SettledPhase[];
}

/** The days while the settled phase of each is known; the same object until one of them changes. */
const csvSource = oncePerServer(({ data }) => {
  const memo = shallowMemo<{ readonly days: readonly ChartDay[]; readonly newest: readonly SettledPhase[] }>();
  let made: { readonly of: object; readonly source: CsvSource | undefined } | undefined;
  return (): CsvSource | undefined => {
    const of = memo({ days: data.renderState().days, newest: data.historyContext()?.settled ?? NONE });
    if (made?.of !== of) made = { of, source: sourceOf(of.days, of.newest) };
    return made.source;
  };
});

const NONE: readonly SettledPhase[] = [];

function sourceOf(days: readonly ChartDay[], newest: readonly SettledPhase[]): CsvSource | undefined {
  const scores = days.map(({ date, score }) => ({ day: utcDay(date), score }));
  const settled = settledDays(scores, newest);
  return days.length === 0 || settled === undefined ? undefined : { days, settled };
}

export const historyCsv = textEndpoint<CsvSource>({
  path: "/api/public/nhci/history.csv",
  id: "historyCsv",
  summary: "The last 30 daily rows as CSV",
  headers: { contentType: "text/csv; charset=utf-8" },
  source: (deps) => csvSource(deps)(),
  text: ({ days, settled }) => csvText(days, settled),
  cache: ({ days }, now) => {
    const newest = parseDay(days.at(-1)?.date ?? "");
    return newest === undefined ? WAITING_CACHE : historyCache(newest, now);
  },
});

const COLUMNS = [
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

function plain(value: string | number): string {
  const text = String(value);
  if (!PLAIN.test(text)) throw new RangeError("a field must be a plain word or number");
  return text;
}
