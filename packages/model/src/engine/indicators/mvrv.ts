/** An on-chain indicator: market value over realized value. */
import { type BitcoinRow, Indicator } from "../row.js";

/**
 * MVRV: the market value of all coins over their realized value, which values each coin at the price when it last
 * moved. The raw value is the logarithm of the ratio, a plain number.
 *
 * When the ratio is missing, realized price is held for 7 rows, then the value is missing. Warm-up: only the band's.
 *
 * Source: Mahmudov and Puell 2018; docs/method.md#components.
 */
export class Mvrv extends Indicator<BitcoinRow> {
  /** USD per coin, at the last row with a reported ratio. */
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

/** Rows the realized price is held after the last reported ratio: it moves by about 0.1 % a day. */
const HELD_ROWS = 7;
