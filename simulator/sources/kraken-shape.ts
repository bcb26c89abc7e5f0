import type { Json } from "../json.js";
import { MINUTE_MS } from "../market/calendar.js";
import type { UpstreamRequest, WireShape } from "../upstream.js";

/** The only key of a result that is not `last`. */
function rowsKey(result: Json): string | undefined {
  return result !== null && typeof result === "object" ? Object.keys(result).find((key) => key !== "last") : undefined;
}

function resultOf(body: Json): { [key: string]: Json } {
  const result = body !== null && typeof body === "object" && !Array.isArray(body) ? body["result"] : undefined;
  return result !== null && typeof result === "object" && !Array.isArray(result) ? result : {};
}

/** How rows are found in a ticker or in candles: both stand under Kraken's own pair names. */
export function krakenShape(request: UpstreamRequest): WireShape | undefined {
  if (request.path === "/0/public/Ticker") return tickerShape();
  if (request.path !== "/0/public/OHLC") return undefined;
  return {
    rows: (body) => {
      const rows = resultOf(body)[rowsKey(resultOf(body)) ?? ""];
      return Array.isArray(rows) ? rows : [];
    },
    withRows: (body, rows) => {
      const key = rowsKey(resultOf(body));
      if (key === undefined) return body;
      return { error: [], result: { ...resultOf(body), [key]: rows } };
    },
    newest: "last",
    time: { path: [0], unitMs: 1000 },
    values: [[4], [1], [2], [3], [5]],
    stepMs: Number(request.query.get("interval") ?? "1") * MINUTE_MS,
  };
}

function tickerShape(): WireShape {
  return {
    rows: (body) => Object.values(resultOf(body)),
    withRows: (body, rows) => {
      const keys = Object.keys(resultOf(body));
      return { error: [], result: Object.fromEntries(rows.map((row, place) => [keys[place] ?? `PAIR${place}`, row])) };
    },
    newest: "every",
    values: [
      ["c", 0],
      ["a", 0],
      ["b", 0],
    ],
  };
}
