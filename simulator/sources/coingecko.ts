import type { Json } from "../json.js";
import type { Market } from "../market/market.js";
import {
  type Answer,
  jsonAnswer,
  oneRowUnder,
  rowsUnder,
  type SimulatedUpstream,
  type UpstreamRequest,
  type WireShape,
} from "../upstream.js";
import { listings, marketRow } from "./coingecko-coins.js";

/** `/global` is renewed every ten minutes, prices every half minute: answers carry the time they were made. */
const GLOBAL_CACHE_MS = 600_000;
const PRICE_CACHE_MS = 30_000;
const USUAL_ROWS = 100;
const MOST_ROWS = 250;
/** Tether's share of all coins in percent. */
const TETHER_SHARE = 6.3;
/** Euros and bitcoins for one dollar only need to look right. */
const EUR_FOR_USD = 0.867;

/** CoinGecko's keyless API below `/api/v3`: global, simple/price, coins/markets; in USD only. */
export function coingecko(market: Market): SimulatedUpstream {
  return {
    name: "coingecko",
    pagePosition: ["page"],
    answer: (request) => answer(market, request),
    shape,
  };
}

function answer(market: Market, request: UpstreamRequest): Answer {
  if (request.method !== "GET") return jsonAnswer({ error: "Method Not Allowed" }, 405, { allow: "GET" });
  switch (request.path.replace(/\/$/, "")) {
    case "/api/v3/ping":
      return jsonAnswer({ gecko_says: "(V3) To the Moon!" });
    case "/api/v3/global":
      return jsonAnswer(global(market, Math.floor(request.nowMs / GLOBAL_CACHE_MS) * GLOBAL_CACHE_MS));
    case "/api/v3/simple/price":
      return simplePrice(market, request);
    case "/api/v3/coins/markets":
      return coinsMarkets(market, request);
    default:
      return jsonAnswer({ error: "coin not found" }, 404);
  }
}

function global(market: Market, atMs: number): Json {
  const bitcoin = market.capAt("BTC", atMs);
  const total = (100 * bitcoin) / market.dominanceAt(atMs);
  const before = Math.max(atMs - 86_400_000, market.coins.BTC.firstMs);
  const totalBefore = (100 * market.capAt("BTC", before)) / market.dominanceAt(before);
  const shares = market.listed(atMs).map((coin): [string, number] => {
    return [coin.toLowerCase(), (100 * market.capAt(coin, atMs)) / total];
  });
  const volume = total * 0.0424;
  return {
    data: {
      active_cryptocurrencies: 17_890,
      upcoming_icos: 0,
      ongoing_icos: 49,
      ended_icos: 3376,
      markets: 1460,
      total_market_cap: { btc: total / market.coins.BTC.priceAt(atMs), usd: total, eur: total * EUR_FOR_USD },
      total_volume: { btc: volume / market.coins.BTC.priceAt(atMs), usd: volume },
      market_cap_percentage: Object.fromEntries([...shares, ["usdt", TETHER_SHARE]]),
      market_cap_change_percentage_24h_usd: 100 * (total / totalBefore - 1),
      updated_at: Math.floor(atMs / 1000),
    },
  };
}

function ids(query: URLSearchParams): string[] {
  return (query.get("ids") ?? "").split(",").filter((id) => id !== "");
}

const isUsd = (query: URLSearchParams, name: string) => query.get(name)?.toLowerCase() === "usd";

function simplePrice(market: Market, { query, nowMs }: UpstreamRequest): Answer {
  if (!query.has("vs_currencies")) return jsonAnswer({ error: "Missing parameter vs_currencies" }, 422);
  if (!isUsd(query, "vs_currencies")) return jsonAnswer({ error: "the simulator knows usd only" }, 400);
  const atMs = Math.floor(nowMs / PRICE_CACHE_MS) * PRICE_CACHE_MS;
  const wanted = (name: string) => query.get(name) === "true";
  const chosen = listings(market, atMs).filter((coin) => ids(query).includes(coin.id));
  const said = chosen.map((coin): [string, Json] => [
    coin.id,
    {
      usd: coin.priceAt(atMs),
      ...(wanted("include_market_cap") ? { usd_market_cap: coin.capAt(atMs) } : {}),
      ...(wanted("include_24hr_vol") ? { usd_24h_vol: coin.capAt(atMs) * 0.024 } : {}),
      ...(wanted("include_24hr_change") ? { usd_24h_change: coin.changePercent(atMs, 24) } : {}),
      ...(wanted("include_last_updated_at") ? { last_updated_at: atMs / 1000 } : {}),
    },
  ]);
  return jsonAnswer(Object.fromEntries(said));
}

function coinsMarkets(market: Market, { query, nowMs }: UpstreamRequest): Answer {
  if (!query.has("vs_currency")) return jsonAnswer({ error: "Missing parameter vs_currency" }, 422);
  if (!isUsd(query, "vs_currency")) return jsonAnswer({ error: "invalid vs_currency" }, 422);
  const atMs = Math.floor(nowMs / PRICE_CACHE_MS) * PRICE_CACHE_MS;
  const perPage = Math.max(1, Math.min(Number(query.get("per_page") ?? USUAL_ROWS) || USUAL_ROWS, MOST_ROWS));
  const page = Math.max(1, Number(query.get("page") ?? 1) || 1);
  const spans = (query.get("price_change_percentage") ?? "").split(",").filter((span) => span !== "");
  const rows = listings(market, atMs)
    .sort((a, b) => b.capAt(atMs) - a.capAt(atMs))
    .map((coin, place) => ({ id: coin.id, row: marketRow(coin, { atMs, rank: place + 1, spans }) }))
    .filter(({ id }) => !query.has("ids") || ids(query).includes(id))
    .slice((page - 1) * perPage, page * perPage);
  return jsonAnswer(rows.map(({ row }) => row));
}

function shape(request: UpstreamRequest): WireShape | undefined {
  switch (request.path.replace(/\/$/, "")) {
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
        values: [["usd"], ["usd_market_cap"]],
      };
    case "/api/v3/coins/markets":
      return {
        ...rowsUnder([]),
        newest: "every",
        time: { path: ["last_updated"], unitMs: 1 },
        values: [["current_price"], ["market_cap"]],
      };
    default:
      return undefined;
  }
}
