import { DAY_MS } from "./calendar.js";
import type { Coin } from "./coin.js";
import { COIN_SYMBOLS, type CoinSymbol, coins } from "./coins.js";
import { dominanceAt } from "./dominance.js";
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

/** Change in percent of a coin's price over the hours before an instant; 0 while it is too young. */
export function changePercent(coin: Coin, ms: number, hours: number): number {
  const before = ms - hours * 3_600_000;
  return before < coin.firstMs ? 0 : 100 * (coin.priceAt(ms) / coin.priceAt(before) - 1);
}
