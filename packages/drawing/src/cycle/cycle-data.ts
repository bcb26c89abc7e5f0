/** What the long chart shows, and the ranges of it that a reader can choose. */

import { HALVING_DAYS, type PhaseKey, type UtcDay } from "peak-cycle-model";

/** What the long chart shows. */
export interface CycleChartData {
  /** Oldest first, at least two: one a week, and one a day in the last 30 days. */
  readonly points: readonly CyclePoint[];
  /** Oldest first. */
  readonly turns: readonly CycleTurn[];
  /** In which the price's later place may turn out to lie, by the newest score; 0..100. */
  readonly laterPlace: { readonly low: number; readonly high: number } | undefined;
  /** Whether the newest score is older than 2 hours: the line then ends in a hollow dot. */
  readonly isStale: boolean;
}

/** A day of the long chart. */
export interface CyclePoint {
  readonly day: UtcDay;
  readonly priceUsd: number;
  /** 0..100, published; missing before the first score. */
  readonly score: number | undefined;
  /** 0..100; missing before the first score, and for the running day. */
  readonly smoothed?: number | undefined;
  /** The settled phase, which gives the line its color; missing before the first score. */
  readonly phase: PhaseKey | undefined;
}

export interface CycleTurn {
  readonly kind: "high" | "low";
  readonly day: UtcDay;
  readonly priceUsd: number;
  /** Published for that day, 0..100. */
  readonly score: number;
  /** Whether it is the highest high or the lowest low between two halvings: such turns are named first. */
  readonly isMain: boolean;
}

/** The data of the chart without the staleness, which depends on the moment of looking. */
export type CyclePast = Omit<CycleChartData, "isStale">;

/** Parts of the past that a reader can choose, as in `?range=`; the first is the default. */
export const CYCLE_RANGES = ["all", "cycle", "2y", "30d"] as const;

export type CycleRange = (typeof CYCLE_RANGES)[number];

/**
 * The part of the data that a range shows. Other ranges than all mark their own highest and lowest price instead of the
 * turns; one at the end needs no mark, since the end of the line is labeled.
 */
export function dataOfRange(data: CycleChartData, range: CycleRange): CycleChartData {
  const last = data.points.at(-1);
  if (range === "all" || last === undefined) return data;
  const from =
    range === "cycle" ? (HALVING_DAYS.findLast((day) => day <= last.day) ?? 0) : last.day + 1 - RANGE_DAYS[range];
  const inside = data.points.filter(({ day }) => day >= from);
  const points = inside.length > 1 ? inside : data.points.slice(-2);
  return { ...data, points, turns: extremes(points) };
}

/** Days in the shorter ranges, today's included. */
const RANGE_DAYS = { "2y": 731, "30d": 30 } as const;

function extremes(points: readonly CyclePoint[]): readonly CycleTurn[] {
  const byPrice = points.toSorted((one, other) => one.priceUsd - other.priceUsd);
  const turn = (kind: CycleTurn["kind"], point: CyclePoint | undefined): readonly CycleTurn[] =>
    point === undefined || point === points.at(-1)
      ? []
      : [{ kind, day: point.day, priceUsd: point.priceUsd, score: point.score ?? 0, isMain: true }];
  return [...turn("low", byPrice[0]), ...turn("high", byPrice.at(-1))].sort((one, other) => one.day - other.day);
}
