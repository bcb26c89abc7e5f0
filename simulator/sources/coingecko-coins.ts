import type { Json } from "../json.js";
import { DAY_MS, dayOf } from "../market/calendar.js";
import type { CoinSymbol } from "../market/coins.js";
import { changePercent, type Market, TETHER_USD } from "../market/market.js";
import { supplyAt } from "../market/supply.js";

/** One coin as CoinGecko lists it. */
export interface GeckoCoin {
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
export function listings(market: Market, atMs: number): GeckoCoin[] {
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
export function marketRow(coin: GeckoCoin, { atMs, rank, spans }: RowTerms): Json {
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
