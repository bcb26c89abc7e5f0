/** Kraken's public spot API below `/0/public`: Ticker and OHLC. Its errors have status 200 and no `result`. */

import { candle, candles, type Listing, listing } from "../listing.js";
import { smoothNoise } from "../market/noise.js";
import { decimal, json, type Row, type Source, type SourceRequest, type SourceResponse } from "../source.js";
import { DAY_MS, MINUTE_MS } from "../time.js";

export const kraken: Source = {
  name: "kraken",
  answer(request) {
    if (request.path === "/0/public/Ticker") return ticker(request);
    if (request.path === "/0/public/OHLC") return ohlc(request);
    return undefined;
  },
  error(status) {
    if (status === 429) return { error: ["EGeneral:Too many requests"] };
    return { error: [status === 500 ? "EService:Unavailable" : "EGeneral:Invalid arguments"] };
  },
};

/** Tether trades within half a basis point of its usual price. */
const tether = listing("USDTZUSD", "usdt", 5, "2017-03-30", (_, ms) => 1 + 0.00005 * smoothNoise(701, ms / 1_800_000));

/** Keyed by the plain name used in requests. Responses are keyed by the exchange's own name. */
const PAIRS: ReadonlyMap<string, Listing> = new Map([
  ["ADAUSD", listing("ADAUSD", "ada", 6, "2018-09-28")],
  ["SOLUSD", listing("SOLUSD", "sol", 2, "2021-06-17")],
  ["USDTUSD", tether],
  ["DOGEUSD", listing("XDGUSD", "doge", 7, "2017-12-01")],
  ["ETHUSD", listing("XETHZUSD", "eth", 2, "2015-08-08")],
  ["LTCUSD", listing("XLTCZUSD", "ltc", 2, "2013-10-24")],
  ["XBTUSD", listing("XXBTZUSD", "btc", 1, "2013-10-06")],
  ["XRPUSD", listing("XXRPZUSD", "xrp", 5, "2017-05-18")],
]);

/** The requested pairs, in the exchange's own order; `undefined` if one is unknown. */
function pairsAskedFor({ query, nowMs }: SourceRequest): readonly Listing[] | undefined {
  const names = (query.get("pair") ?? "").split(",");
  const pairs = [...PAIRS].filter(([name, { firstMs }]) => names.includes(name) && firstMs <= nowMs);
  return pairs.length === names.length ? pairs.map(([, pair]) => pair) : undefined;
}

function ticker(request: SourceRequest): SourceResponse {
  const { spoil } = request;
  const pairs = pairsAskedFor(request);
  const today = pairs?.map((pair) => todayOf(pair, request));
  if (pairs === undefined || today?.every((row) => row !== undefined) !== true) {
    return json({ error: ["EQuery:Unknown asset pair"] });
  }
  const rows = spoil(today);
  const decimals = new Map(pairs.map((pair) => [pair.name, Math.max(5, pair.decimals)]));
  return json({ error: [], result: Object.fromEntries(rows.map((row) => [row.name, said(row, decimals)])) });
}

/** `undefined` if the pair has no price. */
function todayOf(pair: Listing, { market, nowMs }: SourceRequest): Row | undefined {
  const row = candle(pair, market, "live", nowMs - (nowMs % DAY_MS), DAY_MS, market.newestMs("live", pair.coin, nowMs));
  return row && { ...row, at: nowMs };
}

/** Today's figures; pairs of values are for today and the last 24 hours. None of the values is a time. */
function said({ name, numbers }: Row, decimals: ReadonlyMap<string, number>) {
  const places = decimals.get(name) ?? 5;
  const [o, h, l, c] = numbers.map((usd) => decimal(usd, places));
  return {
    a: [decimal(Number(c) + 10 ** -places, places), "1", "1.000"],
    b: [c, "1", "1.000"],
    c: [c, "0.00160710"],
    v: ["1.00000000", "1.00000000"],
    p: [c, c],
    t: [1, 1],
    l: [l, l],
    h: [h, h],
    o,
  };
}

/** Documented candle lengths, minutes. */
const INTERVALS = [1, 5, 15, 30, 60, 240, 1440, 10_080, 21_600];
/** "Up to 720 of the most recent entries", regardless of `since`. */
const MAX_ROWS = 720;

function ohlc(request: SourceRequest): SourceResponse {
  const { query, nowMs, market, spoil } = request;
  const [interval, since] = [Number(query.get("interval") ?? "1"), Number(query.get("since") ?? "0")];
  if (!INTERVALS.includes(interval) || Number.isNaN(since)) return json({ error: ["EGeneral:Invalid arguments"] });
  const [pair, ...others] = pairsAskedFor(request) ?? [];
  if (pair === undefined || others.length > 0) return json({ error: ["EQuery:Unknown asset pair"] });
  const stepMs = interval * MINUTE_MS;
  const runningMs = Math.floor(nowMs / stepMs) * stepMs;
  const newest = candles(pair, market, runningMs - (MAX_ROWS - 1) * stepMs, runningMs, stepMs, nowMs);
  // "After this time"; the running period is always included.
  const rows = spoil(newest.filter(({ at }) => at > since * 1000 || at === runningMs));
  const result = rows.map(({ at, numbers }) => {
    const corners = numbers.map((usd) => decimal(usd, pair.decimals));
    return [at / 1000, ...corners, corners.at(-1), "1.00000000", 1];
  });
  return json({ error: [], result: { [pair.name]: result, last: (runningMs - stepMs) / 1000 } });
}
