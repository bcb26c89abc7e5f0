/** What the long chart shows: a window of the past, and the ranges of it that a reader can choose. */

import { addDays, formatDay, HALVING_DAYS, type PhaseKey, type UtcDay } from "peak-cycle-model";

/** What one drawing of the long chart shows. */
export interface CycleChartData {
  /** Oldest first, at least two. */
  readonly points: readonly CyclePoint[];
  /** Highs and lows to be named, oldest first. */
  readonly turns: readonly CycleTurn[];
  /** Whether the newest score is older than 2 hours: the line then ends in a hollow dot. */
  readonly isStale: boolean;
  /** Whether the last point is the newest score; without it the line ends without a dot. */
  readonly isLive: boolean;
  /** Whether there is a point a day: the panel of the score then shows a part of the scale. */
  readonly isDaily?: boolean;
}

/** A day of the long chart. */
export interface CyclePoint {
  readonly day: UtcDay;
  readonly priceUsd: number;
  /** 0..100, published; missing before the first score. */
  readonly score: number | undefined;
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

/** All that the long chart can show. */
export interface CyclePast {
  /** Oldest first, at least two: one a week, the days of the turns, and the newest score. */
  readonly points: readonly CyclePoint[];
  /** The last 30 days and the newest score, oldest first. */
  readonly daily: readonly CyclePoint[];
  /** Cycle highs and lows of the record, oldest first. */
  readonly turns: readonly CycleTurn[];
}

/** Parts of the past that a reader can choose, as in `?range=`; the first is the default. */
export const CYCLE_RANGES = ["all", "cycle", "2y", "1y", "30d"] as const;

export type CycleRange = (typeof CYCLE_RANGES)[number];

/** Days from the first to the last one shown. */
export interface CycleWindow {
  readonly from: UtcDay;
  readonly to: UtcDay;
}

/** What a reader asks for: a range, or days of which none need exist. */
export type CycleView = CycleRange | CycleWindow;

/** The days of a view that the past has. */
export function windowOf({ points }: Pick<CyclePast, "points">, range: CycleView): CycleWindow {
  const [first, to] = [points[0]?.day ?? (0 as UtcDay), points.at(-1)?.day ?? (0 as UtcDay)];
  if (range === "all") return { from: first, to };
  if (typeof range === "object") {
    const inside = (day: UtcDay) => Math.max(first, Math.min(to, day)) as UtcDay;
    const [from, end] = [inside(range.from), inside(range.to)];
    return from < end ? { from, to: end } : { from: first, to };
  }
  const from = range === "cycle" ? (HALVING_DAYS.findLast((day) => day <= to) ?? first) : addDays(to, -BACK[range]);
  return { from: Math.max(first, from) as UtcDay, to };
}

/** The query for a view, without a question mark; empty for all of the past. */
export function viewQuery(view: CycleView): string {
  if (typeof view === "object") return `from=${formatDay(view.from)}&to=${formatDay(view.to)}`;
  return view === "all" ? "" : `range=${view}`;
}

/** Days before the last one at which the shorter ranges begin. */
const BACK = { "2y": 730, "1y": 365, "30d": 29 } as const;

/** From so many days on a point a week is enough, and a point a day would be a blob. */
const WEEKLY_DAYS = 90;

/**
 * What a window shows. Prices and days of turns are those of the record, whatever the window; a window of days names its own
 * highest and lowest price, but not the newest, which the end of the line names.
 */
export function dataOf(past: CyclePast, { from, to }: CycleWindow, isStale: boolean): CycleChartData {
  const isWeekly = to - from >= WEEKLY_DAYS || past.daily.length < 2;
  const firstDaily = past.daily[0]?.day ?? to;
  const all = isWeekly ? past.points : [...past.points.filter(({ day }) => day < firstDaily), ...past.daily];
  const inside = all.filter(({ day }) => day >= from && day <= to);
  const nearest = all.findLastIndex(({ day }) => day <= to);
  const points = inside.length > 1 ? inside : all.slice(Math.max(0, nearest - 1), Math.max(2, nearest + 1));
  const isLive = points.at(-1) === all.at(-1);
  const isDaily = !isWeekly && from >= firstDaily;
  const turns = past.turns.filter(({ day }) => day >= from && day <= to);
  return { points, turns: isDaily ? extremes(points) : turns, isStale, isLive, isDaily };
}

function extremes(points: readonly CyclePoint[]): readonly CycleTurn[] {
  const byPrice = points.toSorted((one, other) => one.priceUsd - other.priceUsd);
  const turn = (kind: CycleTurn["kind"], point: CyclePoint | undefined): readonly CycleTurn[] =>
    point === undefined || point === points.at(-1)
      ? []
      : [{ kind, day: point.day, priceUsd: point.priceUsd, score: point.score ?? 0, isMain: true }];
  return [...turn("low", byPrice[0]), ...turn("high", byPrice.at(-1))].sort((one, other) => one.day - other.day);
}
