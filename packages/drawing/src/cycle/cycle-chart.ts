/**
 * The long chart: the price on a log scale in the colors of the settled phase, and below it the score over that phase's
 * cells.
 */
import type { PhaseKey } from "peak-cycle-model";
import { color, fillOf } from "../colors.js";
import { type Language, PHASE_KEYS, PHASES, pickTranslation } from "../locale.js";
import { CYCLE_TEXTS } from "../locales/words.js";
import { type Tree, tree } from "../markup.js";
import { phaseRuns } from "../svg.js";
import { phaseAxis, priceAxis, timeAxis } from "./cycle-axes.js";
import type { CycleChartData, CyclePoint } from "./cycle-data.js";
import { cycleLabels, HALO } from "./cycle-labels.js";
import { type CyclePlot, cycleScale, HALVING_TOP, type LabelTier, pricePlace, SCORE } from "./cycle-scale.js";
import { elasticViewport, fixedViewport, type Place } from "./viewport.js";

/**
 * One drawing for every page width: it fills its host, which must keep `rightMargin` free on its right. The labels are
 * drawn once for each of `PLOTS`, in a group with its name as class; the page's CSS sets their size.
 *
 * @throws RangeError without points
 */
export function elasticCycleChart(data: CycleChartData, language: Language, textAlternative: string): Tree {
  const scale = cycleScale(data);
  const plotOf = ({ tier, width, height }: PagePlot): CyclePlot => {
    const viewport = elasticViewport(width, height, FONT_SIZE);
    return { data, scale, viewport, tier, fontSize: FONT_SIZE, language };
  };
  const labels = Object.entries(PLOTS).map(([name, plot]) => tree("g", { class: name }, ...tierLabels(plotOf(plot))));
  const root = { role: "img", "aria-label": textAlternative, fill: color("ink"), overflow: "visible" };
  return tree("svg", root, ...drawing(plotOf(PLOTS.narrow)), ...labels);
}

/** px */
const FONT_SIZE = 11.5;

/** The least plot of a page that some labels fit, in px. */
export interface PagePlot {
  readonly tier: LabelTier;
  readonly width: number;
  readonly height: number;
}

/**
 * The plots of an elastic drawing at the usual label size, in px: the minimum widths that labels are placed for, and
 * the height there. A page shows the labels of the widest plot that fits, measured in digits, so that large text gets
 * fewer labels.
 */
export const PLOTS = {
  least: { tier: "bare", width: 0, height: 370 },
  small: { tier: "narrow", width: 190, height: 370 },
  narrow: { tier: "narrow", width: 280, height: 370 },
  medium: { tier: "medium", width: 560, height: 400 },
  wide: { tier: "medium", width: 880, height: 440 },
} as const satisfies Readonly<Record<string, PagePlot>>;

/** Options of a chart in a picture. All lengths are in px. */
export interface FixedCycleOptions {
  readonly tier: LabelTier;
  readonly fontSize: number;
  readonly language: Language;
  /** Width of the plot, without the labels around it. */
  readonly width: number;
  readonly height: number;
}

/**
 * The chart for pictures, in px: a group with the plot's top left corner at 0,0.
 *
 * @throws RangeError without points
 */
export function fixedCycleChart(data: CycleChartData, { width, height, ...options }: FixedCycleOptions): Tree {
  const plot: CyclePlot = { data, scale: cycleScale(data), viewport: fixedViewport(width, height), ...options };
  const style = { fill: color("ink"), "font-size": options.fontSize };
  return tree("g", style, ...drawing(plot), ...tierLabels(plot));
}

/** The parts that depend on the width. */
function tierLabels(plot: CyclePlot): readonly Tree[] {
  const { viewport, tier, language, fontSize } = plot;
  const title = (texts: string, y: number, down: number) =>
    tree("text", { ...viewport.at([0, y], 0, down), "font-weight": 600, ...HALO }, pickTranslation(texts, language));
  return [
    title(tier === "bare" ? CYCLE_TEXTS.shortPrice : CYCLE_TEXTS.price, 0, fontSize),
    title(CYCLE_TEXTS.score, SCORE.top, -Math.round(0.8 * fontSize)),
    tree("g", HALO, ...(tier === "bare" ? [] : cycleLabels(plot))),
    ...timeAxis(plot),
    ...phaseAxis(plot),
    ...priceAxis(plot),
  ];
}

/** All other parts. */
function drawing(plot: CyclePlot): readonly Tree[] {
  const { viewport, scale } = plot;
  const rules = (heights: readonly number[], style: Tree["attributes"]) =>
    tree("g", style, ...heights.map((y) => viewport.line([0, y], [1, y])));
  const halvings = scale.halvings.map((day) =>
    viewport.line([scale.x(day), HALVING_TOP], [scale.x(day), SCORE.bottom]),
  );
  const between = PHASES.slice(1).map(({ from }) => scale.scoreY(from));
  return [
    rules(scale.prices.map(scale.priceY), { stroke: color("line") }),
    viewport.stretched(...phaseBands(plot), ...phaseCells(plot)),
    rules(between, { stroke: color("background"), "stroke-width": 1.5 }),
    tree("g", { stroke: color("soft"), "stroke-dasharray": "1 4" }, ...halvings),
    viewport.stretched(...priceLines(plot), ...scoreLines(plot)),
    ...endDots(plot),
  ];
}

/** One path for all runs of a phase, so that each color is written once. */
function pathsByPhase(
  { data: { points } }: CyclePlot,
  pathOf: (phase: PhaseKey, points: readonly CyclePoint[]) => string,
): readonly (readonly [PhaseKey, string])[] {
  const runs = phaseRuns(points);
  return PHASE_KEYS.flatMap((phase) => {
    const own = runs.filter(([each]) => each === phase);
    const d = own.map(([, from, to]) => pathOf(phase, points.slice(from, to + 1))).join("");
    return d ? [[phase, d] as const] : [];
  });
}

function priceLines(plot: CyclePlot): readonly Tree[] {
  const path = (_: PhaseKey, points: readonly CyclePoint[]) =>
    plot.viewport.path(points.map(({ day, priceUsd }) => pricePlace(plot, day, priceUsd)));
  const style = { "stroke-width": 2.25, "stroke-linejoin": "round", "stroke-linecap": "round" };
  return pathsByPhase(plot, path).map(([phase, d]) => tree("path", { d, stroke: color(fillOf(phase)), ...style }));
}

function scoreLines({ data, viewport, scale }: CyclePlot): readonly Tree[] {
  const places = data.points.map(({ day, score }): Place => [scale.x(day), scale.scoreY(score)]);
  const style = { stroke: color("ink"), "stroke-width": 1.4, "stroke-linejoin": "round" };
  return [tree("path", { class: "score-line", d: viewport.path(places), ...style })];
}

/** The cells of the settled phase, as on a piano roll. */
function phaseCells(plot: CyclePlot): readonly Tree[] {
  const { x } = plot.scale;
  const cell = (phase: PhaseKey, points: readonly CyclePoint[]) =>
    areaPath(plot, phase, x(points[0]?.day ?? 0), x(points.at(-1)?.day ?? 0));
  return pathsByPhase(plot, cell).map(([phase, d]) => area(phase, d, "cell"));
}

/** The five phases as score ranges. */
function phaseBands(plot: CyclePlot): readonly Tree[] {
  return PHASE_KEYS.map((key) => area(key, areaPath(plot, key, 0, 1), "band"));
}

function area(phase: PhaseKey, d: string, opacity: "band" | "cell"): Tree {
  return tree("path", { d, fill: color(fillOf(phase)), "fill-opacity": color(opacity) });
}

/** A phase's score range between two positions on the time axis. */
function areaPath({ viewport, scale }: CyclePlot, phase: PhaseKey, left: number, right: number): string {
  const drawn = PHASES.find(({ key }) => key === phase);
  if (drawn === undefined) return "";
  const [top, bottom] = [scale.scoreY(drawn.to), scale.scoreY(drawn.from)];
  const corners: readonly Place[] = [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ];
  return `${viewport.path(corners)}z`;
}

/** Dots where both lines end: filled, or hollow when the score is stale. */
function endDots(plot: CyclePlot): readonly Tree[] {
  const { points, isStale } = plot.data;
  const end = points.at(-1);
  if (end === undefined) return [];
  const dot = (place: Place, r: number, ink: string) => {
    const [fill, stroke] = isStale ? [color("background"), ink] : [ink, color("background")];
    return plot.viewport.mark(place, tree("circle", { r: isStale ? r - 1 : r, fill, stroke, "stroke-width": 2 }));
  };
  const price = dot(pricePlace(plot, end.day, end.priceUsd), 5, color(fillOf(end.phase)));
  return [price, dot([1, plot.scale.scoreY(end.score)], 4.5, color("ink"))];
}
