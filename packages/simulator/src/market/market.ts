/** The one market behind every simulated source. */

import { dayNumber } from "./calendar.js";
import { type Coin, coin, listed, type VenueCoin } from "./coin.js";
import { dominanceAt } from "./dominance.js";
import { BITCOIN, COIN_SYMBOLS, type CoinSymbol, type MajorSymbol, majorLandmarks } from "./landmarks.js";
import { type RealizedPrice, realizedPrice } from "./realized.js";
import { fearAndGreed } from "./sentiment.js";

/** One tether in USD: it stays a hair under par, so a reader that forgets to convert is off by 2 basis points. */
export const TETHER_USD = 0.9998;

/** The one market behind every simulated source. Every number is a pure function of the instant asked for. */
export interface Market {
  readonly coins: Readonly<Record<CoinSymbol, Coin>>;
  readonly realized: Readonly<Record<CoinSymbol, RealizedPrice>>;
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
    ...listed(coins[coin], from, factor),
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
  });
  const major = (symbol: MajorSymbol, seed: number) =>
    coin({
      seed,
      landmarks: majorLandmarks(symbol),
      commonShare: 0.75,
      volatility: (day) => MAJOR_MOVE * bitcoinMove(day),
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
