import type { Json } from "../json.js";
import { DAY_MS } from "../market/calendar.js";
import type { CoinSymbol } from "../market/coins.js";
import { type Market, TETHER_USD } from "../market/market.js";
import { venueCoin } from "../market/venue.js";
import {
  type Answer,
  htmlAnswer,
  jsonAnswer,
  oneRowUnder,
  rowsUnder,
  type SimulatedUpstream,
  type UpstreamRequest,
  type WireShape,
} from "../upstream.js";
import { type BinanceSymbol, INTERVALS, openTimes, row } from "./binance-klines.js";

const USUAL_ROWS = 500;
const MOST_ROWS = 1000;
/** Prices here stand 1.5 basis points under the market's, before they are said in tether. */
const FACTOR = 0.99985 / TETHER_USD;
/** Beyond this a time can only be microseconds: the year 5138 in milliseconds. */
const MICROSECONDS_FROM = 1e14;

type Listing = readonly [coin: CoinSymbol, decimals: number, from: string];

/** First days: BTCUSDT as recorded, the others plausible. */
const LISTINGS: Readonly<Record<string, Listing>> = {
  BTCUSDT: ["BTC", 2, "2017-08-17"],
  ETHUSDT: ["ETH", 2, "2017-08-17"],
  BNBUSDT: ["BNB", 2, "2017-11-06"],
  LTCUSDT: ["LTC", 2, "2017-12-13"],
  ADAUSDT: ["ADA", 5, "2018-04-17"],
  XRPUSDT: ["XRP", 5, "2018-05-04"],
  DOGEUSDT: ["DOGE", 7, "2019-07-05"],
  SOLUSDT: ["SOL", 4, "2020-08-11"],
};

/** Binance's public market data below `/api/v3`: ping, time, ticker/price, klines; prices in USDT, times in milliseconds. */
export function binance(market: Market): SimulatedUpstream {
  const symbols = Object.entries(LISTINGS).map(([symbol, [coin, decimals, from]]) => ({
    ...venueCoin(market.coins[coin], { from, factor: FACTOR }),
    symbol,
    decimals,
  }));
  return {
    name: "binance",
    pagePosition: ["startTime", "endTime"],
    answer: (request) => {
      const said = answer(symbols, request);
      return { ...said, headers: { ...said.headers, "x-mbx-used-weight-1m": "2" } };
    },
    shape,
  };
}

function answer(symbols: readonly BinanceSymbol[], request: UpstreamRequest): Answer {
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

function refused(code: number, msg: string, status = 400): Answer {
  return jsonAnswer({ code, msg }, status);
}

const missing = (name: string) =>
  refused(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);

function priceOf(symbol: BinanceSymbol, nowMs: number): Json {
  return { symbol: symbol.symbol, price: Number(symbol.priceAt(nowMs).toFixed(symbol.decimals)).toFixed(8) };
}

function tickerPrice(symbols: readonly BinanceSymbol[], { query, nowMs }: UpstreamRequest): Answer {
  const listed = symbols.filter((symbol) => symbol.firstMs <= nowMs);
  const one = query.get("symbol");
  const several = query.get("symbols");
  if (one !== null && several !== null) return refused(-1128, "Combination of optional parameters invalid.");
  if (one !== null) {
    const symbol = listed.find((each) => each.symbol === one);
    return symbol === undefined ? refused(-1121, "Invalid symbol.") : jsonAnswer(priceOf(symbol, nowMs));
  }
  const names = several === null ? listed.map((each) => each.symbol) : readNames(several);
  if (names === undefined) return refused(-1100, "Illegal characters found in parameter 'symbols'.");
  const found = names.map((name) => listed.find((each) => each.symbol === name));
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

function klines(symbols: readonly BinanceSymbol[], request: UpstreamRequest): Answer {
  const { query, nowMs } = request;
  if (!query.has("symbol")) return missing("symbol");
  if (!query.has("interval")) return missing("interval");
  const symbol = symbols.find((each) => each.symbol === query.get("symbol") && each.firstMs <= nowMs);
  if (symbol === undefined) return refused(-1121, "Invalid symbol.");
  const stepMs = INTERVALS[query.get("interval") ?? ""];
  if (stepMs === undefined) return refused(-1120, "Invalid interval.");
  const limit = Number(query.get("limit") ?? USUAL_ROWS);
  const [start, end] = [readMs(query, "startTime"), readMs(query, "endTime")];
  if (!Number.isInteger(limit) || limit < 1) return refused(-1130, "Data sent for parameter 'limit' is not valid.");
  if (Number.isNaN(start)) return refused(-1100, "Illegal characters found in parameter 'startTime'.");
  if (Number.isNaN(end)) return refused(-1100, "Illegal characters found in parameter 'endTime'.");
  const unit = request.headers["x-mbx-time-unit"]?.toUpperCase().startsWith("MICRO") ? 1000 : 1;
  const opens = openTimes({ stepMs, limit: Math.min(limit, MOST_ROWS), start, end }, symbol.firstMs, nowMs);
  return jsonAnswer(
    opens.flatMap((openMs) => {
      const candle = symbol.candle({ openMs, lengthMs: stepMs, nowMs: Math.max(nowMs, openMs + 1) });
      return candle === undefined ? [] : [row(candle, { symbol, openMs, stepMs, unit })];
    }),
  );
}

function shape(request: UpstreamRequest): WireShape | undefined {
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
