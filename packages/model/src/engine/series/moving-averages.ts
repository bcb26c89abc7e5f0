/** Simple and exponential moving averages. */

import { Fold } from "./fold.js";

/**
 * Plain mean of the last `window` values, from prefix sums kept in a ring: constant work per value, and results that no
 * later value changes.
 */
export class SimpleMovingAverage extends Fold {
  private readonly window: number;
  /** Prefix sum k is at index k modulo (window + 1); the ring's initial 0 is the sum of no values. */
  private readonly sums: Float64Array;
  private total = 0;
  private count = 0;

  /** @param window number of values, at least 1 */
  constructor(window: number) {
    super();
    this.window = window;
    this.sums = new Float64Array(window + 1);
  }

  /** Whether `window` values have been seen. Until then the mean covers all values so far. */
  get full(): boolean {
    return this.count >= this.window;
  }

  /** @returns the mean of the last `window` values, or of all while there are fewer: see `full` */
  append(value: number): number {
    const size = this.window + 1;
    this.total += value;
    this.count += 1;
    this.sums[this.count % size] = this.total;
    const length = Math.min(this.window, this.count);
    return (this.total - (this.sums[(this.count - length) % size] as number)) / length;
  }
}

/** Exponential average: starts at the first value, then each value pulls it 2 / (span + 1) of the way. */
export class ExponentialMovingAverage extends Fold {
  private readonly span: number;
  private average: number | undefined;

  /** @param span in rows; a value's weight falls to about an eighth after `span` rows */
  constructor(span: number) {
    super();
    this.span = span;
  }

  /** @returns the average so far; a missing value does not change it; `undefined` before the first value */
  append(value: number | undefined): number | undefined {
    if (value === undefined) return this.average;
    const before = this.average;
    this.average = before === undefined ? value : before + (2 / (this.span + 1)) * (value - before);
    return this.average;
  }
}
