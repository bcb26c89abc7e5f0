import { DAY_MS, MINUTE_MS } from "../market/calendar.js";
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
  const cap = (ms: number) => (100 * market.capAt("BTC", ms)) / share(market, ms);
  const now = cap(atMs);
  const before = cap(Math.max(atMs - DAY_MS, market.coins.BTC.firstMs));
  return jsonAnswer({
    market_cap_usd: Math.round(now),
    volume_24h_usd: Math.round(now * 0.04),
    bitcoin_dominance_percentage: Number(share(market, atMs).toFixed(2)),
    cryptocurrencies_number: 12_639,
    market_cap_ath_value: Math.round(Math.max(now, 4.4e12)),
    market_cap_ath_date: "2025-10-06T18:15:00Z",
    volume_24h_ath_value: 33_500_000_000_000,
    volume_24h_ath_date: "2024-07-25T12:10:00Z",
    market_cap_change_24h: Number((100 * (now / before - 1)).toFixed(2)),
    volume_24h_change_24h: -3.1,
    last_updated: atMs / 1000,
  });
}

function share(market: Market, ms: number): number {
  return Math.min(100, market.dominanceAt(ms) + EXTRA_SHARE);
}
