/** An indicator of the long-run price position. */
import { Indicator, type Row } from "../row.js";
import { SimpleMovingAverage } from "../series/moving-averages.js";

/**
 * The price over its 200-week average, or over the average of all rows while there are fewer. The raw value is the
 * logarithm of the ratio, a plain number. Warm-up: only the band's.
 *
 * Source: 200-week moving average (heatmap, Swift); docs/method.md#components.
 */
export class PriceOver200WeekAverage extends Indicator<Row> {
  private readonly average = new SimpleMovingAverage(WINDOW_DAYS);

  append(row: Row): number {
    return Math.log(row.price / this.average.append(row.price));
  }
}

/** 200 weeks. */
const WINDOW_DAYS = 1400;
