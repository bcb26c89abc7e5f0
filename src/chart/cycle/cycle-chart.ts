import type { PhaseKey } from "../../domain/score.js";
import { type Language, PHASE_KEYS } from "../locale.js";
import { type Tree, tree } from "../markup.js";
import { LEFT_MARGIN, priceAxis, rightMargin, scoreAxis, timeAxis } from "./cycle-axes.js";
import { type CycleColors, EMPTY_OPACITY } from "./cycle-colors.js";
import type { CycleChartData, CyclePoint } from "./cycle-data.js";
import { cycleLabels, type LabelOptions, type LabelTier } from "./cycle-labels.js";
import { cycleScale, HALVING_TOP, type Placing, SCORE } from "./cycle-scale.js";
import { translateCycle } from "./cycle-texts.js";
import { elasticFrame, type Frame, fixedFrame, type Place } from "./frame.js";

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

export interface CycleChartOptions {
  readonly colors: CycleColors;
  readonly language: Language;
  /** What a reader hears instead. */
  readonly textAlternative: string;
}

/**
 * The long chart for a page: the price on a log scale in the colors of the settled phase, and below it the score over the
 * cells of that phase. One drawing for all widths: it fills its host, which is to keep `LEFT_MARGIN` and `rightMargin`
 * free beside it. Each tier of labels is a group with its name as class.
 *
 * @throws RangeError without points
 */
export function elasticCycleChart(data: CycleChartData, options: CycleChartOptions): Tree {
  const { colors, language } = options;
  const scale = cycleScale(data);
  const { minWidth, height, fontSize } = PLOTS.narrow;
  const right = rightMargin(language, fontSize);
  const labels = { tier: "narrow", colors, language, fontSize, left: LEFT_MARGIN, right } as const;
  const content = drawing(data, { frame: elasticFrame(minWidth, height), scale }, labels);
  const tiers = TIERS.map((tier) => {
    const plot = PLOTS[tier];
    const placing = { frame: elasticFrame(plot.minWidth, plot.height), scale };
    const own = { ...labels, tier, fontSize: plot.fontSize };
    return tree("g", { class: tier }, ...tierLabels(data, placing, own));
  });
  return tree(
    "svg",
    {
      role: "img",
      "aria-label": options.textAlternative,
      fill: colors.text,
      "font-size": fontSize,
      overflow: "visible",
    },
    ...content,
    ...tiers,
  );
}

export interface FixedCycleOptions extends CycleChartOptions {
  readonly tier: LabelTier;
  /** Size of the plot in px, without what stands beside it. */
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
}

/** The same in px, as a group with the upper left corner of the plot at 0,0, for pictures. @throws RangeError without points */
export function fixedCycleChart(data: CycleChartData, options: FixedCycleOptions): Tree {
  const { colors, language, tier, width, height, fontSize } = options;
  const placing = { frame: fixedFrame(width, height), scale: cycleScale(data) };
  const labels = { tier, colors, language, fontSize, left: LEFT_MARGIN, right: rightMargin(language, fontSize) };
  return tree(
    "g",
    { fill: colors.text, "font-size": fontSize },
    ...drawing(data, placing, labels),
    ...tierLabels(data, placing, labels),
  );
}

function haloOf(colors: CycleColors) {
  return { "paint-order": "stroke", stroke: colors.background, "stroke-width": 3, "stroke-linejoin": "round" };
}

function tierLabels(data: CycleChartData, placing: Placing, options: LabelOptions): readonly Tree[] {
  return [
    ...titles(data, placing.frame, options),
    tree("g", haloOf(options.colors), ...cycleLabels(data, placing, options).map(({ drawn }) => drawn)),
    ...timeAxis(placing, options),
  ];
}

/** Everything but the labels that depend on the width. */
function drawing(data: CycleChartData, placing: Placing, options: LabelOptions): readonly Tree[] {
  const { frame, scale } = placing;
  const { colors } = options;
  const scores = [0, 20, 40, 60, 80, 100];
  const rules = [...scale.prices.map(scale.priceY), ...scores.map(scale.scoreY)];
  return [
    tree("g", { stroke: colors.border }, ...rules.map((y) => frame.line([0, y], [1, y], {}))),
    frame.stretched(...(data.points.some(({ phase }) => phase) ? cells : emptyBands)(data, placing, colors)),
    ...halvingLines(placing, colors),
    frame.stretched(...priceLines(data, placing, colors), ...scoreLines(data, placing, colors)),
    ...turnMarks(data, placing, colors),
    ...scoreAxis(data, placing, options),
    ...priceAxis(data, placing, options),
    ...endDots(data, placing, colors),
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

/** For each phase one path, so that it has one color. */
function byPhase(
  runs: readonly Run[],
  pathOf: (run: Run) => string,
): readonly (readonly [PhaseKey | undefined, string])[] {
  return [undefined, ...PHASE_KEYS]
    .map(
      (phase) =>
        [
          phase,
          runs
            .filter((run) => run.phase === phase)
            .map(pathOf)
            .join(""),
        ] as const,
    )
    .filter(([, path]) => path !== "");
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

function priceLines(data: CycleChartData, { frame, scale }: Placing, colors: CycleColors): readonly Tree[] {
  const place = ({ day, priceUsd }: CyclePoint): Place => [scale.x(day), scale.priceY(priceUsd)];
  const style = { "stroke-width": 2.25, "stroke-linejoin": "round", "stroke-linecap": "round" };
  return byPhase(runsOf(pointsAndTurns(data)), ({ points }) => frame.path(points.map(place))).map(([phase, d]) =>
    tree("path", { d, stroke: phase === undefined ? colors.muted : colors.fills[phase], ...style }),
  );
}

function scoreLines({ points }: CycleChartData, { frame, scale }: Placing, colors: CycleColors): readonly Tree[] {
  const lines: Place[][] = [];
  for (const [i, { day, score }] of points.entries()) {
    if (score === undefined) continue;
    if (points[i - 1]?.score === undefined) lines.push([]);
    lines.at(-1)?.push([scale.x(day), scale.scoreY(score)]);
  }
  const d = lines.map((line) => frame.path(line)).join("");
  return d === "" ? [] : [tree("path", { d, stroke: colors.text, "stroke-width": 1.4, "stroke-linejoin": "round" })];
}

/** The cells of the settled phase, like those of a piano roll. */
function cells({ points }: CycleChartData, { frame, scale }: Placing, colors: CycleColors): readonly Tree[] {
  const cell = ({ phase, points: run }: Run): string => {
    const [first, last] = [run[0], run.at(-1)];
    if (phase === undefined || first === undefined || last === undefined) return "";
    const [from, to] = [scale.x(first.day), scale.x(last.day)];
    const floor = 20 * PHASE_KEYS.indexOf(phase);
    const [top, bottom] = [scale.scoreY(floor + 20), scale.scoreY(floor)];
    return `${frame.path([
      [from, bottom],
      [from, top],
      [to, top],
      [to, bottom],
    ])}z`;
  };
  return byPhase(runsOf(points), cell).flatMap(([phase, d]) =>
    phase === undefined ? [] : [tree("path", { d, fill: colors.fills[phase], "fill-opacity": colors.cellOpacity })],
  );
}

/** Before the first score: the bands of all phases, over the whole time. */
function emptyBands(_data: CycleChartData, { frame, scale }: Placing, { fills }: CycleColors): readonly Tree[] {
  return PHASE_KEYS.map((phase, i) => {
    const [top, bottom] = [scale.scoreY(20 * i + 20), scale.scoreY(20 * i)];
    const corners: readonly Place[] = [
      [0, bottom],
      [0, top],
      [1, top],
      [1, bottom],
    ];
    return tree("path", { d: `${frame.path(corners)}z`, fill: fills[phase], "fill-opacity": EMPTY_OPACITY });
  });
}

/** A dotted line at each halving through both panels. */
function halvingLines({ frame, scale }: Placing, colors: CycleColors): readonly Tree[] {
  const style = { stroke: colors.muted, "stroke-dasharray": "1 4" };
  return scale.halvings.map((day) => frame.line([scale.x(day), HALVING_TOP], [scale.x(day), SCORE.bottom], style));
}

function turnMarks({ turns }: CycleChartData, { frame, scale }: Placing, colors: CycleColors): readonly Tree[] {
  const triangle = { high: "M0-5l-4-6.5h8z", low: "M0 5l-4 6.5h8z" };
  return turns.map(({ kind, day, priceUsd }) =>
    frame.mark([scale.x(day), scale.priceY(priceUsd)], tree("path", { d: triangle[kind], fill: colors.muted })),
  );
}

/** What the panels show; a narrow drawing has no room to say what is filled. */
function titles({ points }: CycleChartData, frame: Frame, options: LabelOptions): readonly Tree[] {
  const { tier, colors, language, fontSize } = options;
  const title = { "font-weight": 600, ...haloOf(colors) };
  const top = frame.at([0, 0], -LEFT_MARGIN + 2, Math.round(1.1 * fontSize));
  const below = frame.at([0, SCORE.top], -LEFT_MARGIN + 2, -Math.round(1.1 * fontSize));
  const filled = { "font-weight": 400, fill: colors.muted };
  const isEmpty = points.every(({ phase }) => phase === undefined);
  const says =
    tier === "narrow" || isEmpty ? [] : [tree("tspan", filled, `\u00a0· ${translateCycle("filled", language)}`)];
  return [
    tree("text", { ...top, ...title }, translateCycle("price", language)),
    tree("text", { ...below, ...title }, translateCycle("score", language), ...says),
  ];
}

/** Where both lines end: filled, hollow when the score is stale. */
function endDots({ points, isStale }: CycleChartData, { frame, scale }: Placing, colors: CycleColors): readonly Tree[] {
  const end = points.at(-1);
  if (end === undefined) return [];
  const color = end.phase === undefined ? colors.muted : colors.fills[end.phase];
  const dot = (r: number, fill: string) =>
    tree(
      "circle",
      isStale
        ? { r: r - 1, fill: colors.background, stroke: fill, "stroke-width": 2 }
        : { r, fill, stroke: colors.background, "stroke-width": 2 },
    );
  const price = frame.mark([1, scale.priceY(end.priceUsd)], dot(5, color));
  return end.score === undefined ? [price] : [price, frame.mark([1, scale.scoreY(end.score)], dot(4.5, colors.text))];
}
