/** The position of a value between the usual low and high of its own past, from 0 to 100. */

import type { Indicator, Row } from "../row.js";
import { Fold } from "./fold.js";
import { WeightedSample } from "./weighted-sample.js";

/** Days in which the weight of a past value halves: one halving cycle, four years. */
const HALF_LIFE_DAYS = 1461;

/**
 * Weight of a row in a band. Weights grow with the row instead of falling with age, which is equivalent after division
 * by their sum. So no weight ever changes, and a double can hold them for some 4,000 years.
 *
 * @param index the row, 0 or more
 */
export function timeWeight(index: number): number {
  return 2 ** (index / HALF_LIFE_DAYS);
}

/** Rows at the start of a raw series that never enter its band: the first year of prices is not a market. */
const BURN_IN_ROWS = 365;

/** Values a band needs before it means anything: one year of days. */
const MIN_SAMPLE = 365;

/** The band's ends as shares of the weight: the usual central 95 %. */
const LOW_SHARE = 0.025;
const HIGH_SHARE = 0.975;

/** Smallest width of a band, in units of the raw value, so that a series that never moved does not divide by zero. */
const MIN_WIDTH = 1e-9;

/**
 * The position of a raw value in the band of its own past, where recent years weigh more: 0 = as low as it usually
 * gets, 100 = as high. Warm-up: 365 rows of burn-in, then 365 present values.
 *
 * Source: docs/method.md#position-in-the-time-weighted-band.
 */
export class BandPosition extends Fold {
  private readonly sample = new WeightedSample();

  /**
   * Takes the raw value of the next row.
   *
   * @returns its position 0..100, `undefined` while warming up or without a value
   */
  append(row: Row, value: number | undefined): number | undefined {
    const { sample } = this;
    if (value === undefined || row.pricedRows < BURN_IN_ROWS) return undefined;
    sample.add(value, row.weight);
    if (sample.size < MIN_SAMPLE) return undefined;
    const low = sample.lowQuantile(LOW_SHARE);
    const high = sample.highQuantile(HIGH_SHARE);
    return 100 * Math.min(1, Math.max(0, (value - low) / Math.max(high - low, MIN_WIDTH)));
  }
}

/** A raw series and the band it is measured in, fed row by row. */
export class PositionTrack<R extends Row> extends Fold {
  private readonly indicator: Indicator<R>;
  private readonly band = new BandPosition();

  constructor(indicator: Indicator<R>) {
    super();
    this.indicator = indicator;
  }

  /** Takes the next row. @returns the position, 0..100; `undefined` while warming up or when an input is missing */
  append(row: R): number | undefined {
    return this.band.append(row, this.indicator.append(row));
  }
}
