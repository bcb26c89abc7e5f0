import { DAY_MS, HOUR_MS, MINUTE_MS, plus } from "../../domain/instant.js";
import type { Observation } from "../../domain/observation.js";
import type { Coin, Upstream } from "../../operations/ports.js";
import { refuseEmpty } from "../closed-periods.js";
import { endpoint } from "../endpoint.js";
import { checkedPage } from "../history-page.js";
import { type CandleQuestion, candleQuestion, firstOpening } from "../history-question.js";
import { liveObservations, QUOTE_AGE_MS } from "../live-quotes.js";
import { inSeconds } from "../moment.js";
import type { SourceDeps } from "../source-deps.js";
import { KRAKEN_PAIRS } from "./kraken-pairs.js";
import { KRAKEN } from "./kraken-result.js";
import { readCandles } from "./read-candles.js";
import { readTicker } from "./read-ticker.js";

const ROOT = "/0/public";

/** Kraken serves the newest 720 candles, the running one among them, whatever is asked. */
const CANDLES = 720;

/** A candle is there within minutes after its end. */
const LAG_MS = 10 * MINUTE_MS;

/** Live prices of several coins in one call; daily closes and hourly Bitcoin closes of the newest 719 periods. */
export function kraken({ fetchJson, base, clock }: SourceDeps): Upstream {
  async function prices(asked: readonly Coin[], signal: AbortSignal): Promise<Observation[]> {
    const coins = asked.filter(isListed);
    const pair = coins.map((coin) => KRAKEN_PAIRS[coin]?.asked).join(",");
    const url = endpoint({ base, root: ROOT, path: "/Ticker", query: { pair } });
    const { body, receivedAt, dateHeader } = await fetchJson(url, { signal, patience: "live" });
    const quotes = readTicker(body, coins, dateHeader ?? receivedAt);
    return liveObservations({ source: KRAKEN, quotes, receivedAt, maxAgeMs: QUOTE_AGE_MS });
  }

  async function history(question: CandleQuestion, signal: AbortSignal): Promise<readonly Observation[]> {
    const candleMs = question.stepMs === DAY_MS ? DAY_MS : HOUR_MS; // Kraken has no 6 h candle; every sixth hour will do
    const { metric, span, stepMs } = question;
    if (span.first > Math.min(span.last, clock.now())) return [];
    const query = {
      pair: KRAKEN_PAIRS[question.coin]?.asked ?? "",
      interval: candleMs / MINUTE_MS,
      since: inSeconds(firstOpening({ ...question, stepMs: candleMs })) - 1, // strictly after
    };
    const url = endpoint({ base, root: ROOT, path: "/OHLC", query });
    const { body, receivedAt } = await fetchJson(url, { signal, patience: "history" });
    const closes = readCandles(body, candleMs);
    const wants = (end: number) => end % stepMs === 0;
    const { observations } = checkedPage({ source: KRAKEN, metric, closes, span, wants, receivedAt });
    const since = plus(receivedAt, -(CANDLES - 1) * candleMs);
    refuseEmpty(KRAKEN, observations.length, { span, stepMs, since, lagMs: LAG_MS, now: receivedAt });
    return observations;
  }

  return {
    name: KRAKEN,
    answers(request) {
      if (request.kind === "prices") return request.coins.some(isListed);
      return request.kind === "hourly" || (request.kind === "daily" && isListed(request.coin));
    },
    async *observe(request, signal) {
      if (request.kind === "prices") yield await prices(request.coins, signal);
      if (request.kind === "daily" || request.kind === "hourly") {
        const page = await history(candleQuestion(request), signal);
        if (page.length > 0) yield page;
      }
    },
  };
}

function isListed(coin: Coin): boolean {
  return KRAKEN_PAIRS[coin] !== undefined;
}
