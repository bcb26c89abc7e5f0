import type { Indicator, Row } from "../engine/row.js";
import { SimpleMovingAverage } from "../engine/series/moving-averages.js";

/** Window of the average, in days. Fixed by the indicator's definition. */
const WINDOW_DAYS = 200;

/**
 * Mayer multiple: the price over its 200-day average. The raw value is the logarithm of the ratio, like that of the
 * score's components: it ranks days as the ratio does. Warm-up: 199 rows.
 *
 * Source: T. Mayer. A baseline of the record, no part of the score.
 */
export class MayerMultiple implements Indicator<Row> {
  private readonly average: SimpleMovingAverage;

  constructor(average = new SimpleMovingAverage(WINDOW_DAYS)) {
    this.average = average;
  }

  append(row: Row): number | undefined {
    const mean = this.average.append(row.price);
    return this.average.full ? Math.log(row.price / mean) : undefined;
  }

  clone(): MayerMultiple {
    return new MayerMultiple(this.average.clone());
  }
}
