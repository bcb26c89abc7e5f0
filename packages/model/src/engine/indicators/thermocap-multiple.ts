/** An on-chain indicator: the value of all coins over what was paid to mine them. */
import { type BitcoinRow, Indicator, SUPPLY_AT_FIRST_ROW } from "../row.js";

/**
 * Thermocap multiple: the value of all coins over what miners were paid for them in USD, at the price of the day they
 * were mined. The raw value is the logarithm of the ratio, a plain number.
 *
 * Coins mined before row 0 count at zero cost, and the schedule replaces measured issuance, so that only the price feed
 * is needed. Warm-up: only the band's.
 *
 * Source: Carter; Swift's "thermo cap"; docs/method.md#components.
 */
export class ThermocapMultiple extends Indicator<BitcoinRow> {
  /** BTC. The figure for row 0 is as of its end, so it already includes that day's coins. */
  private supply = SUPPLY_AT_FIRST_ROW;
  /** USD. */
  private paidUsd = 0;

  append(row: BitcoinRow): number {
    const days = row.pricedRows === 0 ? row.index : 1; // coins of days without a price were mined but earned nothing
    this.supply += days * row.minedCoins;
    this.paidUsd += row.minedCoins * row.price;
    return Math.log((row.price * this.supply) / this.paidUsd);
  }
}
