import { HALVING_DAYS } from "../../domain/day.js";
import { formatDay, type UtcDay, utcDay, yearOf } from "../../domain/instant.js";
import type { CycleColors } from "../colors.js";
import { formatDate, formatShortDay, type Language } from "../locale.js";
import { textWidth } from "../markup.js";
import type { CycleChartData } from "./cycle-data.js";
import type { Frame } from "./frame.js";

/** Heights of the two panels as shares of the plot, and where the lines of the halvings begin. */
export const PRICE = { top: 0.075, bottom: 0.615 } as const;
export const SCORE = { top: 0.69, bottom: 0.945 } as const;
export const HALVING_TOP = 0.06;

/** Where days, prices and scores lie, as shares of the plot. */
export interface CycleScale {
  readonly x: (day: number) => number;
  readonly priceY: (usd: number) => number;
  readonly scoreY: (score: number) => number;
  /** Prices of the axis: powers of ten where there are three, else 1-2-5 or an even step. */
  readonly prices: readonly number[];
  readonly from: UtcDay;
  readonly to: UtcDay;
  /** Those between the two, oldest first. */
  readonly halvings: readonly UtcDay[];
}

/** Room above and below the prices for their labels, as a share of the range of the powers. */
const ROOM = { above: 0.24, below: 0.19 } as const;

/** The uppermost share of the panel belongs to the names of the halvings. */
const AXIS_TOP = 0.08;

/** Least range in powers of ten: prices that hardly move are not blown up. */
const MIN_POWERS = 0.04;

/** @throws RangeError without points */
export function cycleScale({ points }: CycleChartData): CycleScale {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("a chart without points cannot be drawn");
  const logs = points.map(({ priceUsd }) => Math.log10(priceUsd));
  const [least, greatest] = [Math.min(...logs), Math.max(...logs)];
  const span = Math.max(MIN_POWERS, greatest - least);
  const [low, high] = [least - ROOM.below * span, greatest + ROOM.above * span];
  const days = Math.max(1, last.day - first.day);
  return {
    x: (day) => (day - first.day) / days,
    priceY: (usd) => PRICE.bottom - ((PRICE.bottom - PRICE.top) * (Math.log10(usd) - low)) / (high - low),
    scoreY: (score) => SCORE.bottom - ((SCORE.bottom - SCORE.top) * score) / 100,
    prices: priceTicks(low, high - AXIS_TOP * (high - low)),
    from: first.day,
    to: last.day,
    halvings: HALVING_DAYS.filter((day) => day >= first.day && day <= last.day),
  };
}

/** Three to five prices of the axis where that is possible. @param low least power of ten @param high greatest */
export function priceTicks(low: number, high: number): readonly number[] {
  const isInside = (usd: number) => Math.log10(usd) >= low && Math.log10(usd) <= high;
  const powers = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, i) => Math.floor(low) + i);
  const tens = powers.map((power) => 10 ** power).filter(isInside);
  if (tens.length >= 3) return tens;
  const steps = powers.flatMap((power) => [1, 2, 5].map((factor) => factor * 10 ** power)).filter(isInside);
  if (steps.length >= 3) return steps.length <= 5 ? steps : tens.length >= 2 ? tens : steps.slice(0, 5);
  return evenTicks(10 ** low, 10 ** high);
}

/** Multiples of the least even step of which there are at most five. */
function evenTicks(from: number, to: number): readonly number[] {
  const unit = 10 ** Math.floor(Math.log10((to - from) / 5));
  const countOf = (step: number) => Math.floor(to / step) - Math.ceil(from / step) + 1;
  const step = unit * ([1, 2, 2.5, 5, 10].find((factor) => countOf(factor * unit) <= 5) ?? 10);
  return Array.from({ length: countOf(step) }, (_, i) => (Math.ceil(from / step) + i) * step);
}

interface TimeTick {
  readonly day: UtcDay;
  readonly text: string;
  /** The last one of a range of days stands before the end of the plot. */
  readonly anchor: "middle" | "end" | "start";
}

/** Space in px between two labels of the axis. */
const GAP = 14;

/** Distances of the labels: days, then months. */
const STEPS = [
  { days: 7 },
  { days: 14 },
  { months: 1 },
  { months: 3 },
  { months: 6 },
  { months: 12 },
  { months: 24 },
  { months: 36 },
  { months: 48 },
  { months: 60 },
  { months: 120 },
] as const;

/** The days of the time axis at the closest distance at which their labels do not touch. @param width of the plot in px */
export function timeTicks(
  { from, to, x }: CycleScale,
  { width, fontSize, language }: { readonly width: number; readonly fontSize: number; readonly language: Language },
): readonly TimeTick[] {
  const inside = (tick: TimeTick): boolean => {
    const half = textWidth(tick.text, fontSize) / 2;
    return tick.anchor !== "middle" || (x(tick.day) * width >= half - 10 && x(tick.day) * width <= width - half + 10);
  };
  for (const step of STEPS) {
    const longest = "days" in step ? step.days : 31 * step.months;
    if ((to - from) / longest > 2 * MAX_TICKS) continue; // of sixteen years, 800 names of days would be made for nothing
    const ticks = (
      "days" in step ? dayTicks(from, to, step.days, language) : monthTicks(from, to, step.months, language)
    ).filter(inside);
    if (ticks.length <= MAX_TICKS && areApart(ticks)) return ticks;
  }
  return [];

  function areApart(ticks: readonly TimeTick[]): boolean {
    const edges = ticks.map(({ day, text, anchor }) => {
      const size = textWidth(text, fontSize);
      const left = x(day) * width - (anchor === "middle" ? size / 2 : anchor === "end" ? size : 0);
      return { left, right: left + size };
    });
    return edges.every(({ left }, i) => left - (edges[i - 1]?.right ?? Number.NEGATIVE_INFINITY) >= GAP);
  }
}

/** More would be a row of numbers instead of an axis. */
const MAX_TICKS = 16;

/** Every so many days, the last one counted from the end. */
function dayTicks(from: UtcDay, to: UtcDay, step: number, language: Language): readonly TimeTick[] {
  const count = Math.floor((to - from) / step);
  return Array.from({ length: count + 1 }, (_, i) => {
    const day = (to - (count - i) * step) as UtcDay;
    const anchor = i === count ? "end" : day === from ? "start" : "middle";
    return { day, text: formatShortDay(formatDay(day), language), anchor };
  });
}

/** The first of every so many months: `Apr`, `Jul`, `Oct`, `2025`; the first one with its year if no other says one. */
function monthTicks(from: UtcDay, to: UtcDay, months: number, language: Language): readonly TimeTick[] {
  const firsts: string[] = [];
  for (let month = 12 * yearOf(from); month <= 12 * yearOf(to) + 11; month += 1) {
    const text = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
    if (month % months === 0 && utcDay(text) >= from && utcDay(text) <= to) firsts.push(text);
  }
  const hasYear = firsts.some(isJanuary);
  return firsts.map((text, i) => {
    const isNamed = i > 0 || hasYear;
    const options: Intl.DateTimeFormatOptions = isJanuary(text)
      ? { year: "numeric" }
      : { month: "short", ...(isNamed ? {} : { year: "numeric" }) };
    const name = formatDate(text, language, options).replace(" de ", " ");
    return { day: utcDay(text), text: name, anchor: "middle" };
  });
}

function isJanuary(text: string): boolean {
  return text.slice(5, 7) === "01";
}

/** How much labels say: `narrow` has years and short prices, `medium` months, `wide` days. */
export type LabelTier = "narrow" | "medium" | "wide";

/** All that a part of the long chart is drawn from. */
export interface CyclePlot {
  readonly data: CycleChartData;
  /** Where days, prices and scores lie, as shares of the plot. */
  readonly scale: CycleScale;
  /** How such shares become attributes. */
  readonly frame: Frame;
  readonly tier: LabelTier;
  /** px */
  readonly fontSize: number;
  readonly colors: CycleColors;
  readonly language: Language;
}
