import { DAY_MS, dayNumber, dayOf } from "../market/calendar.js";
import type { CoinSymbol } from "../market/coins.js";
import type { Market } from "../market/market.js";
import { chance, smoothNoise } from "../market/noise.js";
import { bitcoinSupplyAt, GENESIS_DAY, supplyAt } from "../market/supply.js";

/** Prices here stand half a basis point above the market's. */
const FACTOR = 1.00005;

/** One asset: its coin, and the first day with a price (none: this source has no price of it). */
export interface MetricsAsset {
  readonly name: string;
  readonly coin: CoinSymbol;
  readonly pricedFrom: number | undefined;
}

const asset = (name: string, coin: CoinSymbol, from?: string): MetricsAsset => ({
  name,
  coin,
  pricedFrom: from === undefined ? undefined : dayNumber(from),
});

export const ASSETS: readonly MetricsAsset[] = [
  asset("ada", "ADA", "2017-12-01"),
  asset("bnb", "BNB"),
  asset("btc", "BTC", "2010-07-18"),
  asset("doge", "DOGE", "2014-01-23"),
  asset("eth", "ETH", "2015-08-08"),
  asset("ltc", "LTC", "2013-04-01"),
  asset("sol", "SOL"),
  asset("xrp", "XRP", "2014-08-15"),
];

/** Metrics that need a paid key. */
export const PRO_METRICS: ReadonlySet<string> = new Set([
  "CapRealUSD",
  "NVTAdj",
  "SplyBMXNtv",
  "TxTfrValAdjUSD",
  "DiffMean",
]);

/** One free metric: for which assets, since when, and its value on a day as decimal text. */
export interface CommunityMetric {
  supports(asset: MetricsAsset): boolean;
  /** The first day with a value. */
  from(asset: MetricsAsset): number;
  /** @param nowMs some metrics reach back a few days only */
  value(asset: MetricsAsset, day: number, nowMs: number): string | null;
}

const hasNetwork = (asset: MetricsAsset) => asset.pricedFrom !== undefined;
const isBitcoin = (asset: MetricsAsset) => asset.name === "btc";
const hasValuation = (asset: MetricsAsset) => ["btc", "eth", "ltc", "doge"].includes(asset.name);
const priceDay = (asset: MetricsAsset) => asset.pricedFrom ?? 0;
const chainDay = (asset: MetricsAsset) => (isBitcoin(asset) ? GENESIS_DAY : priceDay(asset));

/** Every free metric served, by name. The price of day D is that of 00:00 UTC of D + 1. */
export function communityMetrics(market: Market): ReadonlyMap<string, CommunityMetric> {
  const close = (asset: MetricsAsset, day: number) => market.coins[asset.coin].closeOf(day) * FACTOR;
  const supply = (asset: MetricsAsset, day: number) => supplyAt(asset.coin, day + 1);
  const mined = (day: number) => bitcoinSupplyAt(day + 1) - bitcoinSupplyAt(day);
  const priced = (value: (asset: MetricsAsset, day: number) => string, supports = hasNetwork): CommunityMetric => ({
    supports,
    from: priceDay,
    value,
  });
  const counted = (value: (day: number) => string): CommunityMetric => ({
    supports: isBitcoin,
    from: chainDay,
    value: (_asset, day) => value(day),
  });
  return new Map<string, CommunityMetric>([
    ["PriceUSD", priced((asset, day) => close(asset, day).toFixed(asset.coin === "DOGE" ? 14 : 10))],
    ["CapMrktCurUSD", priced((asset, day) => (close(asset, day) * supply(asset, day)).toFixed(6))],
    ["CapMVRVCur", priced((asset, day) => market.realized[asset.coin].mvrvOf(day).toFixed(18), hasValuation)],
    ["SplyCur", { supports: hasNetwork, from: chainDay, value: (asset, day) => supply(asset, day).toFixed(8) }],
    [
      "IssTotNtv",
      counted((day) =>
        mined(day)
          .toFixed(6)
          .replace(/\.?0+$/, ""),
      ),
    ],
    ["IssTotUSD", priced((asset, day) => (mined(day) * close(asset, day)).toFixed(6), isBitcoin)],
    ["HashRate", counted((day) => hashRate(day).toFixed(12))],
    ["AdrActCnt", counted((day) => String(activity(day, 650_000)))],
    ["TxCnt", counted((day) => String(activity(day, 480_000)))],
    ["FeeTotNtv", counted((day) => (activity(day, 480_000) * 0.000_008).toFixed(8))],
    ["ReferenceRateUSD", referenceRate(market)],
  ]);
}

/** Free over this interface for about the last week only. */
function referenceRate(market: Market): CommunityMetric {
  return {
    supports: () => true,
    from: (asset) => dayOf(market.coins[asset.coin].firstMs) + 1,
    value: (asset, day, nowMs) =>
      day < dayOf(nowMs) - 7 ? null : (market.coins[asset.coin].closeOf(day - 1) * FACTOR).toFixed(8),
  };
}

/** Terahashes a second: from a millionth in 2009 to about 1.1 billion in 2026, then leveling off. */
function hashRate(day: number): number {
  const years = Math.max(0, (day - GENESIS_DAY) / 365.25);
  return 10 ** (-6 + 15.05 * (1 - Math.exp(-years / 4.5))) * (1 + 0.06 * smoothNoise(801, day / 3));
}

/** A daily count that grows to its level within about eight years. */
function activity(day: number, level: number): number {
  const years = Math.max(0, (day - GENESIS_DAY) / 365.25);
  return Math.round(level * (1 - Math.exp(-((years / 5) ** 3))) * (0.85 + 0.3 * chance(802, day)));
}

/** When the full row of a day appears: between 02:45 and 03:20 UTC of the next day; its price stands from 00:20 on. */
export function publication(day: number): { readonly priceMs: number; readonly fullMs: number } {
  const nextDayMs = (day + 1) * DAY_MS;
  return { priceMs: nextDayMs + 20 * 60_000, fullMs: nextDayMs + (165 + 35 * chance(803, day)) * 60_000 };
}
