import { UpstreamError } from "../../domain/errors.js";
import { MINUTE_MS, plus, SECOND_MS, startOf, utcDay } from "../../domain/instant.js";
import type { Observation } from "../../domain/observation.js";
import type { Coin, Upstream } from "../../operations/ports.js";
import { endpoint } from "../endpoint.js";
import { type CandleQuestion, candleQuestion } from "../history-question.js";
import { liveObservations, QUOTE_AGE_MS } from "../live-quotes.js";
import { inSeconds } from "../moment.js";
import { pagedHistory } from "../paged-history.js";
import type { SourceDeps } from "../source-deps.js";
import { BITSTAMP, readCandles, readTicker } from "./read-bitstamp.js";

const ROOT = "/api/v2";

/** Coins with a dollar pair. */
const LISTED: readonly Coin[] = ["btc", "eth", "ltc", "xrp", "sol", "ada", "doge"];

/** The first Bitcoin candle. */
const BTC_SINCE = startOf(utcDay("2011-08-18"));

/** Other pairs were listed between 2017 and 2023; before this day an empty answer may be right. */
const MAJORS_SINCE = startOf(utcDay("2024-01-01"));

/** The most candles of one page. */
const PAGE = 1000;

const LAG_MS = 10 * MINUTE_MS;

/** Live prices, one call a coin; daily closes since 2011; hourly Bitcoin closes. */
export function bitstamp({ fetchJson, base, clock }: SourceDeps): Upstream {
  async function price(coin: Coin, signal: AbortSignal): Promise<Observation[]> {
    const url = endpoint({ base, root: ROOT, path: `/ticker/${coin}usd/` });
    const { body, receivedAt } = await fetchJson(url, { signal, patience: "live" });
    return liveObservations({ source: BITSTAMP, quotes: [readTicker(body, coin)], receivedAt, maxAgeMs: QUOTE_AGE_MS });
  }

  /** One coin's failure leaves the others; it is thrown when no coin gave anything. */
  async function* prices(coins: readonly Coin[], signal: AbortSignal): AsyncGenerator<readonly Observation[]> {
    let failure: UpstreamError | undefined;
    let given = 0;
    for (const coin of coins.filter(isListed)) {
      const page = await price(coin, signal).catch((error: unknown) => {
        if (!(error instanceof UpstreamError)) throw error;
        failure ??= error;
        return [];
      });
      given += page.length;
      if (page.length > 0) yield page;
    }
    if (given === 0 && failure !== undefined) throw failure;
  }

  /** Pages by `start` alone: the window is `start .. start + 1000 steps`, and a second bound would be ignored. */
  const history = (question: CandleQuestion, signal: AbortSignal) =>
    pagedHistory({
      source: BITSTAMP,
      question,
      btcSince: BTC_SINCE,
      majorsSince: MAJORS_SINCE,
      lagMs: LAG_MS,
      now: clock.now,
      async ask(start, end) {
        const { coin, stepMs } = question;
        const limit = Math.min(PAGE, Math.ceil((end - start) / stepMs));
        const query = { step: stepMs / SECOND_MS, limit, start: inSeconds(start) };
        const url = endpoint({ base, root: ROOT, path: `/ohlc/${coin}usd/`, query });
        const { body, receivedAt } = await fetchJson(url, { signal, patience: "history" });
        return { closes: readCandles(body, stepMs), receivedAt };
      },
      next: (start) => plus(start, PAGE * question.stepMs),
    });

  return {
    name: BITSTAMP,
    answers(request) {
      if (request.kind === "prices") return request.coins.some(isListed);
      return request.kind === "hourly" || (request.kind === "daily" && isListed(request.coin));
    },
    async *observe(request, signal) {
      if (request.kind === "prices") yield* prices(request.coins, signal);
      if (request.kind === "daily" || request.kind === "hourly") yield* history(candleQuestion(request), signal);
    },
  };
}

function isListed(coin: Coin): boolean {
  return LISTED.includes(coin);
}
