import type { Json } from "../json.js";
import { DAY_MS, dayOf } from "../market/calendar.js";
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
} from "../source.js";

/** alternative.me's `/fng/`: fear and greed, newest first, everything a string. */
export const alternativeMe = simulatedSource({
  name: "alternative-me",
  pagePosition: [],
  shape: ({ path }) =>
    isIndex(path)
      ? {
          ...rowsUnder(["data"]),
          newest: "first",
          time: { path: ["timestamp"], unitMs: 1000 },
          values: [["value"]],
          stepMs: DAY_MS,
        }
      : undefined,
  errorBody: plainError,
  statusError: { name: "Fear and Greed Index", data: [], metadata: { error: "something went wrong" } },
  open: (market) => (request) => answer(market, request),
});

const isIndex = (path: string) => path === "/fng/" || path === "/fng";

/** `limit` defaults to 1; 0 means every day there is. */
function answer(market: Market, { method, path, query, nowMs }: SourceRequest): SourceResponse {
  if (!isIndex(path) || method !== "GET") return htmlAnswer(404, "404 Not Found");
  const limit = Number(query.get("limit") ?? 1);
  const rows: { [key: string]: Json }[] = [];
  for (let day = dayOf(nowMs); day >= FIRST_SENTIMENT_DAY && (limit === 0 || rows.length < limit); day -= 1) {
    const value = market.fearAndGreed(day);
    if (value === undefined) continue;
    const timestamp = String((day * DAY_MS) / 1000);
    rows.push({ value: String(value), value_classification: mood(value), timestamp });
  }
  const newest = rows[0];
  if (newest !== undefined) newest["time_until_update"] = String(Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000));
  return jsonAnswer({ name: "Fear and Greed Index", data: rows, metadata: { error: null } });
}
