/** The data of the long chart, and the time ranges that a reader can choose. */

import { addDays, HALVING_DAYS, type UtcDay } from "peak-cycle-model";

/** The data of one drawing of the long chart. */
export interface CycleChartData {
  /** Oldest first, at least two. */
  readonly points: readonly CyclePoint[];
  /** Highs and lows to label, oldest first. */
  readonly turns: readonly CycleTurn[];
  /** Whether the newest score, the last point, is over 2 hours old: the lines then end in hollow dots. */
  readonly isStale: boolean;
}

/** A day of the long chart. */
export interface CyclePoint {
  readonly day: UtcDay;
  readonly priceUsd: number;
  /** 0..100, published. */
  readonly score: number;
}

export interface CycleTurn extends CyclePoint {
  readonly kind: "high" | "low";
  /** Whether it is the highest high or the lowest low between two halvings: such turns are labeled first. */
  readonly isMain: boolean;
}

/** Everything the long chart can show. */
export interface CyclePast {
  /** Oldest first, at least two: one per week, the days of the turns, and the newest score. */
  readonly points: readonly CyclePoint[];
  /** Every day of the current cycle, or of a year if that is longer, and the newest score; oldest first. */
  readonly daily: readonly CyclePoint[];
  /** Cycle highs and lows of the record, oldest first. */
  readonly turns: readonly CycleTurn[];
}

/** Time ranges that a reader can choose, as in `?range=`; the first is the default. */
export const CYCLE_RANGES = ["all", "cycle", "1y", "30d"] as const;

export type CycleRange = (typeof CYCLE_RANGES)[number];

/** Days between the points of a range. */
const STEPS: Readonly<Record<Exclude<CycleRange, "all">, number>> = { cycle: 3, "1y": 1, "30d": 1 };

/**
 * The data of a range: one point per week with the main turns of the record, one for every third day of the cycle, or
 * one per day. A shorter range labels its own highest and lowest price, but not the newest, which the end of the line
 * shows.
 */
export function dataOf(past: CyclePast, range: CycleRange, isStale: boolean): CycleChartData {
  if (range === "all") {
    return { points: past.points, turns: past.turns.filter(({ isMain }) => isMain), isStale };
  }
  const from = firstDay(past.points.at(-1)?.day ?? (0 as UtcDay), range);
  const since = (some: readonly CyclePoint[]) => some.filter(({ day }) => day >= from);
  const days = since(past.daily).filter((_, i, all) => (all.length - 1 - i) % STEPS[range] === 0);
  const weeks = since(past.points);
  // Days that begin later than the weeks do not cover the whole range.
  const isWhole = days[1] && (days[0]?.day ?? 0) < (weeks[0]?.day ?? 0) + 7;
  const points = isWhole ? days : weeks[1] ? weeks : past.points.slice(-2);
  return { points, turns: extremes(points), isStale };
}

/** The first day of the current cycle. */
export function cycleStart(today: UtcDay): number {
  return HALVING_DAYS.findLast((day) => day <= today) ?? Number.NEGATIVE_INFINITY;
}

/** The first day of a range that ends today. */
function firstDay(today: UtcDay, range: CycleRange): number {
  return range === "cycle" ? cycleStart(today) : addDays(today, range === "1y" ? -365 : -29);
}

function extremes(points: readonly CyclePoint[]): readonly CycleTurn[] {
  const byPrice = points.toSorted((one, other) => one.priceUsd - other.priceUsd);
  const turn = (kind: CycleTurn["kind"], point: CyclePoint | undefined): readonly CycleTurn[] =>
    point === undefined || point === points.at(-1) ? [] : [{ kind, ...point, isMain: true }];
  return [...turn("low", byPrice[0]), ...turn("high", byPrice.at(-1))].sort((one, other) => one.day - other.day);
}
