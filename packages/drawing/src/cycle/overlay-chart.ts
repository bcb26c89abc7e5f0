import type { PhaseKey } from "peak-cycle-model";
import { fillOf } from "../colors.js";
import { CYCLE_TEXTS, type Language, pickTranslation } from "../locale.js";
import { type Attributes, type Tree, tree } from "../markup.js";
import { type DrawingStyle, textWidth } from "../svg.js";
import { labelBoxes } from "./cycle-labels.js";
import { SCORE_TICKS, stepsOf } from "./cycle-scale.js";
import { elasticSvg, elasticViewport, type Place, roundHalo, rules, type Viewport } from "./viewport.js";

/**
 * Draws the current cycle over the earlier ones, day by day since their start, and marks what each was on the
 * day that the current one has reached. Elastic as the long chart: it fills its host, which keeps `OVERLAY_MARGINS` free beside it.
 */
export function overlayChart(
  data: OverlayChartData,
  options: DrawingStyle,
  { title, textAlternative }: { readonly title: string; readonly textAlternative: string },
): Tree {
  const { colors } = options;
  const viewport = elasticViewport(OVERLAY_PLOT.minWidth, OVERLAY_PLOT.height);
  const scale = overlayScale(data);
  const plot: OverlayPlot = { data, scale, viewport, ...options };
  const dashed = data.earlier.map((cycle, i) => ({
    cycle,
    style: DASHES[(data.earlier.length - 1 - i) % DASHES.length] ?? {},
  }));
  const path = ({ points }: OverlaidCycle) =>
    viewport.path(points.map(([days, value]): Place => [scale.x(days), scale.y(value)]));
  const heading = viewport.at([0, TOP], 4 - OVERLAY_MARGINS.left, -Math.round(1.3 * FONT_SIZE));
  const content = [
    tree("text", { ...heading, "font-weight": 600 }, title),
    rules(viewport, scale.ticks.map(scale.y), colors),
    ...valueAxis(plot),
    ...yearAxis(plot),
    viewport.stretched(
      ...dashed.map(({ cycle, style }) =>
        tree("path", { d: path(cycle), stroke: colors.muted, "stroke-width": 1.4, ...style }),
      ),
      tree("path", {
        d: path(data.current),
        stroke: currentColor(plot),
        "stroke-width": 3,
        "stroke-linejoin": "round",
      }),
    ),
    ...cycleNames(plot),
    ...todayMarks(plot),
  ];
  return elasticSvg(content, textAlternative, { fill: colors.text, "font-size": FONT_SIZE });
}

/** One cycle, counted from its start. */
export interface OverlaidCycle {
  /** The year of its start, its name. */
  readonly year: number;
  /** Days since the start and the value, oldest first, at least one. */
  readonly points: readonly (readonly [days: number, value: number])[];
}

interface OverlayChartData {
  /** `multiple`: of the price at the start, on a log scale. `score`: 0..100. */
  readonly kind: "multiple" | "score";
  /** Earlier cycles, oldest first. */
  readonly earlier: readonly OverlaidCycle[];
  readonly current: OverlaidCycle;
  /** In whose color the current cycle is drawn; that of text by default. */
  readonly phase?: PhaseKey | undefined;
}

/** px beside the plot: left the axis, right a year behind the end of its line. */
export const OVERLAY_MARGINS = { left: 38, right: 42 } as const;

/** The plot in px: labels are placed for the least width and height. */
export const OVERLAY_PLOT = { minWidth: 180, height: 260 } as const;

const TOP = 0.09;
const BOTTOM = 0.9;
const FONT_SIZE = 11.5;

/** All that a part of the drawing is drawn from. */
interface OverlayPlot extends DrawingStyle {
  readonly data: OverlayChartData;
  readonly scale: ReturnType<typeof overlayScale>;
  readonly viewport: Viewport;
}

/** From the newest of the earlier cycles on: thin, dashed, dotted, dash and dot. */
const DASHES: readonly Attributes[] = [
  {},
  { "stroke-dasharray": "7 3" },
  { "stroke-dasharray": "1.5 3", "stroke-linecap": "round" },
  { "stroke-dasharray": "8 3 2 3" },
];

/** Where days and values lie, as shares of the plot; the values of the axis, and the day at its right end. */
function overlayScale({ kind, earlier, current }: OverlayChartData) {
  const all = [...earlier, current].flatMap(({ points }) => points);
  const days = Math.max(MIN_DAYS, ...all.map(([day]) => day));
  const x = (day: number) => day / days;
  if (kind === "score") {
    const y = (score: number) => BOTTOM - ((BOTTOM - TOP) * score) / 100;
    return { x, y, ticks: SCORE_TICKS, days };
  }
  const logs = all.map(([, value]) => Math.log10(value));
  const [low, high] = [Math.min(-0.15, ...logs), Math.max(1, ...logs)];
  const y = (multiple: number) => BOTTOM - ((BOTTOM - TOP) * (Math.log10(multiple) - low)) / (high - low);
  const ticks = stepsOf(high - low > MAX_POWERS ? [1] : [1, 2, 5], low, high);
  return { x, y, ticks, days };
}

/** Over more powers of ten, 1, 2 and 5 would stand less than 15 px apart. */
const MAX_POWERS = 4;

/** Four years: from halving to halving it is a little less or more. */
const MIN_DAYS = 1461;

function valueAxis({ data, viewport, scale, colors }: OverlayPlot): readonly Tree[] {
  return scale.ticks.map((value) => {
    const at = viewport.at([0, scale.y(value)], -7, 4);
    const text = data.kind === "score" ? `${value}` : `${value}×`;
    return tree("text", { ...at, "text-anchor": "end", fill: colors.muted }, text);
  });
}

function yearAxis({ viewport, scale, colors, language }: OverlayPlot): readonly Tree[] {
  const shown = Array.from({ length: Math.floor(scale.days / 365.25) }, (_, i) => i + 1);
  const unit = pickTranslation(CYCLE_TEXTS.years, language);
  return shown.map((year, i) => {
    const isLast = i === shown.length - 1;
    const at = viewport.at([scale.x(365.25 * year), BOTTOM], isLast ? OVERLAY_MARGINS.right - 6 : 0, 18);
    const text = isLast ? `${year} ${unit}` : `${year}`;
    return tree("text", { ...at, "text-anchor": isLast ? "end" : "middle", fill: colors.muted }, text);
  });
}

/** The year of each earlier cycle behind the end of its line, or as little above or below it as keeps it off dots and other years. */
function cycleNames(plot: OverlayPlot): readonly Tree[] {
  const { data, viewport, scale, colors } = plot;
  const [top, bottom] = [TOP * viewport.height - 8, BOTTOM * viewport.height + 8];
  const boxes = labelBoxes({ left: 0, right: viewport.width + OVERLAY_MARGINS.right, top, bottom }, []);
  const around = ([x, y]: Place, left: number, right: number, half: number) => {
    const [middle, base] = [x * viewport.width, y * viewport.height];
    return { left: middle + left, right: middle + right, top: base - half, bottom: base + half };
  };
  for (const place of placesToday(plot)) boxes.block(around(place, -4, 4, 5.5));
  return data.earlier.toReversed().flatMap(({ year, points }) => {
    const [day, value] = points.at(-1) ?? [0, 1];
    const places = LIFTS.map((lift): Place => [scale.x(day), scale.y(value) + lift / viewport.height]);
    const width = 1.1 * textWidth(`${year}`, FONT_SIZE);
    const free = boxes.take(places.map((place) => ({ place, ...around(place, 6, 6 + width, 7.5) })));
    if (free === undefined) return [];
    const style = { fill: colors.muted, "font-weight": 600, ...roundHalo(colors) };
    return [tree("text", { ...viewport.at(free.place, 6, 4), ...style }, `${year}`)];
  });
}

/** How far in px a year may be moved from the end of its line. */
const LIFTS: readonly number[] = [0, 8, -8, 16, -16, 32, -32];

/** Where the cycles stand on the day that the current one, the last, has reached. */
function placesToday({ data: { earlier, current }, scale }: OverlayPlot): readonly Place[] {
  const [day, value] = current.points.at(-1) ?? [0, 1];
  const values = [...earlier.flatMap((cycle) => valueAt(cycle, day) ?? []), value];
  return values.map((each): Place => [scale.x(day), scale.y(each)]);
}

/** A line at today's day with its number, the earlier cycles' values on it as hollow dots, and the current one's. */
function todayMarks(plot: OverlayPlot): readonly Tree[] {
  const { data, viewport, colors, language } = plot;
  const places = placesToday(plot);
  const [x, y] = places.at(-1) ?? [0, 0];
  const then = places.slice(0, -1).map((place) => {
    const dot = tree("circle", { r: 3, fill: colors.background, stroke: colors.muted, "stroke-width": 1.5 });
    return viewport.mark(place, dot);
  });
  const [day] = data.current.points.at(-1) ?? [0];
  const dayName = `${pickTranslation(CYCLE_TEXTS.day, language)} ${day}`;
  const isLeft = x * viewport.width + 12 + 1.1 * textWidth(dayName, FONT_SIZE) > viewport.width;
  const beside = isLeft ? { x: -6, "text-anchor": "end" } : { x: 6 };
  const name = tree("text", { ...beside, y: 8, "font-weight": 600, ...roundHalo(colors) }, dayName);
  const dot = { r: 4.5, fill: currentColor(plot), stroke: colors.background, "stroke-width": 2 };
  return [
    viewport.line([x, TOP - 0.01], [x, BOTTOM], { stroke: colors.muted, "stroke-dasharray": "1 4" }),
    ...then,
    viewport.mark([x, TOP], name),
    viewport.mark([x, y], tree("circle", dot)),
  ];
}

function currentColor({ data, colors }: OverlayPlot): string {
  return data.phase === undefined ? colors.text : colors[fillOf(data.phase)];
}

/** The value of a cycle on a day since its start, on the line between two points; missing when the cycle was shorter. */
export function valueAt({ points }: OverlaidCycle, day: number): number | undefined {
  const before = points.findLast(([days]) => days <= day);
  const after = points.find(([days]) => days >= day);
  if (before === undefined || after === undefined) return before && day <= before[0] + 7 ? before[1] : undefined;
  const [from, to] = [before[0], after[0]];
  return from === to ? before[1] : before[1] + ((after[1] - before[1]) * (day - from)) / (to - from);
}

/** `1.44×`, `30×`: three digits at most. */
export function formatMultiple(multiple: number, language: Language): string {
  return `${new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }).format(multiple)}×`;
}
