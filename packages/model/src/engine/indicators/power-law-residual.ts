/** An indicator of the long-run price position, and the regression behind it. */
import { Indicator, type Row } from "../row.js";
import { Fold } from "../series/fold.js";

/**
 * Power-law residual: how far the price is above the straight line fitted to all prices so far, with price and days
 * since the genesis block on logarithmic scales. In log units: 0.69 is twice the line.
 *
 * The line is refitted at each row from that row and all earlier ones. Warm-up: one row.
 *
 * Source: power-law corridor, Burger 2019 after Santostasi; docs/method.md#power-law.
 */
export class PowerLawResidual extends Indicator<Row> {
  private readonly fit = new LinearRegression();

  append(row: Row): number | undefined {
    return this.fit.append(Math.log(row.age), Math.log(row.price));
  }
}

/**
 * Ordinary least squares of y on x over all points so far, equally weighted, updated point by point.
 *
 * Source: Welford's update of means and sums of products; docs/method.md#power-law.
 */
export class LinearRegression extends Fold {
  private count = 0;
  private meanX = 0;
  private meanY = 0;
  private sxx = 0;
  private sxy = 0;

  /**
   * Adds a point to the fit.
   *
   * @returns its distance above the line, in units of y; `undefined` while all x are equal
   */
  append(x: number, y: number): number | undefined {
    this.count += 1;
    const dx = x - this.meanX;
    this.meanX += dx / this.count;
    const dy = y - this.meanY;
    this.meanY += dy / this.count;
    this.sxx += dx * (x - this.meanX);
    this.sxy += dx * (y - this.meanY);
    if (this.sxx === 0) return undefined;
    return y - this.meanY - (this.sxy / this.sxx) * (x - this.meanX);
  }
}
