import { HALVING_DAYS } from "../../domain/day.js";
import { formatDay } from "../../domain/instant.js";
import { BAND_OPACITY } from "../colors.js";
import { formatPrice, type Language, PHASE_KEYS, pickTranslation, RECORD_TEXTS, translate } from "../locale.js";
import { type Attributes, type Tree, tree } from "../markup.js";
import { halo, type Point, pathData, plainSvg, type RenderOptions, textWidth, thinOut } from "../svg.js";
import { type RecordChartData, type RecordLayout, type RecordPoint, recordLayout } from "./record-layout.js";
import { turnMarks } from "./turn-marks.js";

/** Least distance in px of two points of a line: a finer line would look the same. */
const MIN_DISTANCE_PX = 0.8;

/**
 * The price since the start on a log scale, and below it the score on the bands of the phases: cycle highs and lows,
 * halvings, and the periods, of which the later one is set apart. Points are a week or 0.8 px apart and on halves of a px,
 * so the file holds no finer data than a reader sees.
 *
 * @throws RangeError without points
 */
export function recordChart(view: RecordChartData, options: RenderOptions, textAlternative: string): Tree {
  const layout = recordLayout(view, options.width);
  const content = [
    ...periodMarks(view, layout, options),
    ...scoreBands(layout, options),
    ...priceAxis(layout, options),
    ...timeAxis(layout, options),
    ...lines(view, layout, options),
    ...turnMarks(view, layout, options),
    ...legend(layout, options),
  ];
  const drawn = tree("g", { "stroke-linejoin": "round" }, ...content);
  return plainSvg([drawn], textAlternative, { ...options, ...layout });
}

function lines({ points, turns }: RecordChartData, layout: RecordLayout, { colors }: RenderOptions): readonly Tree[] {
  const days = [...points, ...turns].sort((one, other) => (one.day < other.day ? -1 : 1));
  const price = days.map((each): Point => [layout.x(each.day), layout.priceY(each.priceUsd)]);
  const line = (ofLine: readonly Point[], stroke: string, width: number) =>
    tree("path", { d: pathData(thinOut(ofLine, MIN_DISTANCE_PX)), fill: "none", stroke, "stroke-width": width });
  return [
    line(price, colors.text, 1.25),
    ...(layout.isNarrow ? [] : [line(scorePoints(points, layout, "score"), colors.muted, 0.75)]),
    line(scorePoints(points, layout, "smoothed"), colors.text, 1.5),
  ];
}

function scorePoints(
  points: readonly RecordPoint[],
  layout: RecordLayout,
  series: "score" | "smoothed",
): readonly Point[] {
  return points.flatMap((point): readonly Point[] => {
    const value = point[series];
    return value === undefined ? [] : [[layout.x(point.day), layout.scoreY(value)]];
  });
}

/** Base line in px of the names of the periods. */
const PERIOD_NAME_Y = 14;

/** The periods by name above both panels, with a line where each begins; the later one has a background of its own. */
function periodMarks(
  { periods }: RecordChartData,
  layout: RecordLayout,
  { colors, language }: RenderOptions,
): readonly Tree[] {
  const { left, right, scoreBottom } = layout;
  return periods.flatMap(({ key, from }, index) => {
    const start = index === 0 ? left : layout.x(from);
    const isLater = key === "later";
    const background = { x: start, y: 0.5, width: right - start, height: scoreBottom - 0.5, fill: colors.text };
    const edge = { d: `M${start} 3V${scoreBottom}`, stroke: colors.text, "stroke-width": isLater ? 1.5 : 0.75 };
    const name = pickTranslation(RECORD_TEXTS[key], language);
    const isCut = start + 5 + textWidth(name, layout.fontSize) > layout.width;
    const at = isCut ? { x: layout.width - 2, "text-anchor": "end" } : { x: start + 5 };
    const label = { ...at, y: PERIOD_NAME_Y, fill: colors.text, "font-weight": isLater ? 700 : 500 };
    return [
      ...(isLater ? [tree("rect", { ...background, "fill-opacity": 0.05 })] : []),
      ...(index === 0 ? [] : [tree("path", edge)]),
      tree("text", label, name),
    ];
  });
}

/** The five phases as tinted bands with the scores at which they begin, and where there is room with their names. */
function scoreBands(layout: RecordLayout, { colors, language }: RenderOptions): readonly Tree[] {
  const { left, right, scoreTop } = layout;
  const bands = PHASE_KEYS.flatMap((phase, index) => {
    const [top, bottom] = [layout.scoreY(20 * index + 20), layout.scoreY(20 * index)];
    const rect = { x: left, y: top, width: right - left, height: bottom - top - 1, fill: colors[phase] };
    const label = { x: left - 5, y: bottom + 4, "text-anchor": "end", fill: colors.muted };
    return [tree("rect", { ...rect, "fill-opacity": BAND_OPACITY }), tree("text", label, `${20 * index}`)];
  });
  const names = PHASE_KEYS.map((phase, index) => {
    const at = { x: left + 5, y: layout.scoreY(20 * index + 20) + 15, fill: colors[phase], ...halo(colors) };
    return tree("text", at, translate(phase, language));
  });
  return [
    tree("text", { x: 2, y: scoreTop - 10, fill: colors.muted }, pickTranslation(RECORD_TEXTS.score, language)),
    ...bands,
    ...(layout.isNarrow ? [] : names),
  ];
}

/** The title of the price, and powers of ten as lines with their price. */
function priceAxis(layout: RecordLayout, { colors, language }: RenderOptions): readonly Tree[] {
  const { left, right, priceTop } = layout;
  const decades = layout.decades.flatMap((power) => {
    const y = layout.priceY(10 ** power);
    const label = { x: left - 5, y: y + 4, "text-anchor": "end", fill: colors.muted };
    const line = tree("path", { d: `M${left} ${y}H${right}`, stroke: colors.border });
    return [line, tree("text", label, priceLabel(power, language))];
  });
  const title = tree(
    "text",
    { x: 2, y: priceTop - 10, fill: colors.muted },
    pickTranslation(RECORD_TEXTS.price, language),
  );
  return [title, ...decades];
}

/** The years below both panels, and the halvings as dashed lines. */
function timeAxis(layout: RecordLayout, { colors }: RenderOptions): readonly Tree[] {
  const { left, right, priceTop, priceBottom, scoreTop, scoreBottom } = layout;
  const every = layout.isNarrow ? 4 : right - left < 700 ? 2 : 1;
  const years = layout.years.flatMap((year) => {
    const x = layout.x(`${year}-01-01`);
    const tick = tree("path", { d: `M${x} ${scoreBottom}v${year % every === 0 ? 5 : 3}`, stroke: colors.muted });
    const label = { x, y: scoreBottom + 17, "text-anchor": "middle", fill: colors.muted };
    return year % every === 0 && x < right - 10 ? [tick, tree("text", label, `${year}`)] : [tick];
  });
  const halvings = HALVING_DAYS.map((day) => layout.x(formatDay(day)))
    .filter((x) => x > left && x < right)
    .map((x) => `M${x} ${priceTop}V${priceBottom}M${x} ${scoreTop}V${scoreBottom}`);
  const dashes = { d: halvings.join(""), stroke: colors.muted, "stroke-dasharray": "2 3", "stroke-opacity": 0.8 };
  return [...years, tree("path", dashes)];
}

/** `0.1`, `10`, `100k`: short enough for the margin in every language. */
function priceLabel(power: number, language: Language): string {
  if (power >= 6) return `${10 ** (power - 6)}M`;
  return power >= 3 ? `${10 ** (power - 3)}k` : formatPrice(10 ** power, language);
}

/** Height in px of a row of the legend. */
const LEGEND_ROW = 17;

/** Drawn in a box of 14 px by 8, below and right of its corner. */
const SYMBOLS = { high: "l4 7l4-7z", low: "m0 7l4-7l4 7z", halving: "m6-3v14", smoothed: "m0 4h13", weekly: "m0 4h13" };

type LegendEntry = keyof typeof SYMBOLS;

const NARROW_LEGEND: readonly LegendEntry[] = ["high", "low", "halving", "smoothed"];
const WIDE_LEGEND: readonly LegendEntry[] = [...NARROW_LEGEND, "weekly"];

/** Below the years: what the marks and lines mean, and in a narrow drawing the phases. */
function legend(layout: RecordLayout, { colors, language }: RenderOptions): readonly Tree[] {
  const top = layout.scoreBottom + 40;
  const styles: Readonly<Record<LegendEntry, Attributes>> = {
    high: { fill: colors.accent },
    low: { fill: colors.accent },
    halving: { stroke: colors.muted, "stroke-dasharray": "2 3" },
    smoothed: { stroke: colors.text, "stroke-width": 2 },
    weekly: { stroke: colors.muted, "stroke-width": 0.75 },
  };
  let x = layout.left;
  const entries = (layout.isNarrow ? NARROW_LEGEND : WIDE_LEGEND).flatMap((entry, i) => {
    const text = pickTranslation(RECORD_TEXTS[entry], language);
    const isSecondRow = layout.isNarrow && i >= 2;
    if (layout.isNarrow) x = layout.left + (i % 2) * ((layout.right - layout.left) / 2);
    const y = top + (isSecondRow ? LEGEND_ROW : 0);
    const drawn = [
      tree("path", { d: `M${x} ${y - 8}${SYMBOLS[entry]}`, ...styles[entry] }),
      tree("text", { x: x + 19, y, fill: colors.muted }, text),
    ];
    x += 19 + Math.round(textWidth(text, layout.fontSize)) + 18;
    return drawn;
  });
  return layout.isNarrow ? [...entries, ...phaseLegend(layout, top + 2 * LEGEND_ROW, { colors, language })] : entries;
}

/** The highest first, in two columns. */
function phaseLegend(
  layout: RecordLayout,
  top: number,
  { colors, language }: Pick<RenderOptions, "colors" | "language">,
): readonly Tree[] {
  const half = (layout.right - layout.left) / 2;
  return PHASE_KEYS.map((phase, index) => {
    const position = PHASE_KEYS.length - 1 - index;
    const at = { x: layout.left + (position % 2) * half, y: top + LEGEND_ROW * (position >> 1), fill: colors[phase] };
    return tree("text", at, `${20 * index}–${20 * index + 20} ${translate(phase, language)}`);
  });
}
