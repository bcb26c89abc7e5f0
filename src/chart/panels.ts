import type { ChartDay, ChartView } from "./chart-data.js";
import { formatPrice, formatShortDay, PHASE_KEYS, translate } from "./locale.js";
import { halo, type RenderOptions, roundToTenth, type Tree, tree } from "./markup.js";
import type { Plot } from "./plot.js";

/** Opacity of the band of the current phase. */
export const CURRENT_BAND_OPACITY = 0.2;
/** Opacity of any other band. */
export const BAND_OPACITY = 0.12;

/** From this width in px on the middle day is named too. */
const MIDDLE_DAY_WIDTH = 400;

/** A point in px; as text it is `x,y`. */
type Point = readonly [x: number, y: number];

/** The phases as bands, the daily scores as dots, the smoothed ones as a line that ends in a mark; a legend above. */
export function scorePanel(view: ChartView, plot: Plot, options: RenderOptions): readonly Tree[] {
  const { colors, language } = options;
  const points = (value: (day: ChartDay) => number) =>
    view.days.map((day, index): Point => [plot.x(index, view.days.length), plot.y(value(day))]);
  const smoothed = points((day) => day.smoothed);
  const dots = points((day) => day.score).map((point) => `M${point}h0`);
  return [
    tree(
      "text",
      { x: plot.left - 20, y: plot.top - 10 },
      `— ${translate("smoothed", language)}`,
      tree("tspan", { dx: 14, fill: colors.muted }, `••• ${translate("daily", language)}`),
    ),
    ...bands(view, plot, options),
    tree("path", { d: dots.join(""), stroke: colors.muted, "stroke-width": 4, "stroke-linecap": "round" }),
    tree("polyline", { points: smoothed.join(" "), fill: "none", stroke: colors.text, "stroke-width": 2 }),
    ...smoothed
      .slice(-1)
      .map(([cx, cy]) =>
        tree("circle", { cx, cy, r: 5, fill: colors.text, stroke: colors.background, "stroke-width": 2 }),
      ),
    ...bandNames(view, plot, options),
  ];
}

/** The five phases as tinted bands 1 px apart, with the scores at which they begin. */
function bands({ now }: ChartView, { left, right, y }: Plot, { colors }: RenderOptions): readonly Tree[] {
  return PHASE_KEYS.flatMap((phase, index) => {
    const from = 20 * index;
    const band = tree("rect", {
      x: left,
      y: y(from + 20),
      width: right - left,
      height: y(0) - y(20) - 1,
      fill: colors[phase],
      "fill-opacity": phase === now?.phase ? CURRENT_BAND_OPACITY : BAND_OPACITY,
    });
    const label = { x: left - 5, y: y(from) + 4, "text-anchor": "end", fill: colors.muted };
    return from > 0 ? [band, tree("text", label, `${from}`)] : [band];
  });
}

/**
 * The names of the phases, each at the left end of its band, with a halo that keeps it apart from the lines. They stand in
 * the lower half of their bands where the line of smoothed scores begins in the upper half of one, else in the upper half.
 */
function bandNames({ days }: ChartView, { left, y }: Plot, { colors, language }: RenderOptions): readonly Tree[] {
  const offset = Number(days[4]?.smoothed) % 20 > 10 ? 4 : 11; // NaN with fewer days: the upper half
  return PHASE_KEYS.map((phase, index) => {
    const at = { x: left + 6, y: y(20 * index + offset), fill: colors[phase], ...halo(colors) };
    return tree("text", at, translate(phase, language));
  });
}

/** The current price as text, and the daily prices as a line on a scale of their own, with the highest and the lowest value. */
export function pricePanel({ now, days }: ChartView, plot: Plot, { colors, language }: RenderOptions): readonly Tree[] {
  const { left, right, priceTop, bottom } = plot;
  const prices = days.map((day) => day.priceUsd);
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

/** First, middle and last day; the last one says that they are UTC days. @param y base line in px */
export function dayAxis(
  days: readonly ChartDay[],
  y: number,
  { plot, options }: { readonly plot: Plot; readonly options: RenderOptions },
): readonly Tree[] {
  const { width, colors, language } = options;
  const last = days.length - 1;
  const label = (index: number, anchor: string) =>
    days.slice(index, index + 1).map(({ date }) => {
      const at = { x: plot.x(index, days.length), y, "text-anchor": anchor, fill: colors.muted };
      return tree("text", at, formatShortDay(date, language) + (index === last ? " UTC" : ""));
    });
  return [
    ...(last > 0 ? label(0, "start") : []),
    ...(last > 1 && width >= MIDDLE_DAY_WIDTH ? label(last >> 1, "middle") : []),
    ...label(last, "end"),
  ];
}
