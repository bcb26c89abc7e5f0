/** The model's named days and coins, and its inputs for each day. */

import { addDays, type UtcDay, utcDay } from "./instant.js";

// Constants here are marked pure, so that bundlers drop the ones that a script does not use.

/** The first day of the model and of the hash chain: the first with a Bitcoin price. */
export const FIRST_DAY: UtcDay = /* @__PURE__ */ utcDay("2010-07-18");

/**
 * The UTC days on which the block subsidy halved, oldest first. When block 210,000 x k has been mined, add that block's
 * day; never add an estimate.
 */
export const HALVING_DATES = ["2012-11-28", "2016-07-09", "2020-05-11", "2024-04-20"] as const;

export const HALVING_DAYS: readonly UtcDay[] = /* @__PURE__ */ HALVING_DATES.map(utcDay);

/**
 * The day on which the next halving is expected: the last halving plus the latest interval. This version does not list
 * that halving, and would count too many new coins after it, so upgrade before then.
 *
 * @example
 * ```ts
 * formatDay(nextHalvingExpected()); // "2028-03-30"
 * ```
 */
export function nextHalvingExpected(): UtcDay {
  const [before, last] = HALVING_DAYS.slice(-2) as [UtcDay, UtcDay];
  return addDays(last, last - before);
}

/** The model's inputs for one UTC day. `undefined` means missing, never zero. */
export interface DayInputs {
  /** BTC in USD: at 24:00 UTC for a closed day, the current price for the running day. */
  readonly price: number | undefined;
  /** Market value / realized value, a ratio. */
  readonly mvrv: number | undefined;
  /** Fear & Greed dated this day, 0..100. */
  readonly fearGreed: number | undefined;
  /** Bitcoin dominance in percent. */
  readonly dominance: number | undefined;
  /** Prices of the basket's coins in USD, same instant as `price`. */
  readonly majors: Readonly<Partial<Record<Major, number>>>;
}

/** The seven coins of the crypto basket, in the order their returns are summed. */
export const MAJORS = ["ada", "bnb", "doge", "eth", "ltc", "sol", "xrp"] as const;

/** One coin of the basket, by its symbol. */
export type Major = (typeof MAJORS)[number];
