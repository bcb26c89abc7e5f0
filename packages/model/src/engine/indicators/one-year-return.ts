/** An indicator of momentum. */
import { Indicator, type Row } from "../row.js";

/**
 * Running one-year return: the price over the price 365 rows earlier. The raw value is the logarithm of the ratio, a
 * plain number: 0.69 is a doubling. Warm-up: 365 rows.
 *
 * Source: time-series momentum; docs/method.md#components.
 */
export class OneYearReturn extends Indicator<Row> {
  /** The last 365 prices in USD; the i-th row with a price is at index i modulo 365. */
  private readonly prices = new Float64Array(YEAR_DAYS);

  append(row: Row): number | undefined {
    const place = row.pricedRows % YEAR_DAYS;
    const before = this.prices[place] as number;
    this.prices[place] = row.price;
    return row.pricedRows < YEAR_DAYS ? undefined : Math.log(row.price / before);
  }
}

/** One year. */
const YEAR_DAYS = 365;
