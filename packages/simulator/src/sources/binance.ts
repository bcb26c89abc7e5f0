/** Binance's public market data below `/api/v3`: ticker/price and klines; prices in USDT, times in milliseconds. */

import { candles, type Listing, listing, livePrice } from "../listing.js";
import type { Market } from "../market/market.js";
import { decimal, json, type Source, type SourceRequest } from "../source.js";
import { DAY_MS, HOUR_MS } from "../time.js";

export const binance: Source = {
  name: "binance",
  answer(request) {
    const body = request.path === "/api/v3/klines" ? klines(request) : tickerPrice(request);
    if (body === undefined) return undefined;
    const response = json(body);
    return { ...response, headers: { ...response.headers, "x-mbx-used-weight-1m": "2" } };
  },
  error(status) {
    if (status === 429) return { code: -1003, msg: OVER_WEIGHT };
    if (status === 500) return { code: -1007, msg: "Timeout waiting for response from backend server." };
    return { code: -1121, msg: "Invalid symbol." };
  },
};

const OVER_WEIGHT = "Too much request weight used; current limit is 6000 request weight per 1 MINUTE.";

/** Prices here are 1.5 basis points below the market's, before conversion to tether. */
const FACTOR = (market: Market, ms: number) => 0.99985 / market.tetherAt(ms);

/** First days: BTCUSDT as recorded, the others plausible. */
const SYMBOLS = [
  listing("BTCUSDT", "btc", 2, "2017-08-17", FACTOR),
  listing("ETHUSDT", "eth", 2, "2017-08-17", FACTOR),
  listing("BNBUSDT", "bnb", 2, "2017-11-06", FACTOR),
  listing("LTCUSDT", "ltc", 2, "2017-12-13", FACTOR),
  listing("ADAUSDT", "ada", 5, "2018-04-17", FACTOR),
  listing("XRPUSDT", "xrp", 5, "2018-05-04", FACTOR),
  listing("DOGEUSDT", "doge", 7, "2019-07-05", FACTOR),
  listing("SOLUSDT", "sol", 4, "2020-08-11", FACTOR),
];

/** Rounded to the symbol's decimals, then written with eight. */
function money(usdt: number | null | undefined, symbol: Listing | undefined): string | null {
  return typeof usdt === "number" ? Number(usdt.toFixed(symbol?.decimals)).toFixed(8) : null;
}

function symbolOf(name: string | null, nowMs: number): Listing | undefined {
  return SYMBOLS.find((each) => each.name === name && each.firstMs <= nowMs);
}

/** Takes symbols in the form `["A","B"]`. */
function tickerPrice({ path, query, nowMs, market, spoil }: SourceRequest): unknown {
  const names = query.get("symbols")?.match(/\w+/g) ?? [];
  if (path !== "/api/v3/ticker/price") return undefined;
  const rows = names.flatMap((name) => {
    const symbol = symbolOf(name, nowMs);
    const usdt = symbol && livePrice(symbol, market, nowMs);
    return usdt === undefined ? [] : [{ at: nowMs, name, numbers: [usdt] }];
  });
  if (rows.length !== names.length) return undefined;
  return spoil(rows).map(({ name, numbers: [usdt] }) => ({ symbol: name, price: money(usdt, symbolOf(name, nowMs)) }));
}

/** Candle lengths by name, milliseconds. */
const INTERVALS: Readonly<Record<string, number>> = { "1h": HOUR_MS, "6h": 6 * HOUR_MS, "1d": DAY_MS };
const MAX_ROWS = 1000;

/** The oldest rows from `startTime` on. The volume is the same in each. */
function klines({ query, nowMs, market, spoil }: SourceRequest): unknown {
  const symbol = symbolOf(query.get("symbol"), nowMs);
  const stepMs = INTERVALS[query.get("interval") ?? ""];
  const [start, end, limit] = ["startTime", "endTime", "limit"].map((name) => Number(query.get(name) ?? Number.NaN));
  if (symbol === undefined || stepMs === undefined || !(limit && start && end)) return undefined;
  const rows = candles(symbol, market, start, end, stepMs, nowMs).slice(0, Math.min(limit, MAX_ROWS));
  return spoil(rows).map(({ at, numbers }) => {
    const corners = numbers.map((usdt) => money(usdt, symbol));
    const close = numbers.at(-1);
    const traded = [decimal(close, 8), 1, "0.50000000", decimal(close && close / 2, 8), "0"];
    return [at, ...corners, "1.00000000", at + stepMs - 1, ...traded];
  });
}
