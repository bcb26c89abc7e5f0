import type { CoinSymbol } from "../market/coins.js";
import { type Market, TETHER_USD } from "../market/market.js";
import { smoothNoise } from "../market/noise.js";
import { type VenueCoin, venueCoin } from "../market/venue.js";

export interface KrakenPair extends VenueCoin {
  /** The exchange's own name, the key of every result. */
  readonly key: string;
  /** Other accepted names: first the plain one, then the one with a slash. */
  readonly names: readonly string[];
  readonly decimals: number;
}

type Listing = readonly [key: string, names: readonly string[], coin: CoinSymbol, decimals: number, from: string];

/** In the exchange's own order of keys. */
const LISTINGS: readonly Listing[] = [
  ["ADAUSD", ["ADAUSD", "ADA/USD"], "ADA", 6, "2018-09-28"],
  ["BNBUSD", ["BNBUSD", "BNB/USD"], "BNB", 2, "2025-04-22"],
  ["SOLUSD", ["SOLUSD", "SOL/USD"], "SOL", 2, "2021-06-17"],
  ["XDGUSD", ["XDGUSD", "XDG/USD", "DOGEUSD"], "DOGE", 7, "2017-12-01"],
  ["XETHZUSD", ["ETHUSD", "ETH/USD"], "ETH", 2, "2015-08-08"],
  ["XLTCZUSD", ["LTCUSD", "LTC/USD"], "LTC", 2, "2013-10-24"],
  ["XXBTZUSD", ["XBTUSD", "XBT/USD"], "BTC", 1, "2013-10-06"],
  ["XXRPZUSD", ["XRPUSD", "XRP/USD"], "XRP", 5, "2017-05-18"],
];
const TETHER_FROM = "2017-03-30";

/** Kraken's prices are the market's own. */
export function krakenPairs(market: Market): KrakenPair[] {
  const pairs = LISTINGS.map(([key, names, coin, decimals, from]) => ({
    ...venueCoin(market.coins[coin], { from, factor: 1 }),
    key,
    names,
    decimals,
  }));
  const inTether = venueCoin(market.coins.BTC, { from: TETHER_FROM, factor: 1 / TETHER_USD });
  return [
    ...pairs.slice(0, 3),
    { ...tether(), key: "USDTZUSD", names: ["USDTUSD", "USDT/USD"], decimals: 5 },
    { ...inTether, key: "XBTUSDT", names: ["XBTUSDT", "XBT/USDT"], decimals: 1 },
    ...pairs.slice(3),
  ];
}

/** A coin meant to be worth one dollar: half a basis point of sway around its level. */
function tether(): VenueCoin {
  const priceAt = (ms: number) => TETHER_USD * (1 + 0.00005 * smoothNoise(701, ms / 1_800_000));
  const firstMs = Date.parse(`${TETHER_FROM}T00:00:00Z`);
  return {
    firstMs,
    priceAt,
    candle: ({ openMs, lengthMs, nowMs }) => {
      const toMs = Math.min(openMs + lengthMs, nowMs);
      if (toMs <= openMs || openMs < firstMs) return undefined;
      const corners = [priceAt(openMs), priceAt(toMs)] as const;
      const [low, high] = [TETHER_USD * 0.99995, TETHER_USD * 1.00005];
      const volume = (40_000 * (toMs - openMs)) / 60_000;
      return { openMs, open: corners[0], high, low, close: corners[1], volume, trades: Math.ceil(volume / 500) };
    },
  };
}
