import { addDays, type UtcDay, yearOf } from "../../domain/instant.js";
import { MAJORS, type Major } from "../../domain/observation.js";
import { circulatingSupply } from "./supply.js";

/** The level before the first return. */
const START_LEVEL = 100;

/** Days with a price that a coin must have behind it, so that its first wild prices stay out. */
const LEAST_PRICED_DAYS = 30;

export type MajorPrices = Readonly<Partial<Record<Major, number | undefined>>>;

/**
 * Chained level of a basket of coins, weighted by market value of the day before. Because returns are chained, a
 * coin that enters, leaves or changes supply cannot make the level jump.
 *
 * A coin takes part with a price today and yesterday and 30 days of prices before today.
 *
 * Source: docs/method.md#basket.
 */
export class BasketLevel {
  private level = START_LEVEL;
  /** USD of the day before, missing when that day had none; one entry a coin, as in `MAJORS`. */
  private prices: (number | undefined)[] = MAJORS.map(() => undefined);
  private pricedDays: number[] = MAJORS.map(() => 0);

  /** 100 before the first return. */
  get current(): number {
    return this.level;
  }

  /** Takes the next day's prices in USD. @returns whether a coin took part and the level moved */
  append(day: UtcDay, prices: MajorPrices): boolean {
    const year = yearOf(addDays(day, -1));
    let weighted = 0;
    let weights = 0;
    for (let place = 0; place < MAJORS.length; place += 1) {
      const major = MAJORS[place] as Major;
      const price = prices[major];
      const before = this.prices[place];
      const pricedDays = this.pricedDays[place] as number;
      this.prices[place] = price;
      if (price === undefined) continue;
      this.pricedDays[place] = pricedDays + 1;
      if (before === undefined || pricedDays < LEAST_PRICED_DAYS) continue;
      const weight = before * circulatingSupply(major, year);
      weighted += weight * (price / before - 1);
      weights += weight;
    }
    if (weights > 0) this.level *= 1 + weighted / weights;
    return weights > 0;
  }

  clone(): BasketLevel {
    const twin = new BasketLevel();
    twin.level = this.level;
    twin.prices = this.prices.slice();
    twin.pricedDays = this.pricedDays.slice();
    return twin;
  }
}
