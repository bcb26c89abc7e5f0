/**
 * Binance: live prices of all coins in one call, and closes since 2017. It quotes in tether, so its prices are unusable
 * while the price of tether is unknown; in the past, where it was not recorded, one tether counts as one dollar.
 */

import { DAY_MS, HOUR_MS, MAJORS, plus, startOf, utcDay } from "peak-cycle-model";
import * as z from "zod";
import { SourceError } from "../domain/errors.js";
import { type Coin, coinOf } from "../domain/observation.js";
import type { JsonResponse } from "./get-json.js";
import { liveQuotes, PRICE_AGE_MS } from "./live.js";
import { readNumber, readPayload } from "./payload.js";
import {
  boundsOf,
  CANDLE_LAG_MS,
  candleRows,
  candleSeries,
  closesOf,
  type Series,
  type StatedRow,
  soundRows,
} from "./rows.js";
import type { HistorySource, PriceSource, SeriesBounds, TetherRates } from "./source.js";

/** BTCUSDT, the first pair. */
const BITCOIN: SeriesBounds = { firstDay: utcDay("2017-08-17"), lagMs: CANDLE_LAG_MS };

/** The other pairs were listed by 2020; before that an empty response may be correct. */
const OTHERS: SeriesBounds = { ...BITCOIN, completeFrom: utcDay("2021-01-01") };

/** Maximum candles per page. */
const PAGE = 1000;

const TOO_MUCH_WEIGHT = -1003;
const INVALID_SYMBOL = -1121;

export const binance: PriceSource & HistorySource = {
  name: "binance",
  title: "Binance",
  gives: "live prices and daily closes in tether, converted to dollars",
  baseUrl: "https://data-api.binance.vision",
  root: "/api/v3",
  link: "https://www.binance.com",
  license: "Terms for redistributing public market data were not verified.",
  attribution: "Binance",
  use: {
    requestsADay: "about 55",
    purpose: "prices of all coins every hour; daily closes",
    maxRequestsADay: 65,
    alarmAfterMs: 3 * HOUR_MS,
    known:
      "candles do not name their symbol, so only comparison reveals a wrong pair; `data-api.binance.vision` " +
      "works where `api.binance.com` returns 451; first day 2017-08-17",
    unverified: "a history of tether's exchange rate before Peak runs",
  },
  coins: ["btc", ...MAJORS],
  isUndated: true,
  series: { ...closesOf(MAJORS, OTHERS), "btc-close": BITCOIN, "btc-hour-close": BITCOIN },

  faultIn(body) {
    const code = Refusal.safeParse(body).data?.code;
    if (code === undefined) return undefined;
    if (code === INVALID_SYMBOL) return "unlisted";
    return code === TOO_MUCH_WEIGHT ? "throttled" : "refused";
  },

  async prices(client, coins, signal, tetherUsd) {
    if (tetherUsd === undefined) throw rateUnknown();
    const answer = await client.getJson("/ticker/price", { symbols: JSON.stringify(coins.map(symbolOf)) }, signal);
    const rows = readPayload(binance.name, z.array(z.unknown()), answer.body);
    const prices = rows.flatMap((row) => Price.safeParse(row).data ?? []);
    const tickers = coins.flatMap((coin) => {
      const price = readNumber(prices.find(({ symbol }) => symbol === symbolOf(coin))?.price);
      if (typeof price !== "number") return [];
      return [{ metric: `${coin}-price` as const, value: price * tetherUsd, at: undefined }];
    });
    return liveQuotes(client, answer, tickers, PRICE_AGE_MS);
  },

  /** A page begins at the oldest available candle, so a page that adds no close is the last. */
  async history(client, metric, days, signal, tetherUsd) {
    const coin = coinOf(metric);
    const bounds = boundsOf(binance, metric);
    const series = candleSeries(metric, days, bounds);
    const { stepMs } = series;
    const interval = stepMs === DAY_MS ? "1d" : "6h";
    const end = Math.min(series.last, client.clock.now());
    if (end >= series.first && !hasRate(series, end, tetherUsd)) throw rateUnknown();
    const allCandles: StatedRow[] = [];
    let answer: JsonResponse | undefined;
    let start = Math.max(Math.ceil(series.first / stepMs) * stepMs - stepMs, startOf(bounds.firstDay));
    while (start < end) {
      const query = { symbol: symbolOf(coin), interval, startTime: start, endTime: end - 1, limit: PAGE };
      const rows = Math.min(PAGE, Math.ceil((end - start) / stepMs) + 1);
      answer = await client.getJson("/klines", query, signal, rows);
      // `[open time in ms, open, high, low, close, volume, close time, ...]`
      const candles = readPayload(binance.name, z.array(z.unknown()), answer.body);
      const page = candleRows(candles, [0, 4], { stepMs, unitMs: 1, width: 12 });
      for (const row of page) allCandles.push(row);
      const newest = page.reduce((latest, row) => Math.max(latest, row.end ?? 0), 0);
      if (newest <= start) break;
      start = newest;
    }
    const dollars = allCandles.map((row) => inDollars(row, tetherUsd));
    return answer === undefined ? [] : soundRows(client, answer, series, dollars);
  },
};

const Refusal = z.object({ code: z.number(), msg: z.unknown() });
const Price = z.object({ symbol: z.string(), price: z.unknown().optional() });

/** The tether pair of a coin, e.g. `BTCUSDT`. */
function symbolOf(coin: Coin): string {
  return `${coin.toUpperCase()}USDT`;
}

function rateUnknown(): SourceError {
  return new SourceError(binance.name, "not_asked", "the rate of tether is unknown");
}

/** Whether the rate of any wanted candle up to `until` is known. */
function hasRate({ first, stepMs, isWanted = () => true }: Series, until: number, tetherUsd: TetherRates): boolean {
  for (let end = first; end <= until; end = plus(end, stepMs)) {
    if (isWanted(end) && tetherUsd(end) !== undefined) return true;
  }
  return false;
}

/** Without a rate, the candle's price is missing. */
function inDollars({ end, value }: StatedRow, tetherUsd: TetherRates): StatedRow {
  const price = readNumber(value);
  if (end === undefined || typeof price !== "number") return { end, value }; // the caller reports it
  const rate = tetherUsd(end);
  return { end, value: rate && price * rate };
}
