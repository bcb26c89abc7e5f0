import { UpstreamError } from "../../domain/errors.js";
import type { Observation } from "../../domain/observation.js";
import type { Coin, Upstream } from "../../operations/ports.js";
import { endpoint } from "../endpoint.js";
import { DOMINANCE_AGE_MS, liveObservations, QUOTE_AGE_MS } from "../live-quotes.js";
import type { SourceDeps } from "../source-deps.js";
import { COINGECKO_IDS } from "./coingecko-ids.js";
import { COINGECKO, readGlobal, readMarkets, readSimplePrices } from "./read-coingecko.js";

const ROOT = "/api/v3";

/** Bitcoin dominance; live prices of several coins in one call. */
export function coingecko({ fetchJson, base }: SourceDeps): Upstream {
  async function dominance(signal: AbortSignal): Promise<Observation[]> {
    const { body, receivedAt } = await fetchJson(endpoint({ base, root: ROOT, path: "/global" }), {
      signal,
      patience: "live",
    });
    return liveObservations({ source: COINGECKO, quotes: [readGlobal(body)], receivedAt, maxAgeMs: DOMINANCE_AGE_MS });
  }

  async function simplePrices(coins: readonly Coin[], signal: AbortSignal): Promise<Observation[]> {
    const query = { ids: idsOf(coins), vs_currencies: "usd", include_last_updated_at: "true" };
    const url = endpoint({ base, root: ROOT, path: "/simple/price", query });
    const { body, receivedAt } = await fetchJson(url, { signal, patience: "live" });
    return liveObservations({
      source: COINGECKO,
      quotes: readSimplePrices(body, coins),
      receivedAt,
      maxAgeMs: QUOTE_AGE_MS,
    });
  }

  async function markets(coins: readonly Coin[], signal: AbortSignal): Promise<Observation[]> {
    const query = { vs_currency: "usd", ids: idsOf(coins), sparkline: "false" };
    const url = endpoint({ base, root: ROOT, path: "/coins/markets", query });
    const { body, receivedAt } = await fetchJson(url, { signal, patience: "live" });
    return liveObservations({
      source: COINGECKO,
      quotes: readMarkets(body, coins),
      receivedAt,
      maxAgeMs: QUOTE_AGE_MS,
    });
  }

  return {
    name: COINGECKO,
    answers: (request) => request.kind === "dominance" || (request.kind === "prices" && request.coins.length > 0),
    async *observe(request, signal) {
      if (request.kind === "dominance") yield await dominance(signal);
      if (request.kind === "prices") {
        const { coins } = request;
        yield await simplePrices(coins, signal).catch((error: unknown) => {
          if (isOfThisCall(error)) return markets(coins, signal);
          throw error;
        });
      }
    },
  };
}

/** Whether another call of the same source may do better: a lost connection or a quota would meet it too. */
function isOfThisCall(error: unknown): boolean {
  return error instanceof UpstreamError && (error.fault === "malformed" || error.fault === "implausible");
}

function idsOf(coins: readonly Coin[]): string {
  return coins.map((coin) => COINGECKO_IDS[coin]).join(",");
}
