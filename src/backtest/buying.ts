import type { Buying } from "./track-record.js";

/** A day on which something is bought. */
export interface BuyingDay {
  /** USD a coin. */
  readonly price: number;
  /** 0..100. */
  readonly reading: number;
}

/** What coins have cost by the plain and by the scaled way; `undefined` when either has bought nothing. */
export function buyingOf(days: readonly BuyingDay[]): Buying | undefined {
  let [plainCoins, scaledCoins, scaledDollars] = [0, 0, 0];
  for (const { price, reading } of days) {
    const dollars = 2 - reading / 50;
    plainCoins += 1 / price;
    scaledCoins += dollars / price;
    scaledDollars += dollars;
  }
  if (plainCoins === 0 || scaledCoins === 0) return undefined;
  const plainCostUsd = days.length / plainCoins;
  const scaledCostUsd = scaledDollars / scaledCoins;
  return { days: days.length, plainCostUsd, scaledCostUsd, ratio: scaledCostUsd / plainCostUsd };
}
