import type { PhaseKey } from "peak-cycle-model";
import { BAND_OPACITY, CELL_OPACITY, fillOf } from "../colors.js";
import { CYCLE_TEXTS, pickTranslation } from "../locale.js";
import { type Tree, tree } from "../markup.js";
import { PHASE_KEYS, PHASES } from "../phases.js";
import { LEFT_MARGIN, priceAxis, scoreAxis, timeAxis } from "./cycle-axes.js";
import type { CycleChartData, CyclePoint } from "./cycle-data.js";
import { cycleLabels } from "./cycle-labels.js";
import {
  type CyclePlot,
  type CycleStyle,
  cycleScale,
  HALVING_TOP,
  type LabelTier,
  SCORE,
  SCORE_TICKS,
} from "./cycle-scale.js";
import { elasticSvg, elasticViewport, fixedViewport, type Place, roundHalo, rules, type Viewport } from "./viewport.js";

/**
 * The long chart for a page: the price on a log scale in the colors of the settled phase, and below it the score over the
 * cells of that phase. One drawing for all widths: it fills its host, which is to keep `LEFT_MARGIN` and `rightMargin`
 * free beside it. Each tier of labels is a group with its name as class.
 *
 * @throws RangeError without points
 */
export function elasticCycleChart(data: CycleChartData, options: CycleStyle, textAlternative: string): Tree {
  const scale = cycleScale(data);
  const plotOf = (tier: LabelTier): CyclePlot => {
    const { minWidth, height, fontSize } = PLOTS[tier];
    return { data, scale, viewport: elasticViewport(minWidth, height), tier, fontSize, ...options };
  };
  const labels = TIERS.map((tier) => tree("g", { class: tier }, ...tierLabels(plotOf(tier))));
  const style = { fill: options.colors.text, "font-size": PLOTS.narrow.fontSize };
  return elasticSvg([...drawing(plotOf("narrow")), ...labels], textAlternative, style);
}

/**
 * The plot of an elastic drawing in px: for each tier of labels the least width for which they are placed, and the height.
 * The style of a page gives the plot this height and shows the tier that fits.
 */
export const PLOTS = {
  narrow: { minWidth: 160, height: 420, fontSize: 11 },
  medium: { minWidth: 536, height: 470, fontSize: 11.5 },
  wide: { minWidth: 900, height: 500, fontSize: 11.5 },
} as const satisfies Readonly<Record<LabelTier, { minWidth: number; height: number; fontSize: number }>>;

const TIERS = ["narrow", "medium", "wide"] as const;

/** Width and height are those of the plot in px, without what stands beside it. */
type FixedCycleOptions = CycleStyle & Pick<CyclePlot, "tier" | "fontSize"> & Pick<Viewport, "width" | "height">;

/** The chart for pictures, in px: a group with the upper left corner of the plot at 0,0. @throws RangeError without points */
export function fixedCycleChart(data: CycleChartData, { width, height, ...options }: FixedCycleOptions): Tree {
  const plot: CyclePlot = { data, scale: cycleScale(data), viewport: fixedViewport(width, height), ...options };
  const style = { fill: options.colors.text, "font-size": options.fontSize };
  return tree("g", style, ...drawing(plot), ...tierLabels(plot));
}

/** The labels that depend on the width. */
function tierLabels(plot: CyclePlot): readonly Tree[] {
  return [...titles(plot), tree("g", roundHalo(plot.colors), ...cycleLabels(plot)), ...timeAxis(plot)];
}

/** Everything else. */
function drawing(plot: CyclePlot): readonly Tree[] {
  const { data, viewport, scale, colors } = plot;
  const hasPhases = data.points.some(({ phase }) => phase);
  return [
    rules(viewport, [...scale.prices.map(scale.priceY), ...SCORE_TICKS.map(scale.scoreY)], colors),
    viewport.stretched(...(hasPhases ? phaseCells(plot) : emptyBands(plot))),
    ...halvingLines(plot),
    viewport.stretched(...priceLines(plot), ...scoreLines(plot)),
    ...turnMarks(plot),
    ...scoreAxis(plot),
    ...priceAxis(plot),
    ...endDots(plot),
  ];
}

/** Points that follow each other in one phase; the last point of a run is also the first one of the next. */
interface Run {
  readonly phase: PhaseKey | undefined;
  readonly points: readonly CyclePoint[];
}

function runsOf(points: readonly CyclePoint[]): readonly Run[] {
  const runs: { phase: PhaseKey | undefined; points: CyclePoint[] }[] = [];
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

/** Every point and turn, in order of time; a turn has the phase of the point before. */
function pointsAndTurns({ points, turns }: CycleChartData): readonly CyclePoint[] {
  const days = new Set(points.map(({ day }) => day));
  const added = turns
    .filter(({ day }) => !days.has(day))
    .map(({ day, priceUsd }): CyclePoint => {
      const before = points.findLast((point) => point.day < day);
      return { day, priceUsd, score: undefined, phase: before?.phase };
    });
  return [...points, ...added].sort((one, other) => one.day - other.day);
}

function priceLines({ data, viewport, scale, colors }: CyclePlot): readonly Tree[] {
  const place = ({ day, priceUsd }: CyclePoint): Place => [scale.x(day), scale.priceY(priceUsd)];
  const style = { "stroke-width": 2.25, "stroke-linejoin": "round", "stroke-linecap": "round" };
  const paths = pathsByPhase(runsOf(pointsAndTurns(data)), ({ points }) => viewport.path(points.map(place)));
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
  return d === "" ? [] : [tree("path", { d, stroke: colors.text, "stroke-width": 1.4, "stroke-linejoin": "round" })];
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

/** Before the first score: the bands of all phases, over the whole time. */
function emptyBands({ viewport, scale, colors }: CyclePlot): readonly Tree[] {
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

function turnMarks({ data, viewport, scale, colors }: CyclePlot): readonly Tree[] {
  const triangle = { high: "M0-5l-4-6.5h8z", low: "M0 5l-4 6.5h8z" };
  return data.turns.map(({ kind, day, priceUsd }) =>
    viewport.mark([scale.x(day), scale.priceY(priceUsd)], tree("path", { d: triangle[kind], fill: colors.muted })),
  );
}

/** What the panels show; a narrow drawing has no room to say what is filled. */
function titles({ data, viewport, tier, colors, language, fontSize }: CyclePlot): readonly Tree[] {
  const text = (key: keyof typeof CYCLE_TEXTS) => pickTranslation(CYCLE_TEXTS[key], language);
  const title = { "font-weight": 600, ...roundHalo(colors) };
  const line = Math.round(1.1 * fontSize);
  const price = viewport.at([0, 0], -LEFT_MARGIN + 2, line);
  const score = viewport.at([0, SCORE.top], -LEFT_MARGIN + 2, -line);
  const saysFilled = tier !== "narrow" && data.points.some(({ phase }) => phase !== undefined);
  const filled = tree("tspan", { "font-weight": 400, fill: colors.muted }, `\u00a0· ${text("filled")}`);
  return [
    tree("text", { ...price, ...title }, text("price")),
    tree("text", { ...score, ...title }, text("score"), ...(saysFilled ? [filled] : [])),
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
