import type { PhaseKey } from "peak-cycle-model";
import { BAND_OPACITY, CELL_OPACITY, fillOf } from "../colors.js";
import { CYCLE_TEXTS, pickTranslation } from "../locale.js";
import { type Tree, tree } from "../markup.js";
import { PHASE_KEYS, PHASES } from "../phases.js";
import type { DrawingStyle } from "../svg.js";
import { phaseAxis, priceAxis, timeAxis } from "./cycle-axes.js";
import type { CycleChartData, CyclePoint } from "./cycle-data.js";
import { cycleLabels } from "./cycle-labels.js";
import { type CyclePlot, cycleScale, HALVING_TOP, type LabelTier, SCORE } from "./cycle-scale.js";
import { elasticSvg, elasticViewport, fixedViewport, type Place, roundHalo, rules, type Viewport } from "./viewport.js";

/**
 * The long chart for a page: the price on a log scale in the colors of the settled phase, and below it the score over
 * the cells of that phase. One drawing for all widths: it fills its host, which is to keep `rightMargin` free at its
 * right. The labels are there once for each of `PLOTS`, as a group with its name as class; the style of the page gives
 * them their size.
 *
 * @throws RangeError without points
 */
export function elasticCycleChart(data: CycleChartData, options: DrawingStyle, textAlternative: string): Tree {
  const scale = cycleScale(data);
  const plotOf = ({ tier, width, height }: (typeof PLOTS)[PlotName]): CyclePlot => {
    const viewport = elasticViewport(width, height, FONT_SIZE);
    return { data, scale, viewport, tier, fontSize: FONT_SIZE, ...options };
  };
  const labels = Object.entries(PLOTS).map(([name, plot]) => tree("g", { class: name }, ...tierLabels(plotOf(plot))));
  return elasticSvg([...drawing(plotOf(PLOTS.narrow)), ...labels], textAlternative, { fill: options.colors.text });
}

/** px */
const FONT_SIZE = 11.5;

/**
 * The plot of an elastic drawing at the usual size of its labels, in px: the least widths for which labels are placed,
 * and the height there. A page shows the labels of the widest plot that fits, measured in digits, so that large text
 * gets fewer labels.
 */
export const PLOTS = {
  least: { tier: "bare", width: 0, height: 370 },
  small: { tier: "narrow", width: 215, height: 370 },
  narrow: { tier: "narrow", width: 280, height: 370 },
  medium: { tier: "medium", width: 560, height: 400 },
  wide: { tier: "medium", width: 880, height: 440 },
} as const satisfies Readonly<Record<string, { tier: LabelTier; width: number; height: number }>>;

export type PlotName = keyof typeof PLOTS;

/** Width and height are those of the plot in px, without what stands beside it. */
export type FixedCycleOptions = DrawingStyle &
  Pick<CyclePlot, "tier" | "fontSize"> &
  Pick<Viewport, "width" | "height">;

/**
 * The chart for pictures, in px: a group with the upper left corner of the plot at 0,0.
 *
 * @throws RangeError without points
 */
export function fixedCycleChart(data: CycleChartData, { width, height, ...options }: FixedCycleOptions): Tree {
  const plot: CyclePlot = { data, scale: cycleScale(data), viewport: fixedViewport(width, height), ...options };
  const style = { fill: options.colors.text, "font-size": options.fontSize };
  return tree("g", style, ...drawing(plot), ...tierLabels(plot));
}

/** What depends on the width. */
function tierLabels(plot: CyclePlot): readonly Tree[] {
  const labels = tree("g", roundHalo(plot.colors), ...(plot.tier === "bare" ? [] : cycleLabels(plot)));
  return [...titles(plot), labels, ...timeAxis(plot), ...phaseAxis(plot), ...priceAxis(plot)];
}

/** Everything else. */
function drawing(plot: CyclePlot): readonly Tree[] {
  const { viewport, scale, colors } = plot;
  return [
    rules(viewport, scale.prices.map(scale.priceY), colors.border),
    viewport.stretched(...phaseBands(plot), ...phaseCells(plot)),
    rules(
      viewport,
      PHASES.slice(1).map(({ from }) => scale.scoreY(from)),
      colors.background,
      1.5,
    ),
    ...halvingLines(plot),
    viewport.stretched(...priceLines(plot), ...scoreLines(plot)),
    ...endDots(plot),
  ];
}

/** Points that follow each other in one phase; the last point of a run is also the first one of the next. */
interface Run<Point extends InPhase = CyclePoint> {
  readonly phase: Point["phase"];
  readonly points: readonly Point[];
}

interface InPhase {
  readonly phase: PhaseKey | undefined;
}

function runsOf<Point extends InPhase>(points: readonly Point[]): readonly Run<Point>[] {
  const runs: { phase: Point["phase"]; points: Point[] }[] = [];
  for (const point of points) {
    const run = runs.at(-1);
    run?.points.push(point);
    if (run === undefined || run.phase !== point.phase) runs.push({ phase: point.phase, points: [point] });
  }
  return runs;
}

/** One path for all runs of a phase, so that each color is written once. */
function pathsByPhase(
  runs: readonly Run[],
  pathOf: (run: Run) => string,
): readonly (readonly [PhaseKey | undefined, string])[] {
  return [undefined, ...PHASE_KEYS].flatMap((phase) => {
    const own = runs.filter((run) => run.phase === phase);
    return own.length === 0 ? [] : [[phase, own.map(pathOf).join("")] as const];
  });
}

function priceLines({ data, viewport, scale, colors }: CyclePlot): readonly Tree[] {
  const place = ({ day, priceUsd }: CyclePoint): Place => [scale.x(day), scale.priceY(priceUsd)];
  const style = { "stroke-width": 2.25, "stroke-linejoin": "round", "stroke-linecap": "round" };
  const paths = pathsByPhase(runsOf(data.points), ({ points }) => viewport.path(points.map(place)));
  return paths.map(([phase, d]) =>
    tree("path", { d, stroke: phase === undefined ? colors.muted : colors[fillOf(phase)], ...style }),
  );
}

function scoreLines({ data, viewport, scale, colors }: CyclePlot): readonly Tree[] {
  const lines: Place[][] = [];
  for (const [i, { day, score }] of data.points.entries()) {
    if (score === undefined) continue;
    if (data.points[i - 1]?.score === undefined) lines.push([]);
    lines.at(-1)?.push([scale.x(day), scale.scoreY(score)]);
  }
  const d = lines.map((line) => viewport.path(line)).join("");
  return d === ""
    ? []
    : [tree("path", { class: "score-line", d, stroke: colors.text, "stroke-width": 1.4, "stroke-linejoin": "round" })];
}

/** The cells of the settled phase, like those of a piano roll. */
function phaseCells({ data, viewport, scale, colors }: CyclePlot): readonly Tree[] {
  const known = runsOf(data.points).filter(({ phase }) => phase !== undefined);
  const cell = ({ phase, points }: Run): string => {
    const [first, last] = [points[0], points.at(-1)];
    const drawn = PHASES.find(({ key }) => key === phase);
    if (drawn === undefined || first === undefined || last === undefined) return "";
    const [left, right] = [scale.x(first.day), scale.x(last.day)];
    const [top, bottom] = [scale.scoreY(drawn.to), scale.scoreY(drawn.from)];
    return areaPath(viewport, [left, top], [right, bottom]);
  };
  return pathsByPhase(known, cell).flatMap(([phase, d]) =>
    phase === undefined ? [] : [tree("path", { d, fill: colors[fillOf(phase)], "fill-opacity": CELL_OPACITY })],
  );
}

/** The bands of all phases over the whole time, faint behind the cells. */
function phaseBands({ viewport, scale, colors }: CyclePlot): readonly Tree[] {
  return PHASES.map(({ key, from, to }) => {
    const d = areaPath(viewport, [0, scale.scoreY(to)], [1, scale.scoreY(from)]);
    return tree("path", { d, fill: colors[fillOf(key)], "fill-opacity": BAND_OPACITY });
  });
}

function areaPath(viewport: Viewport, [left, top]: Place, [right, bottom]: Place): string {
  const corners: readonly Place[] = [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ];
  return `${viewport.path(corners)}z`;
}

/** A dotted line at each halving through both panels. */
function halvingLines({ viewport, scale, colors }: CyclePlot): readonly Tree[] {
  const style = { stroke: colors.muted, "stroke-dasharray": "1 4" };
  return scale.halvings.map((day) => viewport.line([scale.x(day), HALVING_TOP], [scale.x(day), SCORE.bottom], style));
}

/** What the panels show, above each. */
function titles({ viewport, tier, colors, language, fontSize }: CyclePlot): readonly Tree[] {
  const title = (text: string, y: number, down: number) => {
    const at = viewport.at([0, y], 0, down);
    return tree("text", { ...at, "font-weight": 600, ...roundHalo(colors) }, text);
  };
  return [
    title(pickTranslation(tier === "bare" ? CYCLE_TEXTS.shortPrice : CYCLE_TEXTS.price, language), 0, fontSize),
    title(pickTranslation(CYCLE_TEXTS.score, language), SCORE.top, -Math.round(0.8 * fontSize)),
  ];
}

/** Where both lines end: filled, hollow when the score is stale. */
function endDots({ data: { points, isStale }, viewport, scale, colors }: CyclePlot): readonly Tree[] {
  const end = points.at(-1);
  if (end === undefined) return [];
  const dot = (r: number, color: string) => {
    const [fill, stroke] = isStale ? [colors.background, color] : [color, colors.background];
    return tree("circle", { r: isStale ? r - 1 : r, fill, stroke, "stroke-width": 2 });
  };
  const priceColor = end.phase === undefined ? colors.muted : colors[fillOf(end.phase)];
  const price = viewport.mark([1, scale.priceY(end.priceUsd)], dot(5, priceColor));
  return end.score === undefined
    ? [price]
    : [price, viewport.mark([1, scale.scoreY(end.score)], dot(4.5, colors.text))];
}
