import type { Json } from "../json.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../market/calendar.js";
import { type Candle, meanPrice } from "../market/coin.js";
import { type ListedCoin, type Listings, listedCoins, TETHER_USD } from "../market/market.js";
import {
  htmlAnswer,
  jsonAnswer,
  oneRowUnder,
  rowsUnder,
  type SourceRequest,
  type SourceResponse,
  simulatedSource,
  type WireShape,
} from "../source.js";

/** Binance's public market data below `/api/v3`: ping, time, ticker/price, klines; prices in USDT, times in milliseconds. */
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

const DEFAULT_ROWS = 500;
const MAX_ROWS = 1000;
/** Prices here stand 1.5 basis points under the market's, before they are said in tether. */
const FACTOR = 0.99985 / TETHER_USD;
/** Beyond this a time can only be microseconds: the year 5138 in milliseconds. */
const MICROSECONDS_FROM = 1e14;

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
    case "/api/v3/ping":
      return jsonAnswer({});
    case "/api/v3/time":
      return jsonAnswer({ serverTime: Math.floor(request.nowMs) });
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

const missing = (name: string) =>
  refused(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);

function priceOf(symbol: ListedCoin, nowMs: number): Json {
  return { symbol: symbol.name, price: Number(symbol.priceAt(nowMs).toFixed(symbol.decimals)).toFixed(8) };
}

function tickerPrice(symbols: readonly ListedCoin[], { query, nowMs }: SourceRequest): SourceResponse {
  const listed = symbols.filter((symbol) => symbol.firstMs <= nowMs);
  const one = query.get("symbol");
  const several = query.get("symbols");
  if (one !== null && several !== null) return refused(-1128, "Combination of optional parameters invalid.");
  if (one !== null) {
    const symbol = listed.find((each) => each.name === one);
    return symbol === undefined ? refused(-1121, "Invalid symbol.") : jsonAnswer(priceOf(symbol, nowMs));
  }
  const names = several === null ? listed.map((each) => each.name) : readNames(several);
  if (names === undefined) return refused(-1100, "Illegal characters found in parameter 'symbols'.");
  const found = names.map((name) => listed.find((each) => each.name === name));
  if (found.includes(undefined)) return refused(-1121, "Invalid symbol.");
  return jsonAnswer(found.flatMap((symbol) => (symbol === undefined ? [] : [priceOf(symbol, nowMs)])));
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

function readMs(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const time = Number(text);
  return time >= MICROSECONDS_FROM ? time / 1000 : time;
}

function klines(symbols: readonly ListedCoin[], request: SourceRequest): SourceResponse {
  const { query, nowMs } = request;
  if (!query.has("symbol")) return missing("symbol");
  if (!query.has("interval")) return missing("interval");
  const symbol = symbols.find((each) => each.name === query.get("symbol") && each.firstMs <= nowMs);
  if (symbol === undefined) return refused(-1121, "Invalid symbol.");
  const stepMs = INTERVALS[query.get("interval") ?? ""];
  if (stepMs === undefined) return refused(-1120, "Invalid interval.");
  const limit = Number(query.get("limit") ?? DEFAULT_ROWS);
  const [start, end] = [readMs(query, "startTime"), readMs(query, "endTime")];
  if (!Number.isInteger(limit) || limit < 1) return refused(-1130, "Data sent for parameter 'limit' is not valid.");
  if (Number.isNaN(start)) return refused(-1100, "Illegal characters found in parameter 'startTime'.");
  if (Number.isNaN(end)) return refused(-1100, "Illegal characters found in parameter 'endTime'.");
  const unit = request.headers["x-mbx-time-unit"]?.toUpperCase().startsWith("MICRO") ? 1000 : 1;
  const opens = openTimes({ stepMs, limit: Math.min(limit, MAX_ROWS), start, end }, symbol.firstMs, nowMs);
  return jsonAnswer(
    opens.flatMap((openMs) => {
      const candle = symbol.candle({ openMs, lengthMs: stepMs, nowMs: Math.max(nowMs, openMs + 1) });
      return candle === undefined ? [] : [row(candle, { symbol, openMs, stepMs, unit })];
    }),
  );
}

function shape(request: SourceRequest): WireShape | undefined {
  if (request.path === "/api/v3/ticker/price") {
    if (request.query.has("symbol")) return { ...oneRowUnder([]), values: [["price"]] };
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

/** Candle lengths by name, milliseconds. */
const INTERVALS: Readonly<Record<string, number>> = {
  "1m": MINUTE_MS,
  "3m": 3 * MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": HOUR_MS,
  "2h": 2 * HOUR_MS,
  "4h": 4 * HOUR_MS,
  "6h": 6 * HOUR_MS,
  "8h": 8 * HOUR_MS,
  "12h": 12 * HOUR_MS,
  "1d": DAY_MS,
  "3d": 3 * DAY_MS,
  "1w": 7 * DAY_MS,
};
/** Weeks begin on Monday; 1970-01-01 was a Thursday. */
const MONDAY_MS = 4 * DAY_MS;

/** One page of candles, times in milliseconds. */
interface KlinesAsk {
  readonly stepMs: number;
  readonly limit: number;
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** Opens of the asked periods, oldest first: from `start` on, else the newest up to `end`, else the newest. */
function openTimes({ stepMs, limit, start, end }: KlinesAsk, firstMs: number, nowMs: number): number[] {
  const shift = stepMs === 7 * DAY_MS ? MONDAY_MS : 0;
  const floor = (ms: number) => Math.floor((ms - shift) / stepMs) * stepMs + shift;
  const newest = floor(Math.min(end ?? nowMs, nowMs));
  const oldest = floor(firstMs);
  const from =
    start === undefined ? newest - (limit - 1) * stepMs : Math.ceil((start - shift) / stepMs) * stepMs + shift;
  const opens: number[] = [];
  for (let openMs = Math.max(from, oldest); openMs <= newest && opens.length < limit; openMs += stepMs)
    opens.push(openMs);
  return opens;
}

interface RowTerms {
  readonly symbol: ListedCoin;
  readonly openMs: number;
  readonly stepMs: number;
  readonly unit: number;
}

/** One candle as twelve cells. */
function row(candle: Candle, { symbol, openMs, stepMs, unit }: RowTerms): Json {
  const text = (amount: number) => amount.toFixed(8);
  const money = (usdt: number) => Number(usdt.toFixed(symbol.decimals)).toFixed(8);
  const quote = candle.volume * meanPrice(candle);
  return [
    openMs * unit,
    money(candle.open),
    money(candle.high),
    money(candle.low),
    money(candle.close),
    text(candle.volume),
    // In microseconds too the close is the next open less one.
    (openMs + stepMs) * unit - 1,
    text(quote),
    candle.trades,
    text(candle.volume / 2),
    text(quote / 2),
    "0",
  ];
}

const OVER_WEIGHT = "Too much request weight used; current limit is 6000 request weight per 1 MINUTE.";

function binanceError(status: number, message: string | undefined): Json {
  if (status === 429) return { code: -1003, msg: message ?? OVER_WEIGHT };
  if (status >= 500) return { code: -1007, msg: "Timeout waiting for response from backend server." };
  return { code: -1121, msg: "Invalid symbol." };
}
