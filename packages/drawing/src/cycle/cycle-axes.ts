/** The axes of the long chart, and the margin they need to the right of the plot. */
import { formatDay, type UtcDay, utcDay, yearOf } from "peak-cycle-model";
import { color } from "../colors.js";
import { formatMonth, formatShortDay, formatUsd, type Language, PHASES, phaseAt, phaseName } from "../locale.js";
import { type Tree, tree } from "../markup.js";
import { BOLD, textWidth } from "../svg.js";
import { type CyclePlot, type CycleScale, type LabelTier, PRICE } from "./cycle-scale.js";
import { labelAt } from "./viewport.js";

/** Distance from the plot to the labels to its right, in px. */
const NAME_DISTANCE = 9;

/** The phase names, to the right of their bands: they also serve as the scale. */
export function phaseAxis({ data, scale, tier, language, fontSize }: CyclePlot): readonly Tree[] {
  const current = phaseAt(data.points.at(-1)?.score ?? 0);
  return PHASES.map(({ key, from, to }) => {
    const at = labelAt([1, scale.scoreY((from + to) / 2)], fontSize, NAME_DISTANCE, toBaseLine(fontSize));
    const weight = key === current ? 700 : 500;
    const name = phaseName(key, language, tier !== "medium");
    return tree("text", { ...at, fill: color(key), "font-weight": weight }, name);
  });
}

/** The width that the longest phase name and the newest price need to the right of the plot, in px at the font size. */
export function rightMargin(language: Language, fontSize: number, tier: LabelTier): number {
  const isShort = tier !== "medium";
  const names = PHASES.map(({ key }) => textWidth(phaseName(key, language, isShort), fontSize));
  const prices = [86_350, 1_234_567].map((usd) => BOLD * textWidth(formatUsd(usd, language, isShort), fontSize));
  return Math.ceil(Math.max(...names, ...prices) + NAME_DISTANCE);
}

/** Distance from the middle of a line of text down to its baseline, in px. */
function toBaseLine(fontSize: number): number {
  return Math.round(0.36 * fontSize);
}

/** The newest price, and the axis prices that are not too close to it. */
export function priceAxis({ data, height, scale, tier, language, fontSize }: CyclePlot): readonly Tree[] {
  const end = data.points.at(-1);
  if (end === undefined) return [];
  const at = (usd: number) => labelAt([1, scale.priceY(usd)], fontSize, NAME_DISTANCE, toBaseLine(fontSize));
  const newest = formatUsd(end.priceUsd, language, tier !== "medium");
  const isFar = (usd: number) => Math.abs(scale.priceY(usd) - scale.priceY(end.priceUsd)) * height >= NEAR;
  const numbers = scale.prices
    .filter(isFar)
    .map((usd) => tree("text", { ...at(usd), fill: color("soft") }, formatUsd(usd, language, true)));
  return [...numbers, tree("text", { ...at(end.priceUsd), "font-weight": 700 }, newest)];
}

/** The least distance in px between an axis price and the newest price. */
const NEAR = 14;

/** The dates below both panels. */
export function timeAxis({ width, scale, language, fontSize, tier }: CyclePlot): readonly Tree[] {
  const room = tier === "bare" ? LEAST_WIDTH : width;
  return timeTicks(scale, room, fontSize, language, 3.9).map(({ day, text, anchor }) => {
    const at = labelAt([scale.x(day), PRICE.bottom], fontSize, 0, Math.round(1.65 * fontSize));
    return tree("text", { ...at, "text-anchor": anchor, fill: color("soft") }, text);
  });
}

/** Width in px that a plot without inner labels is assumed to have for its dates, at the usual text size. */
const LEAST_WIDTH = 85;

interface TimeTick {
  readonly day: UtcDay;
  readonly text: string;
  /**
   * `end`: the label ends at its day, as at the plot's right edge; `undefined`: it starts at its day, as at the left
   * edge.
   */
  readonly anchor: "middle" | "end" | undefined;
}

/**
 * The ticks of the time axis, as close together as their labels allow.
 *
 * @param width of the plot in px @param aside how far a label may extend beyond the plot's left edge, in px
 */
export function timeTicks(
  { from, to, x }: CycleScale,
  width: number,
  fontSize: number,
  language: Language,
  aside = 10,
): readonly TimeTick[] {
  const placeTick = (tick: TimeTick) => {
    const size = textWidth(tick.text, fontSize);
    const left = x(tick.day) * width - (tick.anchor === "middle" ? size / 2 : tick.anchor === "end" ? size : 0);
    return { tick, left, right: left + size };
  };
  for (const step of STEPS) {
    if ((to - from) / step > MOST_TICKS) continue;
    const isDays = step < MONTH;
    const all = isDays ? dayTicks(from, to, step, language) : monthTicks(from, to, step / MONTH, language);
    const labels = all
      .map(placeTick)
      .filter(({ tick, left, right }) => tick.anchor !== "middle" || (left >= -aside && right <= width + 10));
    const gap = step < 365 || width < 500 ? GAP : YEARS_GAP;
    if (labels.every(({ left }, i) => i === 0 || left - (labels[i - 1]?.right ?? 0) >= gap))
      return labels.map(({ tick }) => tick);
  }
  return [];
}

/** Space in px between two axis labels, and between two years on a wide plot. */
const GAP = 14;
const YEARS_GAP = 36;

/** Steps between labels in days: one and two weeks, then whole months. */
const MONTH = 31;
const STEPS = [7, 14, ...[1, 3, 6, 12, 24, 36, 48, 60, 120].map((months) => months * MONTH)];

/** More ticks would look like a row of numbers, not an axis. */
const MOST_TICKS = 16;

/** One tick every `step` days, counted back from the last day. */
function dayTicks(from: UtcDay, to: UtcDay, step: number, language: Language): readonly TimeTick[] {
  const count = Math.floor((to - from) / step);
  return Array.from({ length: count + 1 }, (_, i) => {
    const day = (to - (count - i) * step) as UtcDay;
    const anchor = i === count ? "end" : day === from ? undefined : "middle";
    return { day, text: formatShortDay(formatDay(day), language), anchor };
  });
}

/** The first day of every `months` months: `Apr`, `Jul`, `Oct`, `2025`; the first shows its year if no other does. */
function monthTicks(from: UtcDay, to: UtcDay, months: number, language: Language): readonly TimeTick[] {
  const count = Math.ceil((12 * (yearOf(to) - yearOf(from) + 1)) / months);
  const firsts = Array.from({ length: count }, (_, i) => {
    const month = months * (Math.ceil((12 * yearOf(from)) / months) + i);
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  }).filter((first) => utcDay(first) >= from && utcDay(first) <= to);
  const isJanuary = (first: string) => first.slice(5, 7) === "01";
  const hasYear = firsts.some(isJanuary);
  return firsts.map((first, i) => {
    const month = isJanuary(first) ? [] : [formatMonth(first, language)];
    const year = isJanuary(first) || (i === 0 && !hasYear) ? [first.slice(0, 4)] : [];
    return { day: utcDay(first), text: [...month, ...year].join(" "), anchor: "middle" };
  });
}
