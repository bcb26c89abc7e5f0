/**
 * Leaves out closes that cannot be true. Sources differ by up to 9 % in 2011, so no agreement is required of single
 * days; but a close that leaps away from the days around it gives way to a second source that says something else.
 */

import { addDays, MAJORS, type UtcDay } from "peak-cycle-model";
import type { Metric, Observation } from "../domain/observation.js";
import { DAILY_METRICS, daysOf, LOOKBACK_DAYS, StoredDays } from "./stored-days.js";

/** Two closes of one day may lie so far apart where both are true: exchanges differed by 9 % in 2011. */
const APART = 0.1;

/** Few true closes lie further from those of the days around them: that of 2020-03-12 was at 0.62. */
const LEAP_FACTOR = 1.5;

/** Closes on either side that one is compared with. */
const NEIGHBORS = 3;

const CLOSES: readonly Metric[] = ["btc-close", ...MAJORS.map((major) => `${major}-close` as const)];

/** @param from and `to`: the days that `stored` was read for */
export function soundCloses(stored: StoredDays, from: UtcDay, to: UtcDay): StoredDays {
  const days = daysOf(addDays(from, -LOOKBACK_DAYS), to);
  const sound = DAILY_METRICS.map((metric) => {
    const leaping = CLOSES.includes(metric) ? leaps(days.flatMap((day) => stored.best(metric, day) ?? [])) : new Set();
    const kept = days.map((day) => {
      const all = stored.all(metric, day);
      const [first, second] = all;
      const isContradicted = first && second && Math.abs(second.value / first.value - 1) > APART;
      return [day, leaping.has(first) && isContradicted ? all.slice(1) : all] as const;
    });
    return [metric, new Map(kept)] as const;
  });
  return new StoredDays(new Map(sound));
}

/**
 * Closes that lie further than a factor above most of their neighbors, or below half of them. Such a close may be true,
 * as on 2020-03-12 and in April 2013: it is left out only when a second source says something else.
 *
 * @param closes oldest first
 */
function leaps(closes: readonly Observation[]): ReadonlySet<unknown> {
  const leaping = closes.filter(({ value }, at) => {
    const around = closes.slice(Math.max(0, at - NEIGHBORS), at + 1 + NEIGHBORS);
    const half = (around.length - 1) / 2; // without the close itself, which is neither above nor below
    const lower = around.filter((each) => value > each.value * LEAP_FACTOR).length;
    const higher = around.filter((each) => each.value > value * LEAP_FACTOR).length;
    return lower > half || (higher > 0 && higher >= half);
  });
  return new Set(leaping);
}
