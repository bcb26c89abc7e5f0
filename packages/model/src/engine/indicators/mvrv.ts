import { type BitcoinRow, Indicator } from "../row.js";

/**
 * MVRV: the market value of all coins over their realized value, each coin at the price at which it last moved.
 * The raw value is the logarithm of the ratio, a plain number.
 *
 * When the ratio is missing, realized price is held for 7 rows, then the value is missing. Warm-up: none of its own.
 *
 * Source: Mahmudov and Puell 2018; docs/method.md#components.
 */
export class Mvrv extends Indicator<BitcoinRow> {
  /** USD a coin, at the last row with a stated ratio. */
  private realizedPrice: number | undefined;
  private statedAt = 0;

  append(row: BitcoinRow): number | undefined {
    const ratio = this.ratio(row);
    return ratio === undefined ? undefined : Math.log(ratio);
  }

  private ratio(row: BitcoinRow): number | undefined {
    if (row.mvrv !== undefined) {
      this.realizedPrice = row.price / row.mvrv;
      this.statedAt = row.index;
      return row.mvrv;
    }
    if (this.realizedPrice === undefined || row.index - this.statedAt > HELD_ROWS) return undefined;
    return row.price / this.realizedPrice;
  }
}

/** Rows over which realized price is held after the last stated ratio: it moves by about 0.1 % a day. */
const HELD_ROWS = 7;
