import type { Json } from "../json.js";
import { DAY_MS, dateText, dayOf } from "../market/calendar.js";
import type { Market } from "../market/market.js";
import { FIRST_SENTIMENT_DAY, mood } from "../market/sentiment.js";
import {
  htmlAnswer,
  jsonAnswer,
  plainError,
  rowsUnder,
  type SourceRequest,
  type SourceResponse,
  simulatedSource,
  textAnswer,
} from "../source.js";

/** alternative.me's `/fng/`: fear and greed, newest first, everything a string. */
export const alternativeMe = simulatedSource({
  name: "alternative-me",
  pagePosition: [],
  shape: ({ path, query }) =>
    isIndex(path) && query.get("format") !== "csv"
      ? {
          ...rowsUnder(["data"]),
          newest: "first",
          time: { path: ["timestamp"], unitMs: 1000 },
          values: [["value"]],
          stepMs: DAY_MS,
        }
      : undefined,
  errorBody: plainError,
  statusError: (message) => ({ name: "Fear and Greed Index", data: [], metadata: { error: message } }),
  open: (market) => (request) => answer(market, request),
});

const isIndex = (path: string) => path === "/fng/" || path === "/fng";

/** `limit` defaults to 1; 0 means every day there is. */
function answer(market: Market, { method, path, query, nowMs }: SourceRequest): SourceResponse {
  if (!isIndex(path) || method !== "GET") return htmlAnswer(404, "404 Not Found");
  const limit = Number(query.get("limit") ?? 1);
  const rows: Record<string, string>[] = [];
  for (let day = dayOf(nowMs); day >= FIRST_SENTIMENT_DAY && (limit === 0 || rows.length < limit); day -= 1) {
    const value = market.fearAndGreed(day);
    if (value !== undefined) rows.push(row(day, value, query.get("date_format")));
  }
  const newest = rows[0];
  if (newest !== undefined) newest["time_until_update"] = String(Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000));
  if (query.get("format") === "csv") return textAnswer(csv(rows), "text/html; charset=UTF-8");
  return jsonAnswer({ name: "Fear and Greed Index", data: rows as Json[], metadata: { error: null } });
}

function row(day: number, value: number, format: string | null): Record<string, string> {
  return { value: String(value), value_classification: mood(value), timestamp: timestamp(day, format) };
}

/** Unix seconds, unless a format of some part of the world is asked for. */
function timestamp(day: number, format: string | null): string {
  const [year, month, date] = dateText(day).split("-");
  switch (format) {
    case "us":
      return `${month}-${date}-${year}`;
    case "world":
      return `${date}-${month}-${year}`;
    case "cn":
    case "kr":
      return `${year}-${month}-${date}`;
    default:
      return String((day * DAY_MS) / 1000);
  }
}

/** The vendor wraps its CSV in a JSON-like frame, so the body parses as neither. */
function csv(rows: readonly Record<string, string>[]): string {
  const lines = rows.map((each) => `${each["timestamp"]},${each["value"]},${each["value_classification"]}`);
  return `{\n\t"name": "Fear and Greed Index",\n\t"data": [\nfng_value,fng_classification,date\n${lines.join("\n")}\n\t]\n}\n`;
}
