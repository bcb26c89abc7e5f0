import { UpstreamError } from "../../domain/errors.js";
import { DAY_MS, HOUR_MS, MINUTE_MS, startOf, utcDay } from "../../domain/instant.js";
import type { Observation } from "../../domain/observation.js";
import type { Coin, Upstream } from "../../operations/ports.js";
import { endpoint } from "../endpoint.js";
import { type CandleQuestion, candleQuestion } from "../history-question.js";
import { liveObservations, QUOTE_AGE_MS } from "../live-quotes.js";
import { pagedHistory } from "../paged-history.js";
import type { SourceDeps } from "../source-deps.js";
import { BINANCE, readCandles, readPrices, symbolOf } from "./read-binance.js";

const ROOT = "/api/v3";

/** Further from one dollar than this, a tether price says too little about dollars. */
const TETHER_TOLERANCE = 0.005;

/** The first day of BTCUSDT. */
const BTC_SINCE = startOf(utcDay("2017-08-17"));

/** The other pairs were listed by 2020; before this day an empty answer may be right. */
const MAJORS_SINCE = startOf(utcDay("2021-01-01"));

/** The most candles of one page. */
const PAGE = 1000;

const LAG_MS = 10 * MINUTE_MS;

const INTERVALS: ReadonlyMap<number, string> = new Map([
  [HOUR_MS, "1h"],
  [6 * HOUR_MS, "6h"],
  [DAY_MS, "1d"],
]);

export interface BinanceDeps extends SourceDeps {
  /** One tether in USD as last seen elsewhere, `undefined` when unknown. */
  readonly tetherRate: () => number | undefined;
}

/** Live prices of all coins in one call; daily closes and hourly Bitcoin closes since 2017, a tether taken as a dollar. */
export function binance({ fetchJson, base, clock, tetherRate }: BinanceDeps): Upstream {
  async function prices(asked: readonly Coin[], signal: AbortSignal): Promise<Observation[]> {
    const tetherUsd = usableRate(tetherRate());
    const coins = asked.filter(isListed);
    const query = { symbols: JSON.stringify(coins.map(symbolOf)) };
    const url = endpoint({ base, root: ROOT, path: "/ticker/price", query });
    const { body, receivedAt, dateHeader } = await fetchJson(url, { signal, patience: "live" });
    const quotes = readPrices(body, { coins, tetherUsd, at: dateHeader ?? receivedAt });
    return liveObservations({ source: BINANCE, quotes, receivedAt, maxAgeMs: QUOTE_AGE_MS });
  }

  const history = (question: CandleQuestion, signal: AbortSignal) =>
    pagedHistory({
      source: BINANCE,
      question,
      btcSince: BTC_SINCE,
      majorsSince: MAJORS_SINCE,
      lagMs: LAG_MS,
      now: clock.now,
      async ask(start, end) {
        const interval = INTERVALS.get(question.stepMs) ?? "1d";
        const symbol = symbolOf(question.coin);
        const query = { symbol, interval, startTime: start, endTime: end - 1, limit: PAGE };
        const url = endpoint({ base, root: ROOT, path: "/klines", query });
        const { body, receivedAt } = await fetchJson(url, { signal, patience: "history" });
        return { closes: readCandles(body, question.stepMs), receivedAt };
      },
      // A page begins at the oldest candle there is, so one without a further close is the last.
      next: (start, { last }) => (last === undefined || last.end <= start ? undefined : last.end),
    });

  return {
    name: BINANCE,
    answers(request) {
      if (request.kind === "prices") return request.coins.some(isListed);
      return request.kind === "daily" || request.kind === "hourly";
    },
    async *observe(request, signal) {
      if (request.kind === "prices") yield await prices(request.coins, signal);
      if (request.kind === "daily" || request.kind === "hourly") yield* history(candleQuestion(request), signal);
    },
  };
}

function isListed(coin: Coin): boolean {
  return coin !== "usdt";
}

function usableRate(rate: number | undefined): number {
  if (rate === undefined) throw new UpstreamError(BINANCE, "refused", "not asked: the price of tether is unknown");
  if (!(Math.abs(rate - 1) <= TETHER_TOLERANCE)) {
    throw new UpstreamError(BINANCE, "refused", "not asked: tether is more than 0.5 % off a dollar");
  }
  return rate;
}
