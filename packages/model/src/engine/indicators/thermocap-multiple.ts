import { type BitcoinRow, Indicator, SUPPLY_AT_FIRST_ROW } from "../row.js";

/**
 * Thermocap multiple: the value of all coins over what miners were paid for them in USD, each on its own day.
 * The raw value is the logarithm of the ratio, a plain number.
 *
 * Coins mined before row 0 count at zero cost, and the schedule stands for measured issuance, so that no feed
 * besides the price is needed. Warm-up: none of its own.
 *
 * Source: Carter; Swift's "thermo cap"; docs/method.md#components.
 */
export class ThermocapMultiple extends Indicator<BitcoinRow> {
  /** BTC. The figure of row 0 holds at its end, so that day's coins are in it already. */
  private supply = SUPPLY_AT_FIRST_ROW;
  /** USD. */
  private paid = 0;

  append(row: BitcoinRow): number {
    const days = row.priced === 0 ? row.index : 1; // coins of days without a price were mined, and paid with nothing
    this.supply += days * row.mined;
    this.paid += row.mined * row.price;
    return Math.log((row.price * this.supply) / this.paid);
  }
}
