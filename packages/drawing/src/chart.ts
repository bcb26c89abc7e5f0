import { BADGE_HEIGHT, scoreBlock } from "./badge.js";
import type { Asset, ChartView, ShownDay } from "./chart-data.js";
import { BAND_OPACITY, CURRENT_BAND_OPACITY, fillOf } from "./colors.js";
import { formatPrice, formatShortDay, translate } from "./locale.js";
import { type Tree, tree } from "./markup.js";
import { PHASES } from "./phases.js";
import { halo, PADDING, type Point, type RenderOptions, roundToTenth, summarize, svgRoot } from "./svg.js";
import { changeText } from "./text-alternatives.js";

/**
 * The chart that others embed: score now, 30 days of score and smoothed score over the five phases, and the price. That of
 * crypto has the score of the days alone, in the room of both. Same size in every state and for both assets.
 */
export function chart(view: ChartView, options: RenderOptions): Tree {
  const plot = plotOf(options.width, view.asset);
  const head = chartHead(view, options);
  const body = tree(
    "g",
    { "font-size": 11, "stroke-linejoin": "round" },
    ...scorePanel(view, plot, options),
    ...(view.asset === "crypto" ? [] : pricePanel(view, plot, options)),
    ...dayAxis(view.days, { plot, options }),
  );
  const textAlternative = summarize(head) + changeText(view.days, options.language);
  return svgRoot([...head, body], chartHeight(options.width), textAlternative, options);
}

/** Height in px of a chart of that width, without attribution. */
export function chartHeight(width: number): number {
  return plotOf(width).axis + BELOW_AXIS;
}

/** Space in px below the base line of the day labels. */
const BELOW_AXIS = 16;

/** The score block of a badge, the signal, and each raised flag behind a warning sign. */
function chartHead(view: ChartView, options: RenderOptions): readonly Tree[] {
  const { now } = view;
  const { width, colors, language } = options;
  const block = scoreBlock(view, options);
  if (!now) return block;
  const [first, ...others] = isNarrow(width) ? BELOW : OPPOSITE;
  const at = isNarrow(width) ? { x: PADDING } : { x: width - PADDING, "text-anchor": "end" };
  const flags = (["descentGuard", "topRisk"] as const).filter((flag) => now[flag]);
  return [
    ...block,
    ...(now.signal
      ? [tree("text", { ...at, y: first }, `${translate("signal", language)}: ${translate(now.signal, language)}`)]
      : []),
    ...flags.map((flag, index) =>
      tree("text", { ...at, y: others[index], fill: colors.accent }, `▲ ${translate(flag, language)}`),
    ),
  ];
}

/** Base lines in px of the signal and the two flags: below the score block, or opposite it at the right. */
const BELOW = [141, 160, 179] as const;
const OPPOSITE = [103, 26, 122] as const;

/** Whether a width in px is too narrow for two texts of the head beside each other. */
function isNarrow(width: number): boolean {
  return width < 320;
}

/** The phases as bands, the daily scores as dots, the smoothed ones as a line, and a mark at the score; a legend above. */
function scorePanel(view: ChartView, plot: Plot, options: RenderOptions): readonly Tree[] {
  const { colors, language } = options;
  const isCrypto = view.asset === "crypto";
  const ofBitcoin = (part: Tree) => (isCrypto ? [] : [part]);
  const points = (value: (day: ShownDay) => number) =>
    view.days.map((day, index): Point => [plot.x(index, view.days.length), plot.y(value(day))]);
  const line = points((day) => day.smoothed ?? day.score);
  const mark = { fill: colors.text, stroke: colors.background, "stroke-width": 2 };
  const dots = points((day) => day.score).map((point) => `M${point}h0`);
  return [
    tree(
      "text",
      { x: plot.left - 20, y: plot.top - 10 },
      `— ${translate(isCrypto ? "daily" : "smoothed", language)}`,
      ...ofBitcoin(tree("tspan", { dx: 14, fill: colors.muted }, `••• ${translate("daily", language)}`)),
    ),
    ...bands(view, plot, options),
    ...ofBitcoin(
      tree("path", { d: dots.join(""), stroke: colors.muted, "stroke-width": 4, "stroke-linecap": "round" }),
    ),
    tree("polyline", { points: line.join(" "), fill: "none", stroke: colors.text, "stroke-width": 2 }),
    ...line.slice(-1).map(([cx, end]) => {
      const cy = view.now === undefined ? end : plot.y(view.now.score);
      return tree("circle", { cx, cy, r: 5, ...mark });
    }),
    ...bandNames(view, plot, options),
  ];
}

/** The five phases as tinted bands 1 px apart, with the scores at which they begin. */
function bands({ now }: ChartView, { left, right, y }: Plot, { colors }: RenderOptions): readonly Tree[] {
  return PHASES.flatMap(({ key, from, to }) => {
    const band = tree("rect", {
      x: left,
      y: y(to),
      width: right - left,
      height: roundToTenth(y(from) - y(to) - 1),
      fill: colors[fillOf(key)],
      "fill-opacity": key === now?.phase ? CURRENT_BAND_OPACITY : BAND_OPACITY,
    });
    const label = { x: left - 5, y: y(from) + 4, "text-anchor": "end", fill: colors.muted };
    return from > 0 ? [band, tree("text", label, `${from}`)] : [band];
  });
}

/**
 * The names of the phases, each at the left end of its band, with a halo that keeps it apart from the lines. They stand in
 * the lower half of their bands where the line of smoothed scores begins in the upper half of one, else in the upper half.
 */
function bandNames(
  { asset, days }: ChartView,
  { left, y }: Plot,
  { colors, language }: RenderOptions,
): readonly Tree[] {
  const begin = Number(days[4]?.smoothed ?? days[4]?.score); // NaN with fewer days: the upper half
  const isInUpperHalf = PHASES.some(({ from, to }) => begin > (from + to) / 2 && begin < to);
  // In points of the score; the bands of crypto are higher.
  const [low, high] = asset === "crypto" ? [3, 14] : [4, 11];
  return PHASES.map(({ key, from }) => {
    const at = { x: left + 6, y: y(from + (isInUpperHalf ? low : high)), fill: colors[key], ...halo(colors) };
    return tree("text", at, translate(key, language));
  });
}

/** The current price as text, and the daily prices as a line on a scale of their own, with the highest and the lowest value. */
function pricePanel({ now, days }: ChartView, plot: Plot, { colors, language }: RenderOptions): readonly Tree[] {
  const { left, right, priceTop, bottom } = plot;
  const prices = days.map((day) => Number(day.priceUsd));
  const max = Math.max(...prices);
  const min = Math.min(...prices);
  const share = (price: number) => (max > min ? (price - min) / (max - min) : 0.5);
  const points = prices.map((price, index) => ({
    price,
    x: plot.x(index, days.length),
    y: roundToTenth(bottom - (bottom - priceTop) * share(price)),
  }));
  const extremes = [...new Set([max, min])].flatMap((price) => points.find((point) => point.price === price) ?? []);
  const current = now?.priceUsd ?? prices.at(-1);
  const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
  return [
    tree("text", { x: left - 20, y: priceTop - 22 }, current ? `BTC ${formatPrice(current, language)} USD` : "BTC"),
    tree("polyline", { points: line, fill: "none", stroke: colors.muted, "stroke-width": 1.5 }),
    ...points.slice(-1).map(({ x, y }) => tree("circle", { cx: x, cy: y, r: 3, fill: colors.muted })),
    ...extremes.map(({ price, x, y }) => {
      const anchor = x < (left + right) / 2 ? "start" : "end";
      const at = { x, y: y + (price === max ? -7 : 15), "text-anchor": anchor, fill: colors.muted };
      return tree("text", at, formatPrice(price, language));
    }),
    tree("path", { d: `M${left} ${bottom + 20.5}H${right}`, stroke: colors.border }),
  ];
}

/** First, middle and last day; the last one says that they are UTC days. */
function dayAxis(
  days: readonly ShownDay[],
  { plot, options }: { readonly plot: Plot; readonly options: RenderOptions },
): readonly Tree[] {
  const { width, colors, language } = options;
  const last = days.length - 1;
  const label = (index: number, anchor: string) =>
    days.slice(index, index + 1).map(({ date }) => {
      const at = { x: plot.x(index, days.length), y: plot.axis, "text-anchor": anchor, fill: colors.muted };
      return tree("text", at, formatShortDay(date, language) + (index === last ? " UTC" : ""));
    });
  return [
    ...(last > 0 ? label(0, "start") : []),
    ...(last > 1 && width >= MIDDLE_DAY_WIDTH ? label(last >> 1, "middle") : []),
    ...label(last, "end"),
  ];
}

/** From this width in px on the middle day is named too. */
const MIDDLE_DAY_WIDTH = 400;

/** The geometry of a chart in px of the drawing, so that a crosshair can be drawn on top. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  /** Top of the score panel, where the score is 100. */
  readonly top: number;
  /** Bottom of the score panel, where the score is 0. */
  readonly scoreBottom: number;
  readonly priceTop: number;
  /** Bottom of the lowest panel: the crosshair goes from `top` to here. */
  readonly bottom: number;
  /** Base line of the day labels. */
  readonly axis: number;
  /** @param index 0 for the oldest of `count` days; a day alone stands at the right */
  x(index: number, count: number): number;
  /** @param score 0..100 */
  y(score: number): number;
}

/** Height in px of the head of a chart of that width: the score block, and where it is narrow signal and flags below it. */
export function headHeight(width: number): number {
  return isNarrow(width) ? 193 : BADGE_HEIGHT;
}

/** The geometry of `chart` at a width in px. @param asset Bitcoin by default */
export function plotOf(width: number, asset?: Asset): Plot {
  const tenPoints = Math.round(Math.min(26, Math.max(12, width / 36)));
  const top = headHeight(width) + 24;
  const scoreBottom = top + 10 * tenPoints;
  const priceTop = scoreBottom + 46;
  const bottom = priceTop + 3 * tenPoints;
  const axis = bottom + 36;
  const edges = { left: PADDING + 20, right: width - PADDING, priceTop, axis };
  // Nothing stands below the score of crypto, and nothing but the score block above it.
  return asset === "crypto"
    ? plotWithin({ ...edges, top: BADGE_HEIGHT + 24, scoreBottom: axis - 18, bottom: axis - 18 })
    : plotWithin({ ...edges, top, scoreBottom, bottom });
}

/** The geometry of a plot with the given edges. */
function plotWithin(edges: Omit<Plot, "x" | "y">): Plot {
  const { left, right, top, scoreBottom } = edges;
  return {
    ...edges,
    x: (index, count) => (count < 2 ? right : roundToTenth(left + ((right - left) * index) / (count - 1))),
    y: (score) => roundToTenth(scoreBottom - ((scoreBottom - top) * score) / 100),
  };
}
