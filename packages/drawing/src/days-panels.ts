/** The last 30 days: the price in the colors of the phases, and below it the score on the part of the scale around it. */

import type { ChartDay, ChartView } from "./chart-data.js";
import { BAND_OPACITY, type ColorTokens, CURRENT_BAND_OPACITY, fillOf } from "./colors.js";
import { runsOf } from "./cycle/cycle-chart.js";
import { scoreRange } from "./cycle/cycle-scale.js";
import { formatShortDay, formatUsd, nameOf, translate } from "./locale.js";
import { type Tree, tree } from "./markup.js";
import { PHASES } from "./phases.js";
import { halo, PADDING, type RenderOptions, roundToTenth, SEMIBOLD, text } from "./svg.js";

/** As a group, from its upper edge down. */
export function daysPanels(view: ChartView, options: RenderOptions): Tree {
  const plot = daysPlot(view, options.width);
  const { points, priceTop, scoreTop, hasPrice, isNarrow } = plot;
  const title = (y: number, words: string) => text(PADDING, y, words, { "font-size": 12, "font-weight": 600 });
  return tree(
    "g",
    { fill: options.colors.text, "font-size": 11, "stroke-width": 2 },
    ...(hasPrice ? [title(priceTop - 34, "Bitcoin, USD")] : []),
    title(scoreTop - 10, `${isNarrow ? "" : `${nameOf(view.asset, options.language)}, `}0–100`),
    ...bands(view, plot, options),
    ...(hasPrice ? priceLine(view, plot, options) : []),
    ...(points.length > 0 ? scoreLine(view, plot, options) : []),
    ...names(view, plot, options),
  );
}

/** Height in px of the panels of that width. */
export function panelsHeight(width: number): number {
  return 150 + 2 * panelHeight(width);
}

function panelHeight(width: number): number {
  return Math.round(Math.min(170, 66 + width / 8));
}

/** The days with the score now at their end, which takes the place of the row of its day, and where they lie in px. */
export function daysPlot({ asset, days, now }: ChartView, width: number) {
  const hasPrice = asset !== "crypto";
  const date = now?.updatedAt.slice(0, 10) ?? "";
  const points: readonly ChartDay[] =
    now && days[0] ? [...days.filter((day) => day.date < date), { ...now, date }] : days;
  const prices = points.map(({ priceUsd = 0 }) => priceUsd);
  const [min, max] = [Math.min(...prices), Math.max(...prices)];
  const scores = scoreRange(points, true);
  const height = panelHeight(width);
  const priceTop = 54;
  const scoreTop = hasPrice ? priceTop + height + 56 : 34;
  const bottom = priceTop + 2 * height + 56;
  const right = width - PADDING - BESIDE;
  const within = (share: number) => Math.max(0, Math.min(1, share));
  return {
    points,
    prices,
    min,
    max,
    scores,
    right,
    priceTop,
    scoreTop,
    bottom,
    hasPrice,
    /** Whether there is room for the first day beside the last one. */
    isNarrow: width < 300,
    x: (index: number) => roundToTenth(PADDING + ((right - PADDING) * index) / (points.length - 1 || 1)),
    priceY: (usd: number) => roundToTenth(priceTop + (max > min ? (height * (max - usd)) / (max - min) : height / 2)),
    scoreY: (score: number) =>
      roundToTenth(scoreTop + (bottom - scoreTop) * within((scores.high - score) / (scores.high - scores.low))),
  };
}

/** Room in px right of the panels: for the newest price, and the scores of the axis. */
const BESIDE = 84;

type DaysPlot = ReturnType<typeof daysPlot>;

/** The part of the phases that the panel shows, with the scores at which they end. */
function bands({ now }: ChartView, { right, scores, scoreY }: DaysPlot, { colors }: RenderOptions): readonly Tree[] {
  return PHASES.flatMap(({ key, from, to }) => {
    const y = scoreY(to);
    const size = { x: PADDING, y, width: right - PADDING, height: roundToTenth(scoreY(from) - y) };
    const opacity = key === now?.phase ? CURRENT_BAND_OPACITY : BAND_OPACITY;
    const isInside = to >= scores.low && to <= scores.high;
    return [
      tree("rect", { ...size, fill: colors[fillOf(key)], "fill-opacity": opacity }),
      ...(isInside ? [text(right + 9, y + 4, `${to}`, { fill: colors.muted })] : []),
    ];
  });
}

/** The names of the phases that have room, at that edge of the band which is farther from the line. */
function names(
  { now }: ChartView,
  { points, isNarrow, scoreY }: DaysPlot,
  { colors, language }: RenderOptions,
): readonly Tree[] {
  const lineY = scoreY(points[BEHIND_NAMES]?.score ?? 0);
  return PHASES.flatMap(({ key, from, to }) => {
    const [top, bottom] = [scoreY(to), scoreY(from)];
    const style = { fill: colors[key], ...halo(colors), "font-weight": key === now?.phase ? 600 : undefined };
    const hasRoom = bottom - top > 18 && !isNarrow;
    const y = lineY < (top + bottom) / 2 ? bottom - 6 : top + 14;
    return hasRoom ? [text(PADDING + 5, y, translate(key, language), style)] : [];
  });
}

/** The day whose score lies behind the middle of a name, more or less. */
const BEHIND_NAMES = 2;

/** The price in the colors of the phases, with a dot where it ends, the newest one, the highest and the lowest. */
function priceLine({ now }: ChartView, plot: DaysPlot, { colors, language }: RenderOptions): readonly Tree[] {
  const { points, prices, min, max, right, isNarrow, x, priceY } = plot;
  const runs = runsOf(points.map(({ phase }, i) => ({ phase, at: `${x(i)} ${priceY(prices[i] ?? 0)}` })));
  const extreme = (usd: number, dy: number): readonly Tree[] => {
    const at = x(prices.indexOf(usd));
    const style = { "text-anchor": at < right / 2 ? undefined : "end", ...SEMIBOLD };
    return at < right && !isNarrow ? [text(at, priceY(usd) + dy, formatUsd(usd, language, true), style)] : [];
  };
  return [
    ...runs.map((run) => line(`M${run.points.map(({ at }) => at).join("L")}`, colors[fillOf(run.phase)])),
    ...extreme(max, -8),
    ...(min < max ? extreme(min, 17) : []),
    ...points.slice(-1).flatMap(({ phase, priceUsd = 0 }) => [
      ...(now ? [endDot(plot, priceY(priceUsd), colors[fillOf(phase)], colors)] : []),
      text(right + 9, priceY(priceUsd) + 4, formatUsd(priceUsd, language, true), {
        fill: colors[phase],
        ...SEMIBOLD,
      }),
    ]),
  ];
}

/** The score, with a dot where it ends, and the first and the last day; that says that they are UTC days. */
function scoreLine({ now }: ChartView, plot: DaysPlot, { colors, language }: RenderOptions): readonly Tree[] {
  const { points, right, bottom, isNarrow, x, scoreY } = plot;
  const day = ({ date }: ChartDay) => formatShortDay(date, language);
  const muted = { fill: colors.muted };
  const last = isNarrow ? { x: PADDING } : { x: right, "text-anchor": "end" };
  return [
    line(`M${points.map(({ score }, i) => `${x(i)} ${scoreY(score)}`).join("L")}`, colors.text),
    ...points
      .slice(0, isNarrow ? 0 : -1)
      .slice(0, 1)
      .map((each) => text(PADDING, bottom + 18, day(each), muted)),
    ...points
      .slice(-1)
      .flatMap((each) => [
        ...(now ? [endDot(plot, scoreY(each.score), colors.text, colors)] : []),
        text(0, bottom + 18, `${day(each)} UTC`, { ...last, ...muted }),
      ]),
  ];
}

function line(d: string, stroke: string): Tree {
  return tree("path", { d, fill: "none", stroke });
}

function endDot({ right: cx }: DaysPlot, cy: number, fill: string, { background: stroke }: ColorTokens): Tree {
  return tree("circle", { cx, cy, r: 4.5, fill, stroke });
}
