import { addDays, type Major, type UtcDay } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import { daysOf, LOOKBACK_DAYS, type StoredObservationsByDay } from "./observations-by-day.js";

/** Two closes of one day may lie so far apart where both are true: exchanges differed by 9 % in 2011. */
const APART = 0.1;

/**
 * The closes of each day without those of distrusted series. Sources differ by up to 9 % in 2011, so no agreement is
 * required of single days; but one that leaps away from the days around it gives way to a second source that says
 * something else.
 */
export function soundCloses(
  stored: StoredObservationsByDay,
  isTrusted: (each: Observation) => boolean,
  from: UtcDay,
  to: UtcDay,
): StoredObservationsByDay {
  const prefer = (closesOf: (day: UtcDay) => readonly Observation[]) => {
    const trusted = (day: UtcDay) => closesOf(day).filter(isTrusted);
    const best = daysOf(addDays(from, -LOOKBACK_DAYS), addDays(to, 1)).flatMap((day) => trusted(day).slice(0, 1));
    const leaping = new Set(leaps(best));
    return (day: UtcDay): readonly Observation[] => {
      const [close, second, ...others] = trusted(day);
      if (close === undefined || second === undefined || !leaping.has(close)) return trusted(day);
      const isContradicted = Math.abs(second.value / close.value - 1) > APART;
      return isContradicted ? [second, ...others] : trusted(day);
    };
  };
  const majors = new Map<Major, (day: UtcDay) => readonly Observation[]>();
  return {
    ...stored,
    closes: prefer(stored.closes),
    majors(major, day) {
      const closes = majors.get(major) ?? prefer((each) => stored.majors(major, each));
      majors.set(major, closes);
      return closes(day);
    },
  };
}

/** Few true closes lie further from those of the days around them: that of 2020-03-12 was at 0.62. */
const LEAP_FACTOR = 1.5;

/** Rows on either side that one is compared with. */
const NEIGHBORS = 3;

/**
 * Rows that lie further than a factor above most of their neighbors, or below half of them. Such a row may be true, as
 * on 2020-03-12 and in April 2013: it is left out only when a second source says something else.
 *
 * @param rows oldest first
 */
function leaps<T extends { readonly value: number }>(rows: readonly T[]): readonly T[] {
  return rows.filter(({ value }, at) => {
    const around = rows.slice(Math.max(0, at - NEIGHBORS), at + 1 + NEIGHBORS);
    const half = (around.length - 1) / 2; // without the row itself, which is neither above nor below
    const lower = around.filter((row) => value > row.value * LEAP_FACTOR).length;
    const higher = around.filter((row) => row.value > value * LEAP_FACTOR).length;
    return lower > half || (higher > 0 && higher >= half);
  });
}
