/** An indicator of miners' earnings. */
import { type BitcoinRow, Indicator } from "../row.js";
import { SimpleMovingAverage } from "../series/moving-averages.js";

/**
 * Puell Multiple: miners' earnings today in USD over their one-year average. Mined coins are counted by the schedule.
 * The raw value is the logarithm of the ratio, a plain number. Warm-up: 365 rows.
 *
 * A halving cuts the multiple in half at once and depresses it for a year, regardless of the price.
 *
 * Source: Puell 2019; docs/method.md#components.
 */
export class PuellMultiple extends Indicator<BitcoinRow> {
  private readonly average = new SimpleMovingAverage(WINDOW_DAYS);

  append(row: BitcoinRow): number | undefined {
    const issuance = row.minedCoins * row.price;
    const usual = this.average.append(issuance);
    return this.average.full ? Math.log(issuance / usual) : undefined;
  }
}

/** One year. */
const WINDOW_DAYS = 365;
