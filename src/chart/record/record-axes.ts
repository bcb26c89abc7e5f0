import { HALVING_DAYS } from "../../domain/halvings.js";
import { formatDay } from "../../domain/instant.js";
import { formatPrice, type Language, PHASE_KEYS, translate } from "../locale.js";
import { type Tree, tree } from "../markup.js";
import { BAND_OPACITY } from "../panels.js";
import { type RenderOptions, textWidth } from "../svg.js";
import type { RecordChartData, RecordLayout } from "./record-layout.js";
import { translateRecord } from "./record-texts.js";

/** Base line in px of the names of the periods. */
const PERIOD_NAME_Y = 14;

/** The periods by name above both panels, with a line where each begins; the later one has a background of its own. */
export function periodMarks(
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
    const name = translateRecord(key, language);
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
export function scoreBands(layout: RecordLayout, { colors, language }: RenderOptions): readonly Tree[] {
  const { left, right, scoreTop } = layout;
  const bands = PHASE_KEYS.flatMap((phase, index) => {
    const [top, bottom] = [layout.scoreY(20 * index + 20), layout.scoreY(20 * index)];
    const rect = { x: left, y: top, width: right - left, height: bottom - top - 1, fill: colors[phase] };
    const label = { x: left - 5, y: bottom + 4, "text-anchor": "end", fill: colors.muted };
    return [tree("rect", { ...rect, "fill-opacity": BAND_OPACITY }), tree("text", label, `${20 * index}`)];
  });
  const halo = { "paint-order": "stroke", stroke: colors.background, "stroke-width": 3 };
  const names = PHASE_KEYS.map((phase, index) => {
    const at = { x: left + 5, y: layout.scoreY(20 * index + 20) + 15, fill: colors[phase], ...halo };
    return tree("text", at, translate(phase, language));
  });
  return [
    tree("text", { x: 2, y: scoreTop - 10, fill: colors.muted }, translateRecord("score", language)),
    ...bands,
    ...(layout.isNarrow ? [] : names),
  ];
}

/** The title of the price, and powers of ten as lines with their price. */
export function priceAxis(layout: RecordLayout, { colors, language }: RenderOptions): readonly Tree[] {
  const { left, right, priceTop } = layout;
  const decades = layout.decades.flatMap((power) => {
    const y = layout.priceY(10 ** power);
    const label = { x: left - 5, y: y + 4, "text-anchor": "end", fill: colors.muted };
    const line = tree("path", { d: `M${left} ${y}H${right}`, stroke: colors.border });
    return [line, tree("text", label, priceLabel(power, language))];
  });
  const title = tree("text", { x: 2, y: priceTop - 10, fill: colors.muted }, translateRecord("price", language));
  return [title, ...decades];
}

/** The years below both panels, and the halvings as dashed lines. */
export function timeAxis(layout: RecordLayout, { colors }: RenderOptions): readonly Tree[] {
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
