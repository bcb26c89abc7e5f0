import { rollingMaxima } from "./rolling-extremes.js";

/** A high is not reached in the year before it. */
const YEAR_BEFORE = { from: -365, to: 0 };

/** A high loses half before it is exceeded. */
const HALF = 0.5;

/** A high and its low, as rows. */
export interface Drawdown {
  readonly high: number;
  readonly low: number;
  /** The first row above the high; `undefined` while there is none. */
  readonly recovered: number | undefined;
}

/**
 * Every high that the price halved after, in order of time. Of equal closes the first counts, and of highs with the
 * same low the first.
 *
 * @param prices daily, USD, oldest first, no gaps
 */
export function drawdowns(prices: readonly number[]): readonly Drawdown[] {
  const yearHighs = rollingMaxima(prices, YEAR_BEFORE);
  const found: Drawdown[] = [];
  const lows = new Set<number>();
  for (let high = 0; high < prices.length; high += 1) {
    if (prices[high] !== yearHighs[high]) continue;
    const each = drawdownFrom(prices, high);
    if ((prices[each.low] as number) > HALF * (prices[high] as number) || lows.has(each.low)) continue;
    lows.add(each.low);
    found.push(each);
  }
  return found;
}

function drawdownFrom(prices: readonly number[], high: number): Drawdown {
  let low = high;
  for (let row = high + 1; row < prices.length; row += 1) {
    const price = prices[row] as number;
    if (price > (prices[high] as number)) return { high, low, recovered: row };
    if (price < (prices[low] as number)) low = row;
  }
  return { high, low, recovered: undefined };
}
