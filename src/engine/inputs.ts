import type { DayInputs } from "../domain/day.js";
import { NotEnoughDataError } from "../domain/errors.js";
import { formatDay, type UtcDay } from "../domain/instant.js";
import { MAJORS } from "../domain/observation.js";

/** @throws RangeError for a number that is not finite or not possible: the caller has a bug, not the data */
export function checkInputs(inputs: DayInputs): void {
  checkPositive("price", inputs.price);
  checkPositive("mvrv", inputs.mvrv);
  for (const major of MAJORS) checkPositive(major, inputs.majors[major]);
  checkPercent("fearGreed", inputs.fearGreed);
  checkPercent("dominance", inputs.dominance);
}

function checkPositive(name: string, value: number | undefined): void {
  if (value === undefined || (value > 0 && Number.isFinite(value))) return;
  throw new RangeError(`${name} must be finite and above 0, got ${value}`);
}

function checkPercent(name: string, value: number | undefined): void {
  if (value === undefined || (value >= 0 && value <= 100)) return;
  throw new RangeError(`${name} must lie in 0..100, got ${value}`);
}

/** Missing days in a row that take the price of the day before. */
const HELD_DAYS = 3;

/** The price of every day: a missing one takes that of the day before, three in a row at most. */
export class PriceGaps {
  private price: number | undefined;
  private held = 0;

  /**
   * Takes the next day's price in USD.
   *
   * @returns the price, or the one of the day before
   * @throws NotEnoughDataError on the fourth missing day in a row, or when the first day has no price; nothing changes then
   */
  fill(day: UtcDay, price: number | undefined): number {
    if (price !== undefined) {
      this.price = price;
      this.held = 0;
      return price;
    }
    if (this.price === undefined) throw new NotEnoughDataError(`no BTC price for ${formatDay(day)}, the first day`);
    if (this.held === HELD_DAYS) {
      throw new NotEnoughDataError(`no BTC price for ${formatDay(day)} and the ${HELD_DAYS} days before it`);
    }
    this.held += 1;
    return this.price;
  }

  clone(): PriceGaps {
    return Object.assign(new PriceGaps(), this);
  }
}
