import { UpstreamError } from "../../domain/errors.js";
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, startOf, utcDay } from "../../domain/instant.js";
import type { Observation } from "../../domain/observation.js";
import type { Coin, Upstream } from "../../operations/ports.js";
import type { Close } from "../close-checks.js";
import { refuseEmpty } from "../closed-periods.js";
import { endpoint } from "../endpoint.js";
import { checkedPage } from "../history-page.js";
import { type CandleQuestion, candleQuestion, firstOpening } from "../history-question.js";
import { liveObservations, QUOTE_AGE_MS } from "../live-quotes.js";
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

  async function* history(question: CandleQuestion, signal: AbortSignal): AsyncGenerator<readonly Observation[]> {
    const { coin, metric, span, stepMs } = question;
    const end = Math.min(span.last, clock.now());
    let before: Close | undefined;
    let given = 0;
    let start = Math.max(firstOpening(question), BTC_SINCE) as Instant;
    while (start < end) {
      const query = {
        symbol: symbolOf(coin),
        interval: INTERVALS.get(stepMs) ?? "1d",
        startTime: start,
        endTime: end - 1,
        limit: PAGE,
      };
      const url = endpoint({ base, root: ROOT, path: "/klines", query });
      const { body, receivedAt } = await fetchJson(url, { signal, patience: "history" });
      const page = checkedPage({
        source: BINANCE,
        metric,
        closes: readCandles(body, stepMs),
        before,
        span,
        receivedAt,
      });
      given += page.observations.length;
      if (page.observations.length > 0) yield page.observations;
      if (page.last === undefined || page.last.end <= start) break; // nothing further: a page begins at the oldest there is
      before = page.last;
      start = page.last.end;
    }
    const since = coin === "btc" ? BTC_SINCE : MAJORS_SINCE;
    refuseEmpty(BINANCE, given, { span, stepMs, since, lagMs: LAG_MS, now: clock.now() });
  }

  return {
    name: BINANCE,
    answers(inquiry) {
      if (inquiry.kind === "prices") return inquiry.coins.some(isListed);
      return inquiry.kind === "daily" || inquiry.kind === "hourly";
    },
    async *observe(inquiry, signal) {
      if (inquiry.kind === "prices") yield await prices(inquiry.coins, signal);
      if (inquiry.kind === "daily" || inquiry.kind === "hourly") yield* history(candleQuestion(inquiry), signal);
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
