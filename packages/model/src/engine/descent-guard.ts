/** Detects bear markets that have not capitulated yet: one of the two flags. */
import type { PositionKey } from "../evaluation.js";
import type { FlagInputs, Positions } from "./row.js";
import { Fold } from "./series/fold.js";
import { SimpleMovingAverage } from "./series/moving-averages.js";

/**
 * The descent guard: up during a bear market that has not capitulated yet, when a low score does not mean a bargain.
 *
 * It ends with a recovery, a repaired trend, or a capitulation followed by three calm weeks. After the last two it can
 * return only after a new all-time high, so each bear market is one episode. Warm-up: 200 rows.
 *
 * Source: docs/method.md#descent-guard.
 */
export class DescentGuardDetector extends Fold {
  private state: State = "IDLE";
  private average = new SimpleMovingAverage(TREND_DAYS);
  /** Highest price so far, USD. */
  private high = Number.NEGATIVE_INFINITY;
  /** Consecutive rows above the trend line. */
  private above = 0;
  /**
   * The current bear market: the highest price before it and the lowest in it, in USD; the rows of the lowest price and
   * of the last sign.
   */
  private peak = 0;
  private trough = 0;
  private troughRow = 0;
  private signRow: number | undefined;

  /** Takes the next row. @returns whether the guard is up at its end */
  append(row: FlagInputs): boolean {
    const { price } = row;
    const newHigh = price > this.high;
    this.high = Math.max(this.high, price);
    const mean = this.average.append(price);
    const trend = this.average.full ? mean : undefined;
    this.above = trend !== undefined && price > trend ? this.above + 1 : 0;
    if (!row.hasScore || trend === undefined) return false;
    if (this.state === "IDLE" && newHigh) this.state = "ARMED";
    if (this.state === "ARMED") this.watchForFall(row, trend);
    else if (this.state === "ACTIVE") this.watchForEnd(row);
    return this.state === "ACTIVE";
  }

  private watchForFall(row: FlagInputs, trend: number): void {
    if (row.price > FALL * this.high || row.price >= trend) return;
    this.state = "ACTIVE";
    this.peak = this.high;
    this.trough = row.price;
    this.troughRow = row.index;
    this.signRow = capitulates(row.positions) ? row.index : undefined;
  }

  private watchForEnd(row: FlagInputs): void {
    if (row.price < this.trough) {
      this.trough = row.price;
      this.troughRow = row.index;
    }
    if (capitulates(row.positions)) this.signRow = row.index;
    if (row.price >= RECOVERY * this.peak) this.state = "ARMED";
    else if (this.above >= REPAIR_ROWS || this.hasCapitulated(row.index)) this.state = "IDLE";
  }

  private hasCapitulated(index: number): boolean {
    return this.signRow !== undefined && index - this.signRow <= SIGN_ROWS && index - this.troughRow >= CALM_ROWS;
  }
}

/** A fall of 30 % from the highest price: the usual bear market threshold, with a margin before an alarm. */
const FALL = 0.7;

/** Days of the usual trend line. */
const TREND_DAYS = 200;

/**
 * Share of the peak at which the fall counts as recovered. It must be above the 70 % that raise the guard, or the guard
 * would flicker.
 */
const RECOVERY = 0.85;

/** Consecutive rows above the trend line that repair the trend: four months. */
const REPAIR_ROWS = 120;

/** Rows during which a sign of capitulation counts: about two months. */
const SIGN_ROWS = 60;

/** Rows without a new low that end a fall: three weeks. */
const CALM_ROWS = 21;

/** One bear market: IDLE waits for a new high, ARMED for a fall from it, ACTIVE for the end of the fall. */
type State = "IDLE" | "ARMED" | "ACTIVE";

/** Signs of capitulation: a position at or below its level (lowest sixth of a band; the vendor's "extreme fear"). */
const SIGNS: readonly { readonly key: PositionKey; readonly max: number }[] = [
  { key: "mvrv", max: 15 },
  { key: "puell", max: 15 },
  { key: "ma200w", max: 15 },
  { key: "roi", max: 15 },
  { key: "fng", max: 25 },
];

/** The minimum number of signs, and their minimum share of the signs whose input is present. */
const MIN_SIGNS = 3;
const MIN_SHARE = 0.75;

/** Whether the market has capitulated: at least three signs, and three quarters of those whose input is present. */
export function capitulates(positions: Positions): boolean {
  let signs = 0;
  let raisedSigns = 0;
  for (const { key, max } of SIGNS) {
    const position = positions[key];
    if (position === undefined) continue;
    signs += 1;
    if (position <= max) raisedSigns += 1;
  }
  return raisedSigns >= MIN_SIGNS && raisedSigns >= MIN_SHARE * signs;
}
