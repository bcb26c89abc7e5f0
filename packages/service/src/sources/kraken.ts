/**
 * Kraken: live prices of several coins in one call, and daily and hourly Bitcoin closes of the newest 719 ended
 * periods, which is all it serves. Its tickers have no timestamp, and its errors have status 200.
 */

import { HOUR_MS, MAJORS, MINUTE_MS, plus, utcDay } from "peak-cycle-model";
import * as z from "zod";
import { SourceError } from "../domain/errors.js";
import { type Coin, coinOf } from "../domain/observation.js";
import type { BodyFault } from "./get-json.js";
import { liveQuotes, PRICE_AGE_MS } from "./live.js";
import { OptionalNumber, readPayload, secondsOf } from "./payload.js";
import { CANDLE_LAG_MS, candleRows, candleSeries, closesOf, soundRows } from "./rows.js";
import type { HistorySource, PriceSource, SeriesBounds } from "./source.js";

/**
 * Dollar pairs: the name to request, then the names a response may use. Kraken returns `XBTUSD` as `XXBTZUSD`, and has
 * returned the plain name and the one with a slash, too. Any other name is a different pair.
 */
const PAIRS: Readonly<Partial<Record<Coin, readonly [asked: string, ...others: string[]]>>> = {
  btc: ["XBTUSD", "XXBTZUSD", "XBT/USD", "BTCUSD", "BTC/USD"],
  eth: ["ETHUSD", "XETHZUSD", "ETH/USD"],
  sol: ["SOLUSD", "SOL/USD"],
  xrp: ["XRPUSD", "XXRPZUSD", "XRP/USD"],
  ada: ["ADAUSD", "ADA/USD"],
  doge: ["DOGEUSD", "XXDGZUSD", "XDGUSD", "XDG/USD", "DOGE/USD"],
  ltc: ["LTCUSD", "XLTCZUSD", "LTC/USD"],
  usdt: ["USDTUSD", "USDTZUSD", "USDT/USD"],
};

const PAIRED_MAJORS = MAJORS.filter((major) => PAIRS[major] !== undefined);

/** Always the newest 720 candles: 719 that have ended, and the running one. */
const CANDLES = 720;

/** No pair is older than the exchange. */
const DAILY: SeriesBounds = { firstDay: utcDay("2013-09-01"), depthDays: CANDLES - 1, lagMs: CANDLE_LAG_MS };
const HOURLY: SeriesBounds = { ...DAILY, depthDays: Math.floor((CANDLES - 1) / 24) };

export const kraken: PriceSource & HistorySource = {
  name: "kraken",
  title: "Kraken",
  gives: "live prices; daily and hourly closes of the last 719 periods",
  baseUrl: "https://api.kraken.com",
  root: "/0/public",
  link: "https://www.kraken.com",
  license: "No clause about displaying market data was found.",
  attribution: "Kraken",
  use: {
    requestsADay: "about 2,000",
    purpose: "live price every 40 to 50 s; hourly prices with the majors",
    maxRequestsADay: 140, // includes clock checks, and separate requests for tether
    alarmAfterMs: HOUR_MS / 4,
    known:
      "pair keys vary (`XXBTZUSD`, `XBTUSD`, `BTC/USD`); rate limiting is status 200 with `EGeneral:Too many " +
      "requests`; always 720 candles, regardless of `since`",
    unverified: "other error texts; its status codes under load",
  },
  coins: Object.keys(PAIRS) as Coin[],
  isUndated: true,
  series: { ...closesOf(["btc", ...PAIRED_MAJORS], DAILY), "btc-hour-close": HOURLY },

  faultIn(body) {
    const { error = [] } = Errors.safeParse(body).data ?? {};
    return FAULTS.find(([prefix]) => error.some((each) => each.startsWith(prefix)))?.[1];
  },

  async prices(client, coins, signal) {
    const pair = coins.flatMap((coin) => PAIRS[coin]?.[0] ?? []).join(",");
    const answer = await client.getJson("/Ticker", { pair }, signal);
    const result = resultOf(answer.body);
    const tickers = coins.flatMap((coin) => {
      const name = PAIRS[coin]?.find((each) => Object.hasOwn(result, each));
      const value = name === undefined ? undefined : Ticker.safeParse(result[name]).data?.c[0];
      return value === undefined ? [] : [{ metric: `${coin}-price` as const, value, at: undefined }];
    });
    return liveQuotes(client, answer, tickers, PRICE_AGE_MS);
  },

  async history(client, metric, days, signal) {
    const series = candleSeries(metric, days, DAILY, HOUR_MS); // it has no six-hour candles
    const { stepMs, first, last } = series;
    const pairs = PAIRS[coinOf(metric)];
    if (first > Math.min(last, client.clock.now())) return [];
    const opening = Math.ceil(first / stepMs) * stepMs - stepMs;
    // `since` means strictly after.
    const query = { pair: pairs?.[0] ?? "", interval: stepMs / MINUTE_MS, since: secondsOf(opening) - 1 };
    const answer = await client.getJson("/OHLC", query, signal, CANDLES);
    const result = resultOf(answer.body);
    const [pair, ...others] = Object.keys(result).filter((key) => key !== "last");
    if (pair === undefined || others.length > 0)
      throw new SourceError(kraken.name, "malformed", "expected exactly one pair");
    if (pairs?.includes(pair) !== true) {
      throw new SourceError(kraken.name, "malformed", "a different pair than requested");
    }
    // `[open time in s, open, high, low, close, average, volume, count]`
    const candles = readPayload(kraken.name, z.array(z.unknown()), result[pair]);
    const since = plus(answer.receivedAt, -(CANDLES - 1) * stepMs);
    const rows = candleRows(candles, [0, 4], { stepMs, unitMs: 1000, width: 8 });
    return soundRows(client, answer, { ...series, since }, rows);
  },
};

/** `c` is the last trade: price, then volume. */
const Ticker = z.object({ c: z.tuple([OptionalNumber], z.unknown()) });

const Envelope = z.object({ result: z.record(z.string(), z.unknown()).nullish() });

/**
 * Entries that begin with `W` are warnings and may accompany a result; after an error the result is null, empty or
 * missing.
 */
const Errors = z.object({ error: z.union([z.array(z.string()), z.string().transform((text) => [text])]) });

const FAULTS: readonly (readonly [prefix: string, fault: BodyFault])[] = [
  ["EGeneral:Too many requests", "throttled"],
  ["EGeneral:Temporary lockout", "throttled"],
  ["EAPI:Rate limit", "throttled"],
  ["EService:Throttled", "throttled"],
  ["EService:", "unreachable"],
  ["EQuery:Unknown asset pair", "unlisted"],
  ["E", "refused"],
];

/** The `result` of a response, by Kraken's pair names. */
function resultOf(body: unknown): Readonly<Record<string, unknown>> {
  const { result } = readPayload(kraken.name, Envelope, body);
  if (!result) throw new SourceError(kraken.name, "malformed", "no result");
  return result;
}
