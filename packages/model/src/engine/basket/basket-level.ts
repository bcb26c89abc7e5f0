/** The level of the crypto basket, from the prices of its coins. */
import { MAJORS, type Major } from "../../day.js";
import { addDays, type UtcDay, yearOf } from "../../instant.js";
import { Fold } from "../series/fold.js";

/**
 * Chained level of a basket of coins, weighted by the previous day's market value. Because returns are chained, a coin
 * that enters, leaves or changes supply cannot make the level jump.
 *
 * A coin counts if it has a price today and yesterday, and 30 days of prices before today.
 *
 * Source: docs/method.md#basket.
 */
export class BasketLevel extends Fold {
  private level = START_LEVEL;
  /** The previous day's price of each coin in USD, in the order of `MAJORS`; missing if there was none. */
  private prices: (number | undefined)[] = MAJORS.map(() => undefined);
  private pricedDays: number[] = MAJORS.map(() => 0);

  /** 100 before the first return. */
  get current(): number {
    return this.level;
  }

  /** Takes the next day's prices in USD. @returns whether a coin took part and the level moved */
  append(day: UtcDay, prices: MajorPrices): boolean {
    const year = yearOf(addDays(day, -1));
    let weightedSum = 0;
    let weights = 0;
    for (let place = 0; place < MAJORS.length; place += 1) {
      const major = MAJORS[place] as Major;
      const price = prices[major];
      const before = this.prices[place];
      const pricedDays = this.pricedDays[place] as number;
      this.prices[place] = price;
      if (price === undefined) continue;
      this.pricedDays[place] = pricedDays + 1;
      if (before === undefined || pricedDays < MIN_PRICED_DAYS) continue;
      const weight = before * circulatingSupply(major, year);
      weightedSum += weight * (price / before - 1);
      weights += weight;
    }
    if (weights > 0) this.level *= 1 + weightedSum / weights;
    return weights > 0;
  }
}

/** The level before the first return. */
const START_LEVEL = 100;

/** Days with a price before a coin counts, because early prices are erratic. */
const MIN_PRICED_DAYS = 30;

export type MajorPrices = Readonly<Partial<Record<Major, number | undefined>>>;

/** A coin's circulating supply in each year since `from`, without gaps. */
interface SupplyHistory {
  readonly from: number;
  /** Millions of coins. */
  readonly millions: readonly number[];
}

const SUPPLIES: Readonly<Record<Major, SupplyHistory>> = {
  ada: { from: 2020, millions: [31110, 31810, 32910, 33870, 34690, 35460, 36270] },
  bnb: { from: 2020, millions: [155.5, 144.4, 166.8, 160, 151.7, 144] },
  doge: {
    from: 2014,
    millions: [34740, 97190, 102400, 107500, 112500, 117600, 122700, 127800, 132700, 132700, 142500, 147400],
  },
  eth: { from: 2015, millions: [72.31, 76.17, 87.49, 96.71, 104.1, 109.1, 114.1, 119, 122.4, 120.2, 120.5] },
  ltc: {
    from: 2013,
    millions: [16.26, 24.48, 35.23, 43.86, 49.14, 54.57, 59.85, 63.76, 66.22, 69.32, 71.96, 74.05, 75.37],
  },
  sol: { from: 2020, millions: [32.69, 46.57, 309.1, 367.8, 430, 482.8] },
  xrp: { from: 2020, millions: [43340, 45400, 47540, 50340, 54130, 57410] },
};

/**
 * Circulating supply in millions of coins, as of the start of a calendar year. A year missing from the table uses the
 * coin's nearest one. The table is part of the model: adding a year makes a new model version.
 *
 * Source: docs/method.md#basket.
 */
export function circulatingSupply(major: Major, year: number): number {
  const { from, millions } = SUPPLIES[major];
  const place = Math.min(Math.max(year - from, 0), millions.length - 1);
  return millions[place] as number;
}

/**
 * The last year for which every coin's supply is in the table.
 *
 * @example
 * ```ts
 * suppliesKnownTo(); // 2025
 * ```
 */
export function suppliesKnownTo(): number {
  return Math.min(...Object.values(SUPPLIES).map(({ from, millions }) => from + millions.length - 1));
}
