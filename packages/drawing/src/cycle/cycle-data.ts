/** The data of the long chart, and the time ranges that a reader can choose. */

import { addDays, HALVING_DAYS, type PhaseKey, type UtcDay } from "peak-cycle-model";

/** The data of one drawing of the long chart. */
export interface CycleChartData {
  /** Oldest first, at least two. */
  readonly points: readonly CyclePoint[];
  /** Highs and lows to label, oldest first. */
  readonly turns: readonly CycleTurn[];
  /** Whether the newest score, the last point, is over 2 hours old: the line then ends in a hollow dot. */
  readonly isStale: boolean;
  /** Whether there is one point per day. */
  readonly isDaily?: boolean;
}

/** A day of the long chart. */
export interface CyclePoint {
  readonly day: UtcDay;
  readonly priceUsd: number;
  /** 0..100, published. */
  readonly score: number;
  /** The settled phase, which sets the line's color. */
  readonly phase: PhaseKey;
}

export interface CycleTurn {
  readonly kind: "high" | "low";
  readonly day: UtcDay;
  readonly priceUsd: number;
  /** The score published for that day, 0..100. */
  readonly score: number;
  /** Whether it is the highest high or the lowest low between two halvings: such turns are labeled first. */
  readonly isMain: boolean;
}

/** Everything the long chart can show. */
export interface CyclePast {
  /** Oldest first, at least two: one per week, the days of the turns, and the newest score. */
  readonly points: readonly CyclePoint[];
  /** The last 30 days and the newest score, oldest first. */
  readonly daily: readonly CyclePoint[];
  /** Cycle highs and lows of the record, oldest first. */
  readonly turns: readonly CycleTurn[];
}

/** Time ranges that a reader can choose, as in `?range=`; the first is the default. */
export const CYCLE_RANGES = ["all", "cycle", "1y", "30d"] as const;

export type CycleRange = (typeof CYCLE_RANGES)[number];

/**
 * The data of a range: one point per week with the main turns of the record, or one per day for the last 30 days. A
 * shorter range labels its own highest and lowest price, but not the newest, which the end of the line shows.
 */
export function dataOf(past: CyclePast, range: CycleRange, isStale: boolean): CycleChartData {
  if (range === "30d" && past.daily.length > 1) {
    return { points: past.daily, turns: extremes(past.daily), isStale, isDaily: true };
  }
  if (range === "all") {
    return { points: past.points, turns: past.turns.filter(({ isMain }) => isMain), isStale };
  }
  const from = firstDay(past.points.at(-1)?.day ?? (0 as UtcDay), range);
  const inside = past.points.filter(({ day }) => day >= from);
  const points = inside.length > 1 ? inside : past.points.slice(-2);
  return { points, turns: extremes(points), isStale };
}

/** The first day of a range that ends today. */
function firstDay(today: UtcDay, range: CycleRange): number {
  if (range === "cycle") return HALVING_DAYS.findLast((day) => day <= today) ?? Number.NEGATIVE_INFINITY;
  return addDays(today, range === "1y" ? -365 : -29);
}

function extremes(points: readonly CyclePoint[]): readonly CycleTurn[] {
  const byPrice = points.toSorted((one, other) => one.priceUsd - other.priceUsd);
  const turn = (kind: CycleTurn["kind"], point: CyclePoint | undefined): readonly CycleTurn[] =>
    point === undefined || point === points.at(-1)
      ? []
      : [{ kind, day: point.day, priceUsd: point.priceUsd, score: point.score, isMain: true }];
  return [...turn("low", byPrice[0]), ...turn("high", byPrice.at(-1))].sort((one, other) => one.day - other.day);
}
