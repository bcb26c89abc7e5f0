/** Checks the figures of a day before the model takes them, and fills short gaps in the price. */

import { type DayInputs, MAJORS } from "../day.js";
import { NotEnoughDataError } from "../errors.js";
import { formatDay, type UtcDay } from "../instant.js";
import { Fold } from "./series/fold.js";

/** @throws RangeError for a number that is not finite or not possible: a bug in the caller, not bad data */
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

/** Consecutive missing days that repeat the last price. */
const HELD_DAYS = 3;

/**
 * Days at the start that may lack a price: the model then begins with the first that has one. Prices derived from the
 * chain begin on 2010-08-16, 29 days after the first day; a history that begins much later gives a different score.
 */
export const MAX_LEADING_DAYS = 60;

/** Fills gaps in the price with the last one known, for at most three days in a row. */
export class PriceGaps extends Fold {
  private price: number | undefined;
  private heldDays = 0;
  private leading = 0;

  /** Days taken before the first one with a price. */
  get leadingDays(): number {
    return this.leading;
  }

  /**
   * Takes the next day's price in USD.
   *
   * @returns the price, or the last one known; `undefined` before the first
   * @throws NotEnoughDataError on the fourth missing day in a row, or the 61st before any price; nothing changes then
   */
  fill(day: UtcDay, price: number | undefined): number | undefined {
    if (price !== undefined) {
      this.price = price;
      this.heldDays = 0;
      return price;
    }
    if (this.price === undefined) {
      if (this.leading === MAX_LEADING_DAYS) {
        throw new NotEnoughDataError(`no BTC price in the first ${MAX_LEADING_DAYS} days up to ${formatDay(day)}`);
      }
      this.leading += 1;
      return undefined;
    }
    if (this.heldDays === HELD_DAYS) {
      throw new NotEnoughDataError(`no BTC price for ${formatDay(day)} and the ${HELD_DAYS} days before it`);
    }
    this.heldDays += 1;
    return this.price;
  }
}
