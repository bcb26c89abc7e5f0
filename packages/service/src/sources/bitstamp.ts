/** Bitstamp: live prices, one call per coin, and closes since 2011. All its numbers are strings. */

import { HOUR_MS, SECOND_MS, startOf, utcDay } from "peak-cycle-model";
import * as z from "zod";
import { SourceError } from "../domain/errors.js";
import { type Coin, coinOf, type Observation } from "../domain/observation.js";
import type { JsonResponse } from "./get-json.js";
import { liveQuotes, PRICE_AGE_MS } from "./live.js";
import { instantOfSeconds, RequiredNumber, readPayload, secondsOf } from "./payload.js";
import { boundsOf, CANDLE_LAG_MS, candleRows, candleSeries, closesOf, type StatedRow, soundRows } from "./rows.js";
import type { HistorySource, PriceSource, SeriesBounds } from "./source.js";

const BITCOIN: SeriesBounds = { firstDay: utcDay("2011-08-18"), lagMs: CANDLE_LAG_MS };

/** The other pairs were listed between 2017 and 2023; before that an empty response may be correct. */
const OTHERS: SeriesBounds = {
  firstDay: utcDay("2017-01-01"),
  completeFrom: utcDay("2024-01-01"),
  lagMs: CANDLE_LAG_MS,
};

const OTHER_COINS = ["eth", "ltc", "xrp", "sol", "ada", "doge"] as const;

/** Maximum candles per page. */
const PAGE = 1000;

export const bitstamp: PriceSource & HistorySource = {
  name: "bitstamp",
  title: "Bitstamp",
  gives: "live prices; daily and hourly closes since 2011",
  baseUrl: "https://www.bitstamp.net",
  root: "/api/v2",
  link: "https://www.bitstamp.net",
  license: "Commercial use needs an agreement; non-commercial use is not addressed.",
  attribution: "Bitstamp",
  use: {
    requestsADay: "about 900",
    purpose: "a second price every two minutes; prices of all coins every hour; daily closes",
    maxRequestsADay: 230, // includes clock checks before anything is stored permanently
    alarmAfterMs: 3 * HOUR_MS,
    known:
      "daily closes from 2011-08-18 without a gap; `end` makes it ignore `start`; 2019-01-09 appears twice in " +
      "one recording",
    unverified: "the status that comes with `400.002`; Peak treats both 200 and 400 as throttled",
  },
  coins: ["btc", ...OTHER_COINS],
  series: { ...closesOf(OTHER_COINS, OTHERS), "btc-close": BITCOIN, "btc-hour-close": BITCOIN },

  /** An error may have status 200: `response_code` today, `status: "error"` in older responses. */
  faultIn(body) {
    const { response_code, status } = Refusal.safeParse(body).data ?? {};
    if (response_code !== undefined) return response_code === "400.002" ? "throttled" : "refused";
    return status === "error" ? "refused" : undefined;
  },

  /** If one coin fails, the others still count; the error is thrown only if none succeeded. */
  async prices(client, coins, signal) {
    const quotes: Observation[] = [];
    let failure: SourceError | undefined;
    for (const coin of coins) {
      try {
        const answer = await client.getJson(`/ticker/${coin}usd/`, {}, signal);
        const { last, timestamp, pair } = readPayload(bitstamp.name, Ticker, answer.body);
        checkPair(pair, coin);
        const ticker = { metric: `${coin}-price` as const, value: last, at: instantOfSeconds(timestamp) };
        quotes.push(...liveQuotes(client, answer, [ticker], PRICE_AGE_MS));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SourceError)) throw error;
        failure ??= error;
      }
    }
    if (quotes.length === 0 && failure !== undefined) throw failure;
    return quotes;
  },

  /** Pages by `start` alone: the window is `start .. start + 1000 steps`, and the API ignores a second bound. */
  async history(client, metric, days, signal) {
    const coin = coinOf(metric);
    const bounds = boundsOf(bitstamp, metric);
    const series = candleSeries(metric, days, bounds);
    const { stepMs } = series;
    const end = Math.min(series.last, client.clock.now());
    const candles: StatedRow[] = [];
    let answer: JsonResponse | undefined;
    let start = Math.max(Math.ceil(series.first / stepMs) * stepMs - stepMs, startOf(bounds.firstDay));
    for (; start < end; start += PAGE * stepMs) {
      const limit = Math.min(PAGE, Math.ceil((end - start) / stepMs));
      const query = { step: stepMs / SECOND_MS, limit, start: secondsOf(start) };
      answer = await client.getJson(`/ohlc/${coin}usd/`, query, signal, limit);
      const { data } = readPayload(bitstamp.name, Candles, answer.body);
      checkPair(data.pair, coin);
      for (const row of candleRows(data.ohlc, ["timestamp", "close"], { stepMs, unitMs: 1000 })) candles.push(row);
    }
    return answer === undefined ? [] : soundRows(client, answer, series, candles);
  },
};

const Refusal = z.object({ response_code: z.unknown(), status: z.unknown() }).partial();
const Ticker = z.object({ last: RequiredNumber, timestamp: RequiredNumber, pair: z.string().optional() });
const Candles = z.object({ data: z.object({ pair: z.string().optional(), ohlc: z.array(z.unknown()) }) });

/** @throws SourceError `malformed` if the response names a pair other than `<coin>/USD` */
function checkPair(pair: string | undefined, coin: Coin): void {
  if (pair === undefined || pair.toLowerCase().replace(/[^a-z]/g, "") === `${coin}usd`) return;
  throw new SourceError(bitstamp.name, "malformed", "a different pair than requested");
}
