import type { Json } from "../json.js";
import { DAY_MS, MINUTE_MS } from "../market/calendar.js";
import { meanPrice } from "../market/candle.js";
import type { Market } from "../market/market.js";
import { type Answer, jsonAnswer, type SimulatedUpstream, type UpstreamRequest } from "../upstream.js";
import { type KrakenPair, krakenPairs } from "./kraken-pairs.js";
import { krakenShape } from "./kraken-shape.js";

/** Documented candle lengths, minutes. */
const INTERVALS: readonly number[] = [1, 5, 15, 30, 60, 240, 1440, 10_080, 21_600];
/** "Up to 720 of the most recent entries", whatever `since` says. */
const MOST_ROWS = 720;

/** Kraken's public spot API below `/0/public`: Time, AssetPairs, Ticker, OHLC. GET only. */
export function kraken(market: Market): SimulatedUpstream {
  const pairs = krakenPairs(market);
  return {
    name: "kraken",
    pagePosition: ["since"],
    answer: (request) => answer(pairs, request),
    shape: krakenShape,
  };
}

function answer(pairs: readonly KrakenPair[], request: UpstreamRequest): Answer {
  if (request.method !== "GET") return jsonAnswer({ error: ["EGeneral:Method not allowed"] }, 405, { allow: "GET" });
  switch (request.path) {
    case "/0/public/Time":
      return time(request.nowMs);
    case "/0/public/AssetPairs":
      return assetPairs(pairs, request);
    case "/0/public/Ticker":
      return ticker(pairs, request);
    case "/0/public/OHLC":
      return ohlc(pairs, request);
    default:
      return failed("EGeneral:Unknown method", 404);
  }
}

/** Kraken's errors come with status 200 and without `result`. */
function failed(message: string, status = 200): Answer {
  return jsonAnswer({ error: [message] }, status);
}

function succeeded(result: Json): Answer {
  return jsonAnswer({ error: [], result });
}

function time(nowMs: number): Answer {
  const rfc1123 = new Date(nowMs).toUTCString().replace(/GMT$/, "+0000");
  return succeeded({ unixtime: Math.floor(nowMs / 1000), rfc1123 });
}

/** Pairs asked for by key or by other name, in the exchange's own order; undefined when one is unknown. */
function asked(pairs: readonly KrakenPair[], request: UpstreamRequest): KrakenPair[] | undefined {
  const listed = pairs.filter((pair) => pair.firstMs <= request.nowMs);
  const text = request.query.get("pair");
  if (text === null) return listed;
  const found = text.split(",").map((name) => listed.find((pair) => pair.key === name || pair.names.includes(name)));
  if (found.includes(undefined)) return undefined;
  return listed.filter((pair) => found.includes(pair));
}

function assetPairs(pairs: readonly KrakenPair[], request: UpstreamRequest): Answer {
  const chosen = asked(pairs, request);
  if (chosen === undefined) return failed("EQuery:Unknown asset pair");
  return succeeded(
    Object.fromEntries(
      chosen.map((pair) => [
        pair.key,
        { altname: pair.names[0] ?? pair.key, wsname: pair.names[1] ?? pair.key, pair_decimals: pair.decimals },
      ]),
    ),
  );
}

function ticker(pairs: readonly KrakenPair[], request: UpstreamRequest): Answer {
  const chosen = asked(pairs, request);
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
  const before = pair.candle({ openMs: openMs - DAY_MS, lengthMs: DAY_MS, nowMs }) ?? today;
  const money = (usd: number) => usd.toFixed(Math.max(5, pair.decimals));
  const tick = 10 ** -pair.decimals;
  return {
    a: [money(today.close + tick), "1", "1.000"],
    b: [money(today.close), "1", "1.000"],
    c: [money(today.close), "0.00160710"],
    v: [today.volume.toFixed(8), (today.volume + before.volume / 2).toFixed(8)],
    p: [money(meanPrice(today)), money((meanPrice(today) + meanPrice(before)) / 2)],
    t: [today.trades, today.trades + Math.floor(before.trades / 2)],
    l: [money(today.low), money(Math.min(today.low, before.low))],
    h: [money(today.high), money(Math.max(today.high, before.high))],
    o: money(today.open),
  };
}

function ohlc(pairs: readonly KrakenPair[], request: UpstreamRequest): Answer {
  const interval = Number(request.query.get("interval") ?? "1");
  const since = Number(request.query.get("since") ?? "0");
  if (!request.query.has("pair") || !INTERVALS.includes(interval) || !Number.isFinite(since)) {
    return failed("EGeneral:Invalid arguments");
  }
  const chosen = asked(pairs, request);
  const pair = chosen?.[0];
  if (pair === undefined || chosen?.length !== 1) return failed("EQuery:Unknown asset pair");
  const stepMs = interval * MINUTE_MS;
  const openMs = Math.floor(request.nowMs / stepMs) * stepMs;
  const rows: Json[][] = [];
  for (let place = MOST_ROWS - 1; place >= 0; place -= 1) {
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
  const money = (usd: number) => usd.toFixed(pair.decimals);
  return [
    period.openMs / 1000,
    money(candle.open),
    money(candle.high),
    money(candle.low),
    money(candle.close),
    money(meanPrice(candle)),
    candle.volume.toFixed(8),
    candle.trades,
  ];
}
