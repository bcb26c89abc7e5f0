import type { Json } from "../json.js";
import { DAY_MS, HOUR_MS } from "../market/calendar.js";
import type { Candle } from "../market/coin.js";
import { type ListedCoin, type Listings, listedCoins, TETHER_USD } from "../market/market.js";
import {
  htmlAnswer,
  jsonAnswer,
  rowsUnder,
  type SourceRequest,
  type SourceResponse,
  simulatedSource,
  type WireShape,
} from "../source.js";

/** Binance's public market data below `/api/v3`: ticker/price and klines; prices in USDT, times in milliseconds. */
export const binance = simulatedSource({
  name: "binance",
  pagePosition: ["startTime", "endTime"],
  shape,
  errorBody: binanceError,
  open(market) {
    const symbols = listedCoins(market, LISTINGS, FACTOR);
    return (request) => {
      const said = answer(symbols, request);
      return { ...said, headers: { ...said.headers, "x-mbx-used-weight-1m": "2" } };
    };
  },
});

/** Prices here stand 1.5 basis points under the market's, before they are said in tether. */
const FACTOR = 0.99985 / TETHER_USD;
/** First days: BTCUSDT as recorded, the others plausible. */
const LISTINGS: Listings = {
  BTCUSDT: ["BTC", 2, "2017-08-17"],
  ETHUSDT: ["ETH", 2, "2017-08-17"],
  BNBUSDT: ["BNB", 2, "2017-11-06"],
  LTCUSDT: ["LTC", 2, "2017-12-13"],
  ADAUSDT: ["ADA", 5, "2018-04-17"],
  XRPUSDT: ["XRP", 5, "2018-05-04"],
  DOGEUSDT: ["DOGE", 7, "2019-07-05"],
  SOLUSDT: ["SOL", 4, "2020-08-11"],
};

function answer(symbols: readonly ListedCoin[], request: SourceRequest): SourceResponse {
  if (request.method !== "GET") return refused(-1100, "Request method not supported", 405);
  switch (request.path) {
    case "/api/v3/ticker/price":
      return tickerPrice(symbols, request);
    case "/api/v3/klines":
      return klines(symbols, request);
    default:
      return htmlAnswer(404, "404 Not Found");
  }
}

function refused(code: number, msg: string, status = 400): SourceResponse {
  return jsonAnswer({ code, msg }, status);
}

function priceOf(symbol: ListedCoin, nowMs: number): Json {
  return { symbol: symbol.name, price: Number(symbol.priceAt(nowMs).toFixed(symbol.decimals)).toFixed(8) };
}

function tickerPrice(symbols: readonly ListedCoin[], { query, nowMs }: SourceRequest): SourceResponse {
  const names = readNames(query.get("symbols") ?? "");
  if (names === undefined) return refused(-1100, "Illegal characters found in parameter 'symbols'.");
  const found = names.flatMap((name) => symbols.find((each) => each.name === name && each.firstMs <= nowMs) ?? []);
  if (found.length < names.length) return refused(-1121, "Invalid symbol.");
  return jsonAnswer(found.map((symbol) => priceOf(symbol, nowMs)));
}

/** `["A","B"]` as a list of names; undefined for anything else. */
function readNames(text: string): string[] | undefined {
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) && names.every((name) => typeof name === "string") ? names : undefined;
  } catch {
    return undefined;
  }
}

function klines(symbols: readonly ListedCoin[], { query, nowMs }: SourceRequest): SourceResponse {
  const symbol = symbols.find((each) => each.name === query.get("symbol") && each.firstMs <= nowMs);
  if (symbol === undefined) return refused(-1121, "Invalid symbol.");
  const stepMs = INTERVALS[query.get("interval") ?? ""];
  if (stepMs === undefined) return refused(-1120, "Invalid interval.");
  const limit = Number(query.get("limit") ?? DEFAULT_ROWS);
  if (!Number.isInteger(limit) || limit < 1) return refused(-1130, "Data sent for parameter 'limit' is not valid.");
  const newest = Math.min(Number(query.get("endTime") ?? nowMs), nowMs);
  const start = Number(query.get("startTime") ?? newest - limit * stepMs);
  if (Number.isNaN(start + newest)) return refused(-1100, "Illegal characters found in a parameter.");
  const floor = (ms: number) => Math.floor(ms / stepMs) * stepMs;
  const from = Math.max(Math.ceil(start / stepMs) * stepMs, floor(symbol.firstMs));
  const count = Math.max(0, Math.min(limit, MAX_ROWS, (floor(newest) - from) / stepMs + 1));
  const opens = Array.from({ length: count }, (_, place) => from + place * stepMs);
  return jsonAnswer(
    opens.flatMap((openMs) => {
      const candle = symbol.candle({ openMs, lengthMs: stepMs, nowMs: Math.max(nowMs, openMs + 1) });
      return candle === undefined ? [] : [row(candle, symbol, openMs, stepMs)];
    }),
  );
}

const DEFAULT_ROWS = 500;
const MAX_ROWS = 1000;

/** Candle lengths by name, milliseconds. */
const INTERVALS: Readonly<Record<string, number>> = { "1h": HOUR_MS, "6h": 6 * HOUR_MS, "1d": DAY_MS };

function shape(request: SourceRequest): WireShape | undefined {
  if (request.path === "/api/v3/ticker/price") {
    return { ...rowsUnder([]), newest: "every", values: [["price"]] };
  }
  if (request.path !== "/api/v3/klines") return undefined;
  return {
    ...rowsUnder([]),
    newest: "last",
    time: { path: [0], unitMs: 1 },
    values: [[4], [1], [2], [3]],
    stepMs: INTERVALS[request.query.get("interval") ?? ""] ?? DAY_MS,
  };
}

/** One candle as twelve cells; what was traded is the same in each. */
function row(candle: Candle, symbol: ListedCoin, openMs: number, stepMs: number): Json {
  const money = (usdt: number) => Number(usdt.toFixed(symbol.decimals)).toFixed(8);
  const { open, high, low, close } = candle;
  const corners = [open, high, low, close].map(money);
  return [openMs, ...corners, "1.00000000", openMs + stepMs - 1, money(close), 1, "0.50000000", money(close / 2), "0"];
}

const OVER_WEIGHT = "Too much request weight used; current limit is 6000 request weight per 1 MINUTE.";

function binanceError(status: number): Json {
  if (status === 429) return { code: -1003, msg: OVER_WEIGHT };
  if (status >= 500) return { code: -1007, msg: "Timeout waiting for response from backend server." };
  return { code: -1121, msg: "Invalid symbol." };
}
