/**
 * Drops closes that cannot be true. Sources differ by up to 9 % in 2011, so single days need not agree; but a close
 * that leaps away from its neighbors is dropped if a second source disagrees with it.
 */

import { addDays, MAJORS, type UtcDay } from "peak-cycle-model";
import type { Metric, Observation } from "../domain/observation.js";
import { daysOf, LOOKBACK_DAYS, type StoredDays } from "./stored-days.js";

/** Two true closes of a day may differ by this much: exchanges differed by 9 % in 2011. */
const APART = 0.1;

/** Few true closes are further from their neighbors; that of 2020-03-12 was at 0.62. */
const LEAP_FACTOR = 1.5;

/** Closes on either side to compare with. */
const NEIGHBORS = 3;

const CLOSES: readonly Metric[] = ["btc-close", ...MAJORS.map((major) => `${major}-close` as const)];

/** @param from and `to`: the days that `stored` was read for */
export function soundCloses(stored: StoredDays, from: UtcDay, to: UtcDay): StoredDays {
  const left = new Set<Observation>();
  for (const metric of CLOSES) {
    const days = daysOf(addDays(from, -LOOKBACK_DAYS), to).map((day) => stored.all(metric, day));
    const closes = days.flatMap(([best]) => best ?? []);
    for (const [best, second] of days) {
      const isContradicted = best && second && Math.abs(second.value / best.value - 1) > APART;
      if (isContradicted && isLeap(closes, closes.indexOf(best))) left.add(best);
    }
  }
  return stored.filter((each) => !left.has(each));
}

/**
 * Whether a close is more than a factor above most of its neighbors, or below half of them. It may be true, as on
 * 2020-03-12 and in April 2013, so it is dropped only if a second source disagrees.
 *
 * @param closes oldest first
 */
function isLeap(closes: readonly Observation[], at: number): boolean {
  const value = closes[at]?.value ?? 0;
  const around = closes.slice(Math.max(0, at - NEIGHBORS), at + 1 + NEIGHBORS);
  const half = (around.length - 1) / 2; // without the close itself
  const lower = around.filter((each) => value > each.value * LEAP_FACTOR).length;
  const higher = around.filter((each) => each.value > value * LEAP_FACTOR).length;
  return lower > half || (higher > 0 && higher >= half);
}
