import type { Indicator, Row } from "../row.js";
import { LinearRegression } from "../series/linear-regression.js";

/**
 * Power-law residual: how far the price lies above the straight line through all prices so far, on logarithmic
 * scales of price and of days since the genesis block. In log units: 0.69 is twice the line.
 *
 * The line is fitted anew at each row from that row and the ones before it. Warm-up: one row.
 *
 * Source: power-law corridor, Burger 2019 after Santostasi; docs/method.md#power-law.
 */
export class PowerLawResidual implements Indicator<Row> {
  private readonly fit: LinearRegression;

  constructor(fit = new LinearRegression()) {
    this.fit = fit;
  }

  append(row: Row): number | undefined {
    return this.fit.append(Math.log(row.age), Math.log(row.price));
  }

  clone(): PowerLawResidual {
    return new PowerLawResidual(this.fit.clone());
  }
}
