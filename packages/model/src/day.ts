// The days and coins that the model knows by name, and the figures that it takes for each day.

import { type UtcDay, utcDay } from "./instant.js";

// What a script does not need is left out of its bundle: constants here are marked as pure.

/** The first day of the model and of the hash chain: the first with a price of Bitcoin. */
export const FIRST_DAY: UtcDay = /* @__PURE__ */ utcDay("2010-07-18");

/**
 * The UTC days on which the block subsidy halved, oldest first. A day is added when block 210,000 x k is mined, with
 * that block's day; never from an estimate.
 */
export const HALVING_DAYS: readonly UtcDay[] = /* @__PURE__ */ [
  "2012-11-28",
  "2016-07-09",
  "2020-05-11",
  "2024-04-20",
].map(utcDay);

/** What the model takes of one UTC day. `undefined` means missing, which is never zero. */
export interface DayInputs {
  /** BTC in USD: at 24:00 UTC for a closed day, now for the running day. */
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

/** The seven coins of the crypto basket, in the order in which their returns are summed. */
export const MAJORS = ["ada", "bnb", "doge", "eth", "ltc", "sol", "xrp"] as const;

/** One coin of the basket, by its symbol. */
export type Major = (typeof MAJORS)[number];
