import { plus, SECOND_MS, startOf, utcDay } from "peak-cycle-model";
import * as z from "zod";
import { SourceError, type SourceFault } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import type { Coin } from "../ingest/data-source.js";
import { candleCells, candleRequest, type HistoryRequest, pagedHistory } from "./candle-history.js";
import { askLive, type LiveQuote } from "./live-quotes.js";
import { instantOfSeconds, RequiredNumber, readPayload, secondsOf } from "./payload.js";
import { type Handlers, type OpenDeps, source } from "./source.js";

const BITSTAMP = "bitstamp";

/** Asks Bitstamp for live prices, one call a coin, for daily closes since 2011 and for hourly Bitcoin closes. */
export const bitstamp = source({
  name: BITSTAMP,
  title: "Bitstamp",
  gives: "live prices; daily and hourly closes since 2011",
  baseUrl: "https://www.bitstamp.net",
  link: "https://www.bitstamp.net",
  license: "Commercial use needs an agreement; non-commercial use is not addressed.",
  attribution: "Bitstamp",
  spacingFactor: 1,
  faultIn: bitstampFault,
  root: "/api/v2",
  lists: (coin) => ["btc", "eth", "ltc", "xrp", "sol", "ada", "doge"].includes(coin),
  open: openBitstamp,
});

/** The first Bitcoin candle. */
const BTC_SINCE = startOf(utcDay("2011-08-18"));

/** Other pairs were listed between 2017 and 2023; before this day an empty answer may be right. */
const MAJORS_SINCE = startOf(utcDay("2024-01-01"));

/** The most candles of one page. */
const PAGE = 1000;

function openBitstamp({ fetchJson, url, clock, onDropped }: OpenDeps): Handlers {
  function price(coin: Coin, signal: AbortSignal): Promise<readonly Observation[]> {
    const read = (body: unknown) => [readTicker(body, coin)];
    return askLive(fetchJson, { source: BITSTAMP, url: url(`/ticker/${coin}usd/`), read }, signal);
  }

  /** One coin's failure leaves the others; it is thrown when no coin gave anything. An abort ends the call for all. */
  async function* prices(coins: readonly Coin[], signal: AbortSignal): AsyncGenerator<readonly Observation[]> {
    let failure: SourceError | undefined;
    let given = 0;
    for (const coin of coins) {
      const page = await price(coin, signal).catch((error: unknown) => {
        signal.throwIfAborted(); // its reason may be an SourceError too, for a call that took too long
        if (!(error instanceof SourceError)) throw error;
        failure ??= error;
        return [];
      });
      given += page.length;
      yield page;
    }
    if (given === 0 && failure !== undefined) throw failure;
  }

  /** Pages by `start` alone: the window is `start .. start + 1000 steps`, and a second bound would be ignored. */
  function history(request: HistoryRequest, signal: AbortSignal): AsyncGenerator<readonly Observation[]> {
    const candles = candleRequest(request);
    const { coin, stepMs } = candles;
    return pagedHistory({
      source: BITSTAMP,
      candles,
      btcSince: BTC_SINCE,
      majorsSince: MAJORS_SINCE,
      now: clock.now,
      unitMs: 1000,
      onDropped,
      async fetchPage(start, end) {
        const limit = Math.min(PAGE, Math.ceil((end - start) / stepMs));
        const query = { step: stepMs / SECOND_MS, limit, start: secondsOf(start) };
        const { body, ...times } = await fetchJson(url(`/ohlc/${coin}usd/`, query), { signal, rows: limit });
        return { cells: candleCells(candlesIn(body, coin), "timestamp", "close"), times };
      },
      nextStart: (start) => plus(start, PAGE * stepMs),
    });
  }

  return { prices: ({ coins }, signal) => prices(coins, signal), daily: history, hourly: history };
}

const Refusal = z.object({ response_code: z.unknown(), status: z.unknown(), reason: z.unknown() }).partial();
const RATE_LIMIT = "400.002";

/** An error may come with status 200: `response_code` today, `status: "error"` in older answers. */
function bitstampFault(payload: unknown): SourceFault | undefined {
  const { data } = Refusal.safeParse(payload);
  if (data?.response_code !== undefined) return data.response_code === RATE_LIMIT ? "throttled" : "refused";
  return data?.status === "error" ? "refused" : undefined;
}

const Ticker = z.object({ last: RequiredNumber, timestamp: RequiredNumber, pair: z.string().optional() });
const Candles = z.object({
  data: z.object({
    pair: z.string().optional(),
    ohlc: z.array(z.unknown()),
  }),
});

/** @throws SourceError `malformed` when the answer names another pair than `<coin>/USD` */
function checkPair(pair: string | undefined, coin: Coin): void {
  if (pair === undefined || pair.toLowerCase().replace(/[^a-z]/g, "") === `${coin}usd`) return;
  throw new SourceError(BITSTAMP, "malformed", "another pair than asked for");
}

/** The last trade price of one coin, in USD. */
function readTicker(payload: unknown, coin: Coin): LiveQuote {
  const { last, timestamp, pair } = readPayload(BITSTAMP, Ticker, payload);
  checkPair(pair, coin);
  return { metric: `${coin}-price`, value: last, at: instantOfSeconds(timestamp) };
}

/** Candles as stated, the running one included. */
function candlesIn(payload: unknown, coin: Coin): readonly unknown[] {
  const { data } = readPayload(BITSTAMP, Candles, payload);
  checkPair(data.pair, coin);
  return data.ohlc;
}
