import { MINUTE_MS } from "../market/calendar.js";
import type { Market } from "../market/market.js";
import {
  jsonAnswer,
  oneRowUnder,
  plainError,
  type SourceRequest,
  type SourceResponse,
  simulatedSource,
} from "../source.js";

/** CoinPaprika's `/v1/global`: one flat object. */
export const coinpaprika = simulatedSource({
  name: "coinpaprika",
  pagePosition: [],
  shape: ({ path }) =>
    path === "/v1/global"
      ? {
          ...oneRowUnder([]),
          time: { path: ["last_updated"], unitMs: 1000 },
          values: [["bitcoin_dominance_percentage"], ["market_cap_usd"]],
        }
      : undefined,
  errorBody: plainError,
  open: (market) => (request) => answer(market, request),
});

/** This source counts fewer coins than others, so Bitcoin's share stands 0.4 points higher. */
const EXTRA_SHARE = 0.4;
/** Renewed every minute. */
const CACHE_MS = MINUTE_MS;

function answer(market: Market, request: SourceRequest): SourceResponse {
  if (request.method !== "GET") return jsonAnswer({ error: "method not allowed" }, 405, { allow: "GET" });
  if (request.path !== "/v1/global") return jsonAnswer({ error: "id not found" }, 404);
  const atMs = Math.floor(request.nowMs / CACHE_MS) * CACHE_MS;
  return jsonAnswer({
    market_cap_usd: 3_000_000_000_000,
    volume_24h_usd: 120_000_000_000,
    bitcoin_dominance_percentage: Number(Math.min(100, market.dominanceAt(atMs) + EXTRA_SHARE).toFixed(2)),
    cryptocurrencies_number: 12_639,
    market_cap_change_24h: 1.2,
    last_updated: atMs / 1000,
  });
}
