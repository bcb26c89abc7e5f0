import { isObject, type Json } from "../json.js";
import { DAY_MS, MINUTE_MS } from "../market/calendar.js";
import { listed, type VenueCoin, venueCoin } from "../market/coin.js";
import type { CoinSymbol } from "../market/landmarks.js";
import { type Market, TETHER_USD } from "../market/market.js";
import { smoothNoise } from "../market/noise.js";
import { jsonAnswer, type SourceRequest, type SourceResponse, simulatedSource, type WireShape } from "../source.js";

/** Kraken's public spot API below `/0/public`: Ticker and OHLC. GET only. */
export const kraken = simulatedSource({
  name: "kraken",
  pagePosition: ["since"],
  shape: krakenShape,
  errorBody: krakenError,
  statusError: { error: ["something went wrong"] },
  ownFaults: {
    "named-pair": (said) => {
      const entries = Object.entries(resultOf(said.json ?? null));
      const result = entries.map(([name, value]) => [name === "last" ? name : "XXBTZEUR", value]);
      return { ...said, json: { error: [], result: Object.fromEntries(result) } };
    },
  },
  open(market) {
    const pairs = krakenPairs(market);
    return (request) => answer(pairs, request);
  },
});

function answer(pairs: readonly KrakenPair[], request: SourceRequest): SourceResponse {
  if (request.method !== "GET") return jsonAnswer({ error: ["EGeneral:Method not allowed"] }, 405, { allow: "GET" });
  switch (request.path) {
    case "/0/public/Ticker":
      return ticker(pairs, request);
    case "/0/public/OHLC":
      return ohlc(pairs, request);
    default:
      return failed("EGeneral:Unknown method", 404);
  }
}

/** Kraken's errors come with status 200 and without `result`. */
function failed(message: string, status = 200): SourceResponse {
  return jsonAnswer({ error: [message] }, status);
}

function succeeded(result: Json): SourceResponse {
  return jsonAnswer({ error: [], result });
}

/** Pairs asked for by key or by other name, in the exchange's own order; undefined when one is unknown. */
function pairsAskedFor(pairs: readonly KrakenPair[], request: SourceRequest): KrakenPair[] | undefined {
  const listed = pairs.filter((pair) => pair.firstMs <= request.nowMs);
  const text = request.query.get("pair");
  if (text === null) return listed;
  const found = text.split(",").map((name) => listed.find((pair) => pair.key === name || pair.names.includes(name)));
  if (found.includes(undefined)) return undefined;
  return listed.filter((pair) => found.includes(pair));
}

function ticker(pairs: readonly KrakenPair[], request: SourceRequest): SourceResponse {
  const chosen = pairsAskedFor(pairs, request);
  if (chosen === undefined) return failed("EQuery:Unknown asset pair");
  return succeeded(Object.fromEntries(chosen.map((pair) => [pair.key, tickerOf(pair, request.nowMs)])));
}

function tickerOf(pair: KrakenPair, nowMs: number): Json {
  const openMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  // At the very first instant of a day nothing has traded yet: the day before still stands.
  const today =
    pair.candle({ openMs, lengthMs: DAY_MS, nowMs }) ??
    pair.candle({ openMs: openMs - DAY_MS, lengthMs: DAY_MS, nowMs });
  if (today === undefined) return {};
  const money = (usd: number) => usd.toFixed(Math.max(5, pair.decimals));
  const twice = (usd: number) => [money(usd), money(usd)]; // today and the last 24 hours
  const { open, high, low, close } = today;
  return {
    a: [money(close + 10 ** -pair.decimals), "1", "1.000"],
    b: [money(close), "1", "1.000"],
    c: [money(close), "0.00160710"],
    v: ["1.00000000", "1.00000000"],
    p: twice(close),
    t: [1, 1],
    l: twice(low),
    h: twice(high),
    o: money(open),
  };
}

/** Documented candle lengths, minutes. */
const INTERVALS: readonly number[] = [1, 5, 15, 30, 60, 240, 1440, 10_080, 21_600];
/** "Up to 720 of the most recent entries", whatever `since` says. */
const MAX_ROWS = 720;

function ohlc(pairs: readonly KrakenPair[], request: SourceRequest): SourceResponse {
  const interval = Number(request.query.get("interval") ?? "1");
  const since = Number(request.query.get("since") ?? "0");
  if (!request.query.has("pair") || !INTERVALS.includes(interval) || !Number.isFinite(since)) {
    return failed("EGeneral:Invalid arguments");
  }
  const chosen = pairsAskedFor(pairs, request);
  const pair = chosen?.[0];
  if (pair === undefined || chosen?.length !== 1) return failed("EQuery:Unknown asset pair");
  const stepMs = interval * MINUTE_MS;
  const openMs = Math.floor(request.nowMs / stepMs) * stepMs;
  const rows: Json[][] = [];
  for (let place = MAX_ROWS - 1; place >= 0; place -= 1) {
    const row = ohlcRow(pair, { openMs: openMs - place * stepMs, lengthMs: stepMs, nowMs: request.nowMs });
    // "After this time"; the running period is always there.
    if (row !== undefined && (Number(row[0]) > since || place === 0)) rows.push(row);
  }
  return succeeded({ [pair.key]: rows, last: (openMs - stepMs) / 1000 });
}

function ohlcRow(pair: KrakenPair, period: { openMs: number; lengthMs: number; nowMs: number }): Json[] | undefined {
  // A period that begins this very millisecond has not traded: it shows its first instant.
  const candle = pair.candle({ ...period, nowMs: Math.max(period.nowMs, period.openMs + 1) });
  if (candle === undefined) return undefined;
  const { open, high, low, close } = candle;
  const corners = [open, high, low, close].map((usd) => usd.toFixed(pair.decimals));
  return [period.openMs / 1000, ...corners, close.toFixed(pair.decimals), "1.00000000", 1];
}

/** The only key of a result that is not `last`. */
function rowsKey(result: Json): string | undefined {
  return result !== null && typeof result === "object" ? Object.keys(result).find((key) => key !== "last") : undefined;
}

function resultOf(body: Json): { [key: string]: Json } {
  const result = isObject(body) ? body["result"] : undefined;
  return isObject(result) ? result : {};
}

/** How rows are found in a ticker or in candles: both stand under Kraken's own pair names. */
function krakenShape(request: SourceRequest): WireShape | undefined {
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

interface KrakenPair extends VenueCoin {
  /** The exchange's own name, the key of every result. */
  readonly key: string;
  /** Other accepted names: first the plain one, then the one with a slash. */
  readonly names: readonly string[];
  readonly decimals: number;
}

type Listing = readonly [key: string, names: readonly string[], coin: CoinSymbol, decimals: number, from: string];

/** In the exchange's own order of keys. */
const LISTINGS: readonly Listing[] = [
  ["ADAUSD", ["ADAUSD", "ADA/USD"], "ADA", 6, "2018-09-28"],
  ["BNBUSD", ["BNBUSD", "BNB/USD"], "BNB", 2, "2025-04-22"],
  ["SOLUSD", ["SOLUSD", "SOL/USD"], "SOL", 2, "2021-06-17"],
  ["XDGUSD", ["XDGUSD", "XDG/USD", "DOGEUSD"], "DOGE", 7, "2017-12-01"],
  ["XETHZUSD", ["ETHUSD", "ETH/USD"], "ETH", 2, "2015-08-08"],
  ["XLTCZUSD", ["LTCUSD", "LTC/USD"], "LTC", 2, "2013-10-24"],
  ["XXBTZUSD", ["XBTUSD", "XBT/USD"], "BTC", 1, "2013-10-06"],
  ["XXRPZUSD", ["XRPUSD", "XRP/USD"], "XRP", 5, "2017-05-18"],
];
const TETHER_FROM = "2017-03-30";

/** Kraken's prices are the market's own. */
function krakenPairs(market: Market): KrakenPair[] {
  const pairs = LISTINGS.map(([key, names, coin, decimals, from]) => ({
    ...listed(market.coins[coin], from, 1),
    key,
    names,
    decimals,
  }));
  const inTether = listed(market.coins.BTC, TETHER_FROM, 1 / TETHER_USD);
  return [
    ...pairs.slice(0, 3),
    { ...tether(), key: "USDTZUSD", names: ["USDTUSD", "USDT/USD"], decimals: 5 },
    { ...inTether, key: "XBTUSDT", names: ["XBTUSDT", "XBT/USDT"], decimals: 1 },
    ...pairs.slice(3),
  ];
}

/** A coin meant to be worth one dollar: half a basis point of sway around its level. */
function tether(): VenueCoin {
  const priceAt = (ms: number) => TETHER_USD * (1 + 0.00005 * smoothNoise(701, ms / 1_800_000));
  return venueCoin({ firstMs: Date.parse(`${TETHER_FROM}T00:00:00Z`), priceAt });
}

function krakenError(status: number): Json {
  if (status === 429) return { error: ["EGeneral:Too many requests"] };
  return { error: [status >= 500 ? "EService:Unavailable" : "EGeneral:Invalid arguments"] };
}
