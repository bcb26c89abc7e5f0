import type { Range } from "../evaluation.js";
import { Fold } from "./series/fold.js";
import { RollingMaximum } from "./series/rolling-maximum.js";

/**
 * The range in which the price's place among the prices of two years before and after may turn out to lie. A split conformal
 * interval: two years after a day its place is known, and the distance of its score from it joins the sorted errors. The range is
 * the score plus and minus the error that nine of ten have not exceeded. Warm-up: 730 rows and 365 errors.
 *
 * Source: docs/method.md#range-of-the-later-place.
 */
export class LaterPlace extends Fold {
  private highs = new RollingMaximum(WINDOW_ROWS);
  /** Of the prices' negative logarithms: its greatest is the lowest price. */
  private lows = new RollingMaximum(WINDOW_ROWS);
  /** Log prices and scores of the last 730 rows, in rings; a row without a score is NaN. */
  private logs = new Float64Array(SIDE_ROWS);
  private scores = new Float64Array(SIDE_ROWS);
  private rows = 0;
  /** Ascending, points. */
  private errors = new Float64Array(FIRST_ERRORS);
  private known = 0;

  /**
   * Takes the next row.
   *
   * @param price USD
   * @param score 0..100, unrounded; `undefined` in a row without one
   * @returns the range, within 0..100; `undefined` while warming up or without a score
   */
  append(price: number, score: number | undefined): Range | undefined {
    const log = Math.log(price);
    const high = this.highs.append(log) as number; // a price is never missing
    const low = -(this.lows.append(-log) as number);
    const at = this.rows % SIDE_ROWS;
    if (this.rows >= SIDE_ROWS) this.learn(at, low, high);
    this.logs[at] = log;
    this.scores[at] = score ?? Number.NaN;
    this.rows += 1;
    if (score === undefined || this.known < MIN_ERRORS) return undefined;
    const nth = Math.min(this.known, Math.ceil(SHARE * (this.known + 1)));
    const width = this.errors[nth - 1] as number;
    return { low: Math.max(0, score - width), high: Math.min(100, score + width) };
  }

  /** The place of the row of two years ago is known now, and with it the error of its score. */
  private learn(at: number, low: number, high: number): void {
    const score = this.scores[at] as number;
    if (Number.isNaN(score)) return;
    const place = (100 * ((this.logs[at] as number) - low)) / Math.max(high - low, MIN_SPREAD);
    this.insert(Math.abs(score - place));
  }

  /** Moves the greater ones up: 40 KB at most after 6,000 rows, which takes about a microsecond. */
  private insert(error: number): void {
    if (this.known === this.errors.length) {
      const longer = new Float64Array(2 * this.known);
      longer.set(this.errors);
      this.errors = longer;
    }
    let [first, last] = [0, this.known];
    while (first < last) {
      const middle = (first + last) >> 1;
      if ((this.errors[middle] as number) > error) last = middle;
      else first = middle + 1;
    }
    this.errors.copyWithin(first + 1, first, this.known);
    this.errors[first] = error;
    this.known += 1;
  }
}

/** Rows to either side of a row among whose prices it has its place: two years, as in the record. */
const SIDE_ROWS = 730;

/** Rows from the first to the last price that make a place. */
const WINDOW_ROWS = 2 * SIDE_ROWS + 1;

/** Known errors before a range means anything: one year of days. */
const MIN_ERRORS = 365;

/** Share of the errors so far that are no greater than half the width of a range. */
const SHARE = 0.9;

/** Smallest spread of log prices, so that a price that never moved divides by something. */
const MIN_SPREAD = 1e-9;

/** Errors there is room for at first. */
const FIRST_ERRORS = 512;
