import type { Json } from "../json.js";
import type { CoinSymbol } from "../market/landmarks.js";
import { type Market, TETHER_USD } from "../market/market.js";
import {
  jsonAnswer,
  oneRowUnder,
  type SourceRequest,
  type SourceResponse,
  simulatedSource,
  usualMessage,
  type WireShape,
} from "../source.js";

/** CoinGecko's keyless API below `/api/v3`: global and simple/price; in USD only. */
export const coingecko = simulatedSource({
  name: "coingecko",
  pagePosition: ["page"],
  shape,
  errorBody: coingeckoError,
  open: (market) => (request) => answer(market, request),
});

/** `/global` is renewed every ten minutes, prices every half minute: answers carry the time they were made. */
const GLOBAL_CACHE_MS = 600_000;
const PRICE_CACHE_MS = 30_000;

function answer(market: Market, { method, path, query, nowMs }: SourceRequest): SourceResponse {
  if (method !== "GET") return jsonAnswer({ error: "Method Not Allowed" }, 405, { allow: "GET" });
  switch (path) {
    case "/api/v3/global":
      return jsonAnswer(global(market, Math.floor(nowMs / GLOBAL_CACHE_MS) * GLOBAL_CACHE_MS));
    case "/api/v3/simple/price":
      return simplePrice(market, query, Math.floor(nowMs / PRICE_CACHE_MS) * PRICE_CACHE_MS);
    default:
      return jsonAnswer({ error: "coin not found" }, 404);
  }
}

/** Of the whole market only Bitcoin's share moves; the rest only needs to look right. */
function global(market: Market, atMs: number): Json {
  return {
    data: {
      active_cryptocurrencies: 17_890,
      markets: 1460,
      total_market_cap: { usd: 3_000_000_000_000 },
      market_cap_percentage: { btc: market.dominanceAt(atMs), eth: 11.9, usdt: 6.3 },
      market_cap_change_percentage_24h_usd: 1.2,
      updated_at: Math.floor(atMs / 1000),
    },
  };
}

/** Prices here stand 0.3 basis points above the market's. */
const FACTOR = 1.00003;
const TETHER_SINCE_MS = Date.parse("2015-03-01T00:00:00Z");

/** By CoinGecko's names. */
const COINS: readonly (readonly [id: string, coin: CoinSymbol])[] = [
  ["bitcoin", "BTC"],
  ["ethereum", "ETH"],
  ["ripple", "XRP"],
  ["binancecoin", "BNB"],
  ["solana", "SOL"],
  ["dogecoin", "DOGE"],
  ["cardano", "ADA"],
  ["litecoin", "LTC"],
];

function simplePrice(market: Market, query: URLSearchParams, atMs: number): SourceResponse {
  if (query.get("vs_currencies") !== "usd") return jsonAnswer({ error: "Missing parameter vs_currencies" }, 422);
  const coins = COINS.filter(([, coin]) => market.coins[coin].firstMs <= atMs);
  const prices = coins.map(([id, coin]): [string, number] => {
    return [id, Number((market.coins[coin].priceAt(atMs) * FACTOR).toPrecision(7))];
  });
  if (atMs >= TETHER_SINCE_MS) prices.push(["tether", TETHER_USD]);
  const ids = (query.get("ids") ?? "").split(",");
  const chosen = prices.filter(([id]) => ids.includes(id));
  const time = query.get("include_last_updated_at") === "true" ? { last_updated_at: atMs / 1000 } : {};
  return jsonAnswer(Object.fromEntries(chosen.map(([id, usd]) => [id, { usd, ...time }])));
}

function shape(request: SourceRequest): WireShape | undefined {
  switch (request.path) {
    case "/api/v3/global":
      return {
        ...oneRowUnder(["data"]),
        time: { path: ["updated_at"], unitMs: 1000 },
        values: [
          ["market_cap_percentage", "btc"],
          ["total_market_cap", "usd"],
        ],
      };
    case "/api/v3/simple/price":
      return {
        rows: (body) => (body !== null && typeof body === "object" ? Object.values(body) : []),
        withRows: (body, rows) => {
          const keys = body !== null && typeof body === "object" ? Object.keys(body) : [];
          return Object.fromEntries(rows.map((row, place) => [keys[place] ?? `coin-${place}`, row]));
        },
        newest: "every",
        time: { path: ["last_updated_at"], unitMs: 1000 },
        values: [["usd"]],
      };
    default:
      return undefined;
  }
}

const OVER_RATE = "You've exceeded the Rate Limit. Please visit ...";

function coingeckoError(status: number): Json {
  const usual = status === 429 ? OVER_RATE : usualMessage(status);
  return { status: { error_code: status, error_message: usual } };
}
