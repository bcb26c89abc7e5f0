/** Positions of days, prices and scores in the long chart, and the data its parts are drawn from. */
import { HALVING_DAYS, type UtcDay } from "peak-cycle-model";
import type { Language } from "../locale.js";
import type { CycleChartData } from "./cycle-data.js";
import type { Place } from "./viewport.js";

/** Maps days, prices and scores to shares of the plot. */
export interface CycleScale {
  x(day: number): number;
  priceY(usd: number): number;
  scoreY(score: number): number;
  /** Axis prices: powers of ten if there are three, else 1-2-5 or an even step. */
  readonly prices: readonly number[];
  readonly from: UtcDay;
  readonly to: UtcDay;
  /** Oldest first. */
  readonly halvings: readonly UtcDay[];
}

/** @throws RangeError without points */
export function cycleScale({ points, turns }: CycleChartData): CycleScale {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("a chart needs at least one point");
  const logs = points.map(({ priceUsd }) => Math.log10(priceUsd));
  const [least, greatest] = [Math.min(...logs), Math.max(...logs)];
  const span = Math.max(MIN_POWERS, greatest - least);
  const isLowest = turns.some(({ kind, priceUsd }) => kind === "low" && Math.log10(priceUsd) < least + span / 4);
  const [low, high] = [least - ROOM[isLowest ? "label" : "below"] * span, greatest + ROOM.above * span];
  const days = Math.max(1, last.day - first.day);
  return {
    x: (day) => (day - first.day) / days,
    priceY: (usd) => PRICE.bottom - ((PRICE.bottom - PRICE.top) * (Math.log10(usd) - low)) / (high - low),
    scoreY: (score) => SCORE.bottom - ((SCORE.bottom - SCORE.top) * score) / 100,
    prices: priceTicks(low, greatest + AXIS_TOP * span),
    from: first.day,
    to: last.day,
    halvings: HALVING_DAYS.filter((day) => day >= first.day && day <= last.day),
  };
}

/** Room above and below the prices, and for the label of a low at the bottom, as shares of the log range. */
const ROOM = { above: 0.12, below: 0.06, label: 0.4 } as const;

/** How far above the highest price the axis ends, as a share of the log range. */
const AXIS_TOP = 0.04;

/** Minimum range in powers of ten, so that prices that hardly move are not magnified. */
const MIN_POWERS = 0.04;

/**
 * How much the labels show: `bare` only the axes, `narrow` also short prices of turns, `medium` also their scores, and
 * full names.
 */
export type LabelTier = "bare" | "narrow" | "medium";

/** The data that all parts of the long chart are drawn from. */
export interface CyclePlot {
  readonly data: CycleChartData;
  readonly scale: CycleScale;
  readonly language: Language;
  readonly tier: LabelTier;
  /** The minimum width that its labels are placed for, in px. */
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
}

/** Where a day's price is drawn. */
export function pricePlace({ scale }: CyclePlot, day: number, usd: number): Place {
  return [scale.x(day), scale.priceY(usd)];
}

/** Top and bottom of the two panels as shares of the plot: the score's has 150 px of the usual 390. */
export const SCORE = { top: 0.055, bottom: 0.44 } as const;
export const PRICE = { top: 0.535, bottom: 0.93 } as const;

/** From the baseline of a panel's title to the panel, in px. */
export const TITLE_DISTANCE = 8;

/** Three to five axis prices where possible. @param low lowest power of ten @param high highest */
export function priceTicks(low: number, high: number): readonly number[] {
  const tens = stepsOf([1], low, high);
  if (tens.length >= 3) return tens;
  const steps = stepsOf([1, 2, 5], low, high);
  if (steps.length >= 3) return steps.length <= 5 ? steps : tens.length >= 2 ? tens : steps.slice(0, 5);
  return evenTicks(10 ** low, 10 ** high);
}

/** Multiples of powers of ten. @param low lowest power of ten @param high highest */
function stepsOf(factors: readonly number[], low: number, high: number): readonly number[] {
  const powers = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, i) => Math.floor(low) + i);
  return powers
    .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
    .filter((each) => Math.log10(each) >= low && Math.log10(each) <= high);
}

/** Multiples of the smallest even step that gives at most five prices, all different in three digits. */
function evenTicks(from: number, to: number): readonly number[] {
  const unit = 10 ** Math.floor(Math.max(Math.log10((to - from) / 5), Math.log10(to) - 2));
  const countOf = (step: number) => Math.floor(to / step) - Math.ceil(from / step) + 1;
  const step = unit * ([1, 2, 2.5, 5, 10].find((factor) => countOf(factor * unit) <= 5) ?? 10);
  return Array.from({ length: countOf(step) }, (_, i) => (Math.ceil(from / step) + i) * step);
}
