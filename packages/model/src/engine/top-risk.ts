/** Detects patterns of a cycle top: one of the two flags. */
import type { FlagInputs, Positions } from "./row.js";
import { Fold } from "./series/fold.js";
import { SimpleMovingAverage } from "./series/moving-averages.js";
import { RollingMaximum } from "./series/rolling-maximum.js";

/**
 * Top risk: up for 30 days after either of two cycle-top patterns, regardless of the score. A blow-off is the Pi cycle
 * top; a divergence is a price that holds its highs on weaker valuations. Cleared when the descent guard goes up, since
 * the top is then in the past. Warm-up: 350 rows for a blow-off, two positions for a divergence.
 *
 * Source: Swift 2019 for the blow-off; docs/method.md#top-risk.
 */
export class TopRiskDetector extends Fold {
  private short = new SimpleMovingAverage(PI_SHORT_DAYS);
  private long = new SimpleMovingAverage(PI_LONG_DAYS);
  private recentHigh = new RollingMaximum(RECENT_ROWS);
  private yearHigh = new RollingMaximum(YEAR_ROWS);
  private yearStrength = new RollingMaximum(YEAR_ROWS);
  /** Highest price so far, USD. */
  private high = Number.NEGATIVE_INFINITY;
  private lastTrigger: number | undefined;

  /**
   * Takes the next row.
   *
   * @param isInDescent whether the descent guard is up in this row
   * @returns whether top risk is up at its end
   */
  append(row: FlagInputs, isInDescent: boolean): boolean {
    const blowOff = this.blowsOff(row.price);
    const divergence = this.diverges(row);
    if (!row.hasScore) return false;
    if (blowOff || divergence) this.lastTrigger = row.index;
    if (isInDescent) this.lastTrigger = undefined;
    return this.lastTrigger !== undefined && row.index - this.lastTrigger <= RAISED_ROWS;
  }

  private blowsOff(price: number): boolean {
    this.high = Math.max(this.high, price);
    const short = this.short.append(price);
    const long = this.long.append(price);
    return this.long.full && short >= PI_SHARE * PI_MULTIPLE * long && price >= BLOW_OFF_HIGH * this.high;
  }

  private diverges({ price, positions }: FlagInputs): boolean {
    const recentHigh = this.recentHigh.append(price);
    const yearHigh = this.yearHigh.append(price) as number; // a price is never missing
    const strength = strengthOf(positions);
    const best = this.yearStrength.append(strength);
    if (strength === undefined || best === undefined) return false;
    const isAtHigh = recentHigh === yearHigh && price >= HOLDING_HIGH * yearHigh;
    return isAtHigh && best >= MIN_PEAK_STRENGTH && best - strength >= WEAKENED_BY;
  }
}

/** The Pi cycle top indicator's two averages, in days, and the multiple of the long one, as published. */
const PI_SHORT_DAYS = 111;
const PI_LONG_DAYS = 350;
const PI_MULTIPLE = 2;

/** Share of the Pi line that is enough: a tolerance of 5 % on the published rule. */
const PI_SHARE = 0.95;

/** Share of the all-time high below which a blow-off is over. */
const BLOW_OFF_HIGH = 0.7;

/** Windows of the two-month and one-year highs that the divergence compares, in rows. */
const RECENT_ROWS = 60;
const YEAR_ROWS = 365;

/** Share of the year's highest price that counts as holding it. */
const HOLDING_HIGH = 0.85;

/** The year's best strength must have reached the lower bound of HOT, and strength must now be this far below it. */
const MIN_PEAK_STRENGTH = 60;
const WEAKENED_BY = 15;

/** Positions needed for a strength. */
const MIN_POSITIONS = 2;

/** Rows the flag stays up after a trigger. */
const RAISED_ROWS = 30;

/** The plain mean of three positions, 0..100; one alone is too little evidence. */
function strengthOf({ mvrv, ma200w, roi }: Positions): number | undefined {
  let sum = 0;
  let present = 0;
  for (const position of [mvrv, ma200w, roi]) {
    if (position === undefined) continue;
    sum += position;
    present += 1;
  }
  return present < MIN_POSITIONS ? undefined : sum / present;
}
