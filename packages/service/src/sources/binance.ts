import { startOf, utcDay } from "peak-cycle-model";
import * as z from "zod";
import { SourceError, type SourceFault } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import type { Coin } from "../ingest/data-source.js";
import { candleCells, candleRequest, type HistoryRequest, pagedHistory } from "./candle-history.js";
import { askLive, type LiveQuote } from "./live-quotes.js";
import { readNumber, readPayload } from "./payload.js";
import { type Handlers, type OpenDeps, source } from "./source.js";

const BINANCE = "binance";

/**
 * Asks Binance for live prices of all coins in one call, and for daily closes and hourly Bitcoin closes since 2017. It quotes in
 * tether: live prices are turned into dollars by the price of tether, of closes one tether is taken as a dollar.
 */
export const binance = source({
  name: BINANCE,
  title: "Binance",
  gives: "live prices and daily closes in tether, turned into dollars",
  baseUrl: "https://data-api.binance.vision",
  link: "https://www.binance.com",
  license: "Terms for redistributing public market data were not verified.",
  attribution: "Binance",
  spacingFactor: 1,
  faultIn: binanceFault,
  root: "/api/v3",
  lists: (coin) => coin !== "usdt",
  open: openBinance,
});

/** Further from one dollar than this, a tether price says too little about dollars. */
const TETHER_TOLERANCE = 0.005;

/** The first day of BTCUSDT. */
const BTC_SINCE = startOf(utcDay("2017-08-17"));

/** The other pairs were listed by 2020; before this day an empty answer may be right. */
const MAJORS_SINCE = startOf(utcDay("2021-01-01"));

/** The most candles of one page. */
const PAGE = 1000;

function openBinance({ fetchJson, url, clock, tetherRate, onDropped }: OpenDeps): Handlers {
  function history(request: HistoryRequest, signal: AbortSignal): AsyncGenerator<readonly Observation[]> {
    const candles = candleRequest(request);
    const { coin, stepMs } = candles;
    return pagedHistory({
      source: BINANCE,
      candles,
      btcSince: BTC_SINCE,
      majorsSince: MAJORS_SINCE,
      now: clock.now,
      unitMs: 1,
      onDropped,
      async fetchPage(start, end) {
        const interval = request.kind === "hourly" ? "6h" : "1d";
        const query = { symbol: symbolOf(coin), interval, startTime: start, endTime: end - 1, limit: PAGE };
        const rows = Math.min(PAGE, Math.ceil((end - start) / stepMs) + 1);
        const { body, ...times } = await fetchJson(url("/klines", query), { signal, rows });
        return { cells: candleCells(readPayload(BINANCE, Candles, body), 0, 4), times };
      },
      // A page begins at the oldest candle there is, so one without a further close is the last.
      nextStart: (start, { last }) => (last === undefined || last.end <= start ? undefined : last.end),
    });
  }

  return {
    async prices({ coins }, signal) {
      const tetherUsd = usableRate(tetherRate());
      const query = { symbols: JSON.stringify(coins.map(symbolOf)) };
      const read = (body: unknown) => readPrices(body, coins, tetherUsd);
      return askLive(fetchJson, { source: BINANCE, url: url("/ticker/price", query), read }, signal);
    },
    daily: history,
    hourly: history,
  };
}

function usableRate(rate: number | undefined): number {
  if (rate === undefined) throw new SourceError(BINANCE, "refused", "not asked: the price of tether is unknown");
  if (!(Math.abs(rate - 1) <= TETHER_TOLERANCE)) {
    throw new SourceError(BINANCE, "refused", "not asked: tether is more than 0.5 % off a dollar");
  }
  return rate;
}

const Refusal = z.object({ code: z.number(), msg: z.unknown() });
const TOO_MUCH_WEIGHT = -1003;

function binanceFault(payload: unknown): SourceFault | undefined {
  const code = Refusal.safeParse(payload).data?.code;
  if (code === undefined) return undefined;
  return code === TOO_MUCH_WEIGHT ? "throttled" : "refused";
}

const Prices = z.array(z.unknown());
const Price = z.object({ symbol: z.string(), price: z.unknown().optional() });

/**
 * `[open time in ms, open, high, low, close, volume, close time, ...]`, the running candle included. One tether is taken
 * as one USD: no history of its rate is at hand.
 */
const Candles = z.array(z.unknown());

/** The tether pair of a coin, e.g. `BTCUSDT`. */
function symbolOf(coin: Coin): string {
  return `${coin.toUpperCase()}USDT`;
}

/** Last prices, turned into USD, which come without a time; coins that are there. @param tetherUsd one tether in USD */
function readPrices(payload: unknown, coins: readonly Coin[], tetherUsd: number): LiveQuote[] {
  const rows = readPayload(BINANCE, Prices, payload).flatMap((row) => Price.safeParse(row).data ?? []);
  return coins.flatMap((coin) => {
    const price = readNumber(rows.find((row) => row.symbol === symbolOf(coin))?.price);
    return typeof price !== "number"
      ? []
      : [{ metric: `${coin}-price` as const, value: price * tetherUsd, at: undefined }];
  });
}
