/**
 * Two drawings of the record that have a row for each phase, the highest on top: shares of days as bars, returns as a
 * box plot.
 */

import type { PhaseKey } from "peak-cycle-model";
import { type ColorTokens, fillOf } from "./colors.js";
import { translate } from "./locale.js";
import { type Tree, tree } from "./markup.js";
import { PHASE_KEYS } from "./phases.js";
import { plainSvg, type RenderOptions, roundToTenth } from "./svg.js";

/** A bar for each phase, with its share in figures. @param max the share that fills the width, above 0 */
export function shareBars(
  { shares, max }: { readonly shares: PhaseShares; readonly max: number },
  options: RenderOptions,
  textAlternative: string,
): Tree {
  const { width, colors, language } = options;
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const rows = phaseRows(options, { top: 0, row: BAR_ROW }, (phase, y) => {
    const share = shares[phase];
    const length = roundToTenth(((width - LEFT - RIGHT) * (share ?? 0)) / max);
    return [
      tree("rect", { x: LEFT, y: y - 7, width: length, height: 14, fill: colors[fillOf(phase)], "fill-opacity": 0.45 }),
      tree("text", { x: LEFT + length + 6, y: y + 4 }, share === undefined ? "–" : percent.format(share)),
    ];
  });
  return plainSvg(rows, textAlternative, { ...options, height: BAR_ROW * PHASE_KEYS.length, fontSize: 11 });
}

/** Share of the days in each phase, 0..1; `undefined` where it is not known. */
export type PhaseShares = Readonly<Record<PhaseKey, number | undefined>>;

/** The names of the phases stand left of it, in px. */
const LEFT = 102;
/** Room for `100.0%` right of the longest bar. */
const RIGHT = 48;
const BAR_ROW = 24;

/** The name of each phase, the highest on top, and what is drawn beside it. @param draw given the middle of the row in px */
function phaseRows(
  { colors, language }: RenderOptions,
  { top, row }: { readonly top: number; readonly row: number },
  draw: (phase: PhaseKey, y: number) => readonly Tree[],
): readonly Tree[] {
  return PHASE_KEYS.toReversed().flatMap((phase, i) => {
    const y = top + row * i + row / 2;
    const name = { x: 0, y: y + 4, fill: colors[phase], "font-weight": 600 };
    return [tree("text", name, translate(phase, language)), ...draw(phase, y)];
  });
}

/** For each phase the middle 80 % of the returns after it as a line, the middle half as a bar, the median as a mark. */
export function boxPlot(view: BoxPlotView, options: RenderOptions, textAlternative: string): Tree {
  const { width, colors, language } = options;
  const height = TOP + BOX_ROW * PHASE_KEYS.length;
  const [low, high] = [Math.log1p(view.min), Math.log1p(view.max)];
  const x = (value: number) => roundToTenth(LEFT + ((width - LEFT - 18) * (Math.log1p(value) - low)) / (high - low));
  const format = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero" });
  const percent = (value: number) => format.format(value).replace("-", "−");
  const ticks = visibleTicks(view, x).flatMap((each) => [
    tree("path", { d: `M${x(each)} ${TOP - 4}V${height}`, stroke: each === 0 ? colors.muted : colors.border }),
    tree("text", { x: x(each), y: TOP - 9, "text-anchor": "middle", fill: colors.muted }, percent(each)),
  ]);
  const rows = phaseRows(options, { top: TOP, row: BOX_ROW }, (phase, y) => {
    const quantiles = view.rows[phase];
    return quantiles === undefined
      ? [tree("text", { x: LEFT, y: y + 4, fill: colors.muted }, "–")]
      : box(quantiles, x, { y, fill: colors[fillOf(phase)], colors });
  });
  return plainSvg([...ticks, ...rows], textAlternative, { ...options, height, fontSize: 11 });
}

/** Quantiles of the returns after a phase, e.g. 0.27. */
export interface ReturnQuantiles {
  readonly p10: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly p90: number;
}

export interface BoxPlotView {
  /** `undefined` where no day was followed by enough others. */
  readonly rows: Readonly<Record<PhaseKey, ReturnQuantiles | undefined>>;
  /** Ends of the scale, the same in drawings that stand beside each other, e.g. -0.8 and 9. */
  readonly min: number;
  readonly max: number;
}

/** Ticks of the axis from 0 outward, as far as they lie on it. */
const TICKS = [-0.5, 1, -0.75, 3, -0.9, 9, 29] as const;

/** Least distance of two labels of the axis in px. */
const MIN_TICK_DISTANCE = 48;

const BOX_ROW = 28;
/** Height of the axis in px. */
const TOP = 22;

/** The ticks within the scale whose labels do not meet, chosen from 0 outward. */
function visibleTicks({ min, max }: BoxPlotView, x: (value: number) => number): readonly number[] {
  const shown: number[] = [0];
  for (const each of TICKS) {
    const isOnScale = each >= min && each <= max;
    if (isOnScale && shown.every((other) => Math.abs(x(other) - x(each)) >= MIN_TICK_DISTANCE)) shown.push(each);
  }
  return shown;
}

function box(
  { p10, p25, median, p75, p90 }: ReturnQuantiles,
  x: (value: number) => number,
  { y, fill, colors }: { readonly y: number; readonly fill: string; readonly colors: ColorTokens },
): readonly Tree[] {
  const half = { x: x(p25), y: y - 6, width: Math.max(1, roundToTenth(x(p75) - x(p25))), height: 12 };
  return [
    tree("path", { d: `M${x(p10)} ${y}H${x(p90)}M${x(p10)} ${y - 4}v8M${x(p90)} ${y - 4}v8`, stroke: fill }),
    tree("rect", { ...half, fill, "fill-opacity": 0.45 }),
    tree("path", { d: `M${x(median)} ${y - 9}v18`, stroke: colors.text, "stroke-width": 2 }),
  ];
}
