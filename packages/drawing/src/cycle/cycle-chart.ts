/**
 * The long chart: the score on top, in the color of the band it is in, and below it the price in gray on a log scale.
 * Dotted lines at the halvings go through both.
 */
import { color, fillOf } from "../colors.js";
import { type Language, PHASES, phaseAt, pickTranslation } from "../locale.js";
import { CYCLE_TEXTS } from "../locales/words.js";
import { type Tree, tree } from "../markup.js";
import { bandPaths, HALO, type Point, pathData } from "../svg.js";
import { phaseAxis, priceAxis, timeAxis } from "./cycle-axes.js";
import type { CycleChartData } from "./cycle-data.js";
import { cycleLabels, halvingLabels } from "./cycle-labels.js";
import { type CyclePlot, cycleScale, type LabelTier, PRICE, pricePlace, SCORE, TITLE_DISTANCE } from "./cycle-scale.js";
import { labelAt, markAt, type Place, ruleBetween, STRETCHED, stretch, stretchedPath } from "./viewport.js";

/**
 * One drawing for every page width: it fills its host, which must keep `rightMargin` free on its right. The labels are
 * drawn once for each of `PLOTS`, in a group with its name as class; the page's CSS sets their size.
 *
 * @throws RangeError without points
 */
export function cycleChart(data: CycleChartData, language: Language, textAlternative: string): Tree {
  const scale = cycleScale(data);
  const plotOf = (plot: PagePlot): CyclePlot => ({ ...plot, data, scale, fontSize: FONT_SIZE, language });
  const labels = Object.entries(PLOTS).map(([name, plot]) => tree("g", { class: name }, ...tierLabels(plotOf(plot))));
  const root = { role: "img", "aria-label": textAlternative, fill: color("ink"), overflow: "visible" };
  return tree("svg", root, ...drawing(plotOf(PLOTS.narrow)), ...labels);
}

/** px */
const FONT_SIZE = 11.5;

/** The smallest plot for which there are labels, in px. */
export interface PagePlot {
  readonly tier: LabelTier;
  readonly width: number;
  readonly height: number;
}

/**
 * The plots of a drawing at the usual label size, in px: the minimum widths that labels are placed for, and the height
 * there. A page shows the labels of the widest plot that fits, measured in digits, so that large text gets fewer
 * labels.
 */
export const PLOTS = {
  least: { tier: "bare", width: 0, height: 364 },
  small: { tier: "narrow", width: 190, height: 364 },
  narrow: { tier: "narrow", width: 280, height: 364 },
  medium: { tier: "medium", width: 560, height: 390 },
  wide: { tier: "medium", width: 880, height: 390 },
} as const satisfies Readonly<Record<string, PagePlot>>;

/** The parts that depend on the width. */
function tierLabels(plot: CyclePlot): readonly Tree[] {
  const { tier, language, fontSize } = plot;
  const title = (texts: string, y: number, down: number) =>
    tree(
      "text",
      { ...labelAt([0, y], fontSize, 0, down), "font-weight": 600, ...HALO },
      pickTranslation(texts, language),
    );
  return [
    title(CYCLE_TEXTS.score, SCORE.top, -TITLE_DISTANCE),
    title(tier === "medium" ? CYCLE_TEXTS.price : CYCLE_TEXTS.shortPrice, PRICE.top, -TITLE_DISTANCE),
    tree("g", HALO, ...halvingLabels(plot), ...(tier === "bare" ? [] : cycleLabels(plot))),
    ...timeAxis(plot),
    ...phaseAxis(plot),
    ...priceAxis(plot),
  ];
}

/** All other parts. */
function drawing(plot: CyclePlot): readonly Tree[] {
  const { scale } = plot;
  const rules = (heights: readonly number[], style: Tree["attributes"]) =>
    tree("g", style, ...heights.map((y) => ruleBetween([0, y], [1, y])));
  const halvings = scale.halvings.map((day) => ruleBetween([scale.x(day), SCORE.top], [scale.x(day), PRICE.bottom]));
  const between = PHASES.slice(1).map(({ from }) => scale.scoreY(from));
  return [
    rules(scale.prices.map(scale.priceY), { stroke: color("line") }),
    stretch(...phaseBands(plot)),
    rules(between, { stroke: color("background"), "stroke-width": 1.5 }),
    tree("g", { stroke: color("soft"), "stroke-dasharray": "1 4" }, ...halvings),
    stretch(priceLine(plot), ...scoreLines(plot)),
    ...endDots(plot),
  ];
}

function priceLine(plot: CyclePlot): Tree {
  const d = stretchedPath(plot.data.points.map(({ day, priceUsd }) => pricePlace(plot, day, priceUsd)));
  return tree("path", { d, stroke: color("soft"), "stroke-width": 1.75, "stroke-linejoin": "round" });
}

/** With an edge in the background color, to separate the line from the bands. */
function scoreLines({ data, scale }: CyclePlot): readonly Tree[] {
  const { width, height } = STRETCHED;
  const pathOf = (points: readonly Point[]) => pathData(points.map(([x, score]) => [x, height * scale.scoreY(score)]));
  const points = data.points.map(({ day, score }): Point => [width * scale.x(day), score]);
  const seam = { d: pathOf(points), stroke: color("background"), "stroke-opacity": ".6", "stroke-width": 4 };
  const style = { class: "score-line", "stroke-width": 2, "stroke-linejoin": "round" };
  const lines = bandPaths(points).flatMap(([phase, runs]) => {
    const d = runs.map(pathOf).join("");
    return d ? [tree("path", { ...style, d, stroke: color(fillOf(phase)) })] : [];
  });
  return [tree("path", { ...seam, "stroke-linejoin": "round" }), ...lines];
}

/** The five phases as score ranges. */
function phaseBands({ scale }: CyclePlot): readonly Tree[] {
  return PHASES.map(({ key, from, to }) => {
    const [top, bottom] = [scale.scoreY(to), scale.scoreY(from)];
    const corners: readonly Place[] = [
      [0, bottom],
      [0, top],
      [1, top],
      [1, bottom],
    ];
    const fill = { fill: color(fillOf(key)), "fill-opacity": color("band") };
    return tree("path", { d: `${stretchedPath(corners)}z`, ...fill });
  });
}

/** Dots where both lines end: filled, or hollow when the score is stale. */
function endDots(plot: CyclePlot): readonly Tree[] {
  const { points, isStale } = plot.data;
  const end = points.at(-1);
  if (end === undefined) return [];
  const dot = (place: Place, r: number, ink: string) => {
    const [fill, stroke] = isStale ? [color("background"), ink] : [ink, color("background")];
    return markAt(place, tree("circle", { r: isStale ? r - 1 : r, fill, stroke, "stroke-width": 2 }));
  };
  return [
    dot(pricePlace(plot, end.day, end.priceUsd), 4.5, color("soft")),
    dot([1, plot.scale.scoreY(end.score)], 5.5, color(fillOf(phaseAt(end.score)))),
  ];
}
