import type { Json } from "../json.js";
import { DAY_MS, dayOf } from "../market/calendar.js";
import type { CoinSymbol } from "../market/landmarks.js";
import { changePercent, type Market, TETHER_USD } from "../market/market.js";
import { supplyAt } from "../market/supply.js";
import {
  jsonAnswer,
  oneRowUnder,
  rowsUnder,
  type SourceRequest,
  type SourceResponse,
  simulatedSource,
  usualMessage,
  type WireShape,
} from "../source.js";

/** CoinGecko's keyless API below `/api/v3`: global, simple/price, coins/markets; in USD only. */
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
const DEFAULT_ROWS = 100;
const MAX_ROWS = 250;
/** Tether's share of all coins in percent. */
const TETHER_SHARE = 6.3;
/** Euros and bitcoins for one dollar only need to look right. */
const EUR_FOR_USD = 0.867;

function answer(market: Market, request: SourceRequest): SourceResponse {
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

function simplePrice(market: Market, { query, nowMs }: SourceRequest): SourceResponse {
  if (!query.has("vs_currencies")) return jsonAnswer({ error: "Missing parameter vs_currencies" }, 422);
  if (!isUsd(query, "vs_currencies")) return jsonAnswer({ error: "the simulator knows usd only" }, 400);
  const atMs = Math.floor(nowMs / PRICE_CACHE_MS) * PRICE_CACHE_MS;
  const wanted = (name: string) => query.get(name) === "true";
  const chosen = listings(market, atMs).filter((coin) => ids(query).includes(coin.id));
  const entries = chosen.map((coin): [string, Json] => [
    coin.id,
    {
      usd: coin.priceAt(atMs),
      ...(wanted("include_market_cap") ? { usd_market_cap: coin.capAt(atMs) } : {}),
      ...(wanted("include_24hr_vol") ? { usd_24h_vol: coin.capAt(atMs) * 0.024 } : {}),
      ...(wanted("include_24hr_change") ? { usd_24h_change: coin.changePercent(atMs, 24) } : {}),
      ...(wanted("include_last_updated_at") ? { last_updated_at: atMs / 1000 } : {}),
    },
  ]);
  return jsonAnswer(Object.fromEntries(entries));
}

function coinsMarkets(market: Market, { query, nowMs }: SourceRequest): SourceResponse {
  if (!query.has("vs_currency")) return jsonAnswer({ error: "Missing parameter vs_currency" }, 422);
  if (!isUsd(query, "vs_currency")) return jsonAnswer({ error: "invalid vs_currency" }, 422);
  const atMs = Math.floor(nowMs / PRICE_CACHE_MS) * PRICE_CACHE_MS;
  const perPage = Math.max(1, Math.min(Number(query.get("per_page") ?? DEFAULT_ROWS) || DEFAULT_ROWS, MAX_ROWS));
  const page = Math.max(1, Number(query.get("page") ?? 1) || 1);
  const spans = (query.get("price_change_percentage") ?? "").split(",").filter((span) => span !== "");
  const rows = listings(market, atMs)
    .sort((a, b) => b.capAt(atMs) - a.capAt(atMs))
    .map((coin, place) => ({ id: coin.id, row: marketRow(coin, { atMs, rank: place + 1, spans }) }))
    .filter(({ id }) => !query.has("ids") || ids(query).includes(id))
    .slice((page - 1) * perPage, page * perPage);
  return jsonAnswer(rows.map(({ row }) => row));
}

function shape(request: SourceRequest): WireShape | undefined {
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

/** One coin as CoinGecko lists it. */
interface GeckoCoin {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** Coins that can ever be; null where there is no bound. */
  readonly maxSupply: number | null;
  priceAt(ms: number): number;
  capAt(ms: number): number;
  supplyAt(ms: number): number;
  changePercent(ms: number, hours: number): number;
  /** Highest and lowest close up to an instant, with their days. */
  extremes(ms: number): { readonly high: Extreme; readonly low: Extreme };
}

interface Extreme {
  readonly usd: number;
  readonly day: number;
}

/** Prices here stand 0.3 basis points above the market's. */
const FACTOR = 1.00003;
const TETHERS = 185e9;

const NAMES: readonly (readonly [coin: CoinSymbol, id: string, name: string, maxSupply: number | null])[] = [
  ["BTC", "bitcoin", "Bitcoin", 21e6],
  ["ETH", "ethereum", "Ethereum", null],
  ["XRP", "ripple", "XRP", 1e11],
  ["BNB", "binancecoin", "BNB", 2e8],
  ["SOL", "solana", "Solana", null],
  ["DOGE", "dogecoin", "Dogecoin", null],
  ["ADA", "cardano", "Cardano", 45e9],
  ["LTC", "litecoin", "Litecoin", 84e6],
];

/** Coins with a price at an instant. */
function listings(market: Market, atMs: number): GeckoCoin[] {
  const listed = market.listed(atMs);
  const traded = NAMES.filter(([coin]) => listed.includes(coin)).map((name) => gecko(market, name));
  return atMs < Date.parse("2015-03-01T00:00:00Z") ? traded : [...traded, tether()];
}

function gecko(market: Market, [coin, id, name, maxSupply]: (typeof NAMES)[number]): GeckoCoin {
  const path = market.coins[coin];
  return {
    id,
    symbol: coin.toLowerCase(),
    name,
    maxSupply,
    priceAt: (ms) => Number((path.priceAt(ms) * FACTOR).toPrecision(7)),
    capAt: (ms) => Number(market.capAt(coin, ms).toPrecision(14)),
    supplyAt: (ms) => supplyAt(coin, ms / DAY_MS),
    changePercent: (ms, hours) => changePercent(path, ms, hours),
    extremes: (ms) => {
      const first = { usd: path.priceAt(path.firstMs), day: dayOf(path.firstMs) };
      let [high, low] = [first, first];
      for (let day = first.day; day < dayOf(ms); day += 1) {
        const usd = path.closeOf(day);
        if (usd > high.usd) high = { usd, day };
        if (usd < low.usd) low = { usd, day };
      }
      return { high, low };
    },
  };
}

function tether(): GeckoCoin {
  const par = { usd: TETHER_USD, day: dayOf(Date.parse("2015-03-01T00:00:00Z")) };
  return {
    id: "tether",
    symbol: "usdt",
    name: "Tether",
    maxSupply: null,
    priceAt: () => TETHER_USD,
    capAt: () => TETHERS * TETHER_USD,
    supplyAt: () => TETHERS,
    changePercent: () => 0,
    extremes: () => ({ high: par, low: par }),
  };
}

/** Hours of a span as `price_change_percentage` names it. */
const SPAN_HOURS: Readonly<Record<string, number>> = {
  "1h": 1,
  "24h": 24,
  "7d": 168,
  "14d": 336,
  "30d": 720,
  "200d": 4800,
  "1y": 8760,
};

interface RowTerms {
  readonly atMs: number;
  readonly rank: number;
  readonly spans: readonly string[];
}

/** One row of `/coins/markets`. */
function marketRow(coin: GeckoCoin, { atMs, rank, spans }: RowTerms): Json {
  const price = coin.priceAt(atMs);
  const cap = coin.capAt(atMs);
  const change = coin.changePercent(atMs, 24);
  const { high, low } = coin.extremes(atMs);
  const asked = spans.filter((span) => span in SPAN_HOURS);
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    image: `https://coin-images.example/${coin.id}.png`,
    current_price: price,
    market_cap: Math.round(cap),
    market_cap_rank: rank,
    fully_diluted_valuation: coin.maxSupply === null ? null : Math.round(price * coin.maxSupply),
    total_volume: Math.round(cap * 0.024),
    high_24h: price * 1.012,
    low_24h: price * 0.987,
    price_change_24h: (price * change) / (100 + change),
    price_change_percentage_24h: change,
    market_cap_change_24h: (cap * change) / (100 + change),
    market_cap_change_percentage_24h: change,
    circulating_supply: coin.supplyAt(atMs),
    total_supply: coin.supplyAt(atMs),
    max_supply: coin.maxSupply,
    ath: high.usd,
    ath_change_percentage: 100 * (price / high.usd - 1),
    ath_date: new Date(high.day * DAY_MS).toISOString(),
    atl: low.usd,
    atl_change_percentage: 100 * (price / low.usd - 1),
    atl_date: new Date(low.day * DAY_MS).toISOString(),
    roi: null,
    last_updated: new Date(atMs).toISOString(),
    ...Object.fromEntries(
      asked.map((span) => [
        `price_change_percentage_${span}_in_currency`,
        coin.changePercent(atMs, SPAN_HOURS[span] ?? 24),
      ]),
    ),
  };
}

const OVER_RATE = "You've exceeded the Rate Limit. Please visit ...";

function coingeckoError(status: number, message: string | undefined): Json {
  const usual = status === 429 ? OVER_RATE : usualMessage(status);
  return { status: { error_code: status, error_message: message ?? usual } };
}
