/** The sentiment indicator. */
import { Fold } from "../series/fold.js";
import { ExponentialMovingAverage } from "../series/moving-averages.js";

/**
 * Exponential average of Fear & Greed over 30 days. Its own scale of 0..100 is the position; there is no band. Warm-up:
 * 30 values, so the first average is for 2018-03-02. Missing when the newest value is over 7 rows old.
 *
 * Source: Fear & Greed Index, alternative.me; docs/method.md#components.
 */
export class FearGreedAverage extends Fold {
  private readonly average = new ExponentialMovingAverage(SPAN_DAYS);
  private values = 0;
  /** Rows since the newest value. */
  private age = 0;

  /** Takes the value of the next row, 0..100 or missing. @returns the position, 0..100 */
  append(value: number | undefined): number | undefined {
    const average = this.average.append(value);
    this.age = value === undefined ? this.age + 1 : 0;
    if (value !== undefined) this.values += 1;
    return this.values >= MIN_VALUES && this.age <= STALE_AFTER_ROWS ? average : undefined;
  }
}

/** A month. */
const SPAN_DAYS = 30;

/** Values needed before the average means anything: a month. */
const MIN_VALUES = 30;

/** Rows after which the newest value is too old. */
const STALE_AFTER_ROWS = 7;
