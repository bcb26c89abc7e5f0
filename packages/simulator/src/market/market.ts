/** The one market behind every simulated source. */

import { DAY_MS, dayNumber } from "./calendar.js";
import { type Coin, coin, type VenueCoin, venueCoin } from "./coin.js";
import { dominanceAt } from "./dominance.js";
import { BITCOIN, COIN_SYMBOLS, type CoinSymbol, MAJORS, type MajorSymbol } from "./landmarks.js";
import { type RealizedPrice, realizedPrice } from "./realized.js";
import { fearAndGreed } from "./sentiment.js";
import { supplyAt } from "./supply.js";

/** One tether in USD: it stays a hair under par, so a reader that forgets to convert is off by 2 basis points. */
export const TETHER_USD = 0.9998;

/** The one market behind every simulated source. Every number is a pure function of the instant asked for. */
export interface Market {
  readonly coins: Readonly<Record<CoinSymbol, Coin>>;
  readonly realized: Readonly<Record<CoinSymbol, RealizedPrice>>;
  /** Coins with a price at an instant, Bitcoin first. */
  listed(ms: number): CoinSymbol[];
  /** Market value in USD at an instant. */
  capAt(symbol: CoinSymbol, ms: number): number;
  /** Bitcoin's share of all coins' value, in percent. */
  dominanceAt(ms: number): number;
  /** Fear and greed of a day, 0..100; undefined where nothing was published. */
  fearAndGreed(day: number): number | undefined;
}

export function simulatedMarket(): Market {
  const all = coins();
  const realized = Object.fromEntries(COIN_SYMBOLS.map((symbol) => [symbol, realizedPrice(all[symbol])])) as Record<
    CoinSymbol,
    RealizedPrice
  >;
  return {
    coins: all,
    realized,
    listed: (ms) => COIN_SYMBOLS.filter((symbol) => all[symbol].firstMs <= ms),
    capAt: (symbol, ms) => all[symbol].priceAt(ms) * supplyAt(symbol, ms / DAY_MS),
    dominanceAt,
    fearAndGreed: (day) => fearAndGreed(all.BTC, day),
  };
}

/** What an exchange lists, by its own names: the coin, the decimals of its prices, and the first day, `YYYY-MM-DD`. */
export type Listings = Readonly<Record<string, readonly [coin: CoinSymbol, decimals: number, from: string]>>;

/** One coin as an exchange lists it. */
export interface ListedCoin extends VenueCoin {
  /** The exchange's own. */
  readonly name: string;
  readonly coin: CoinSymbol;
  readonly decimals: number;
}

/** @param factor price there over price of the market */
export function listedCoins({ coins }: Market, listings: Listings, factor: number): readonly ListedCoin[] {
  return Object.entries(listings).map(([name, [coin, decimals, from]]) => ({
    ...venueCoin(coins[coin], { from, factor }),
    ...{ name, coin, decimals },
  }));
}

/** Usual daily moves of Bitcoin, in log units, by the day an era begins: they shrink as the market grows. */
const ERAS: readonly { readonly from: number; readonly move: number }[] = [
  { from: dayNumber("2010-01-01"), move: 0.05 },
  { from: dayNumber("2012-01-01"), move: 0.035 },
  { from: dayNumber("2014-01-01"), move: 0.027 },
  { from: dayNumber("2017-01-01"), move: 0.03 },
  { from: dayNumber("2019-01-01"), move: 0.027 },
  { from: dayNumber("2022-01-01"), move: 0.022 },
  { from: dayNumber("2024-01-01"), move: 0.018 },
];

/** Majors move about 1.3 times as much as Bitcoin. */
const MAJOR_MOVE = 1.3;

/** Coins traded in a usual hour. */
const HOURLY_VOLUME: Readonly<Record<CoinSymbol, number>> = {
  ADA: 900_000,
  BNB: 400,
  BTC: 60,
  DOGE: 4_000_000,
  ETH: 800,
  LTC: 1500,
  SOL: 6000,
  XRP: 1_500_000,
};

function bitcoinMove(day: number): number {
  return ERAS.findLast((era) => era.from <= day)?.move ?? 0.05;
}

/** Every coin's market, from one seed. */
function coins(): Readonly<Record<CoinSymbol, Coin>> {
  const bitcoin = coin({
    seed: 1000,
    landmarks: BITCOIN,
    commonShare: 1,
    volatility: bitcoinMove,
    hourlyVolume: HOURLY_VOLUME.BTC,
  });
  const major = (symbol: MajorSymbol, seed: number) =>
    coin({
      seed,
      landmarks: MAJORS[symbol],
      commonShare: 0.75,
      volatility: (day) => MAJOR_MOVE * bitcoinMove(day),
      hourlyVolume: HOURLY_VOLUME[symbol],
    });
  return {
    BTC: bitcoin,
    ADA: major("ADA", 2000),
    BNB: major("BNB", 3000),
    DOGE: major("DOGE", 4000),
    ETH: major("ETH", 5000),
    LTC: major("LTC", 6000),
    SOL: major("SOL", 7000),
    XRP: major("XRP", 8000),
  };
}
