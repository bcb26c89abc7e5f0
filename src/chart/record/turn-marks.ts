import { formatDate, formatScore, type Language } from "../locale.js";
import { type Attributes, type Tree, tree } from "../markup.js";
import type { RenderOptions } from "../svg.js";
import { labelPlacer, type PlacedLabel } from "./label-placement.js";
import type { RecordChartData, RecordLayout, RecordTurn } from "./record-layout.js";

type Placer = ReturnType<typeof labelPlacer>;

/** Height of a triangle in px. */
const TRIANGLE_HEIGHT = 7;

/** A mark on the price and on the score of each cycle high and low, with the day and, where there is room, the score. */
export function turnMarks({ turns }: RecordChartData, layout: RecordLayout, options: RenderOptions): readonly Tree[] {
  const { colors, language } = options;
  const placer = labelPlacer(layout);
  const drawn = turns.map((turn) => {
    const label = dayLabel(turn, layout, { placer, text: formatTurnDay(turn.day, language, layout.isNarrow) });
    return { turn, label, score: scoreLabel(turn, layout, { placer, language }) };
  });
  const lines = drawn.map(({ turn, label }) => {
    const y = layout.priceY(turn.priceUsd);
    return `M${layout.x(turn.day)} ${turn.kind === "high" ? Math.min(y, label.y + 2) : y}V${layout.scoreBottom}`;
  });
  const halo = { "paint-order": "stroke", stroke: colors.background, "stroke-width": 3, fill: colors.text };
  const write = (label: PlacedLabel | undefined) =>
    label === undefined ? [] : [tree("text", { x: label.x, y: label.y, ...halo }, label.text)];
  return [
    tree("path", { d: lines.join(""), stroke: colors.muted, "stroke-width": 0.5 }),
    ...drawn.flatMap(({ turn }) => marks(turn, layout, { fill: colors.accent, stroke: colors.background })),
    ...drawn.flatMap(({ label, score }) => [...write(label), ...write(score)]),
  ];
}

function marks({ kind, day, priceUsd, score }: RecordTurn, layout: RecordLayout, style: Attributes): readonly Tree[] {
  const heights = [layout.priceY(priceUsd), ...(score === undefined ? [] : [layout.scoreY(score)])];
  return heights.map((y) => tree("path", { d: triangle(kind, layout.x(day), y), ...style }));
}

/** Highs are named above and to the left of their mark, lows below and to the right, where a rising price leaves room. */
function dayLabel(
  { kind, day, priceUsd }: RecordTurn,
  layout: RecordLayout,
  { placer, text }: { readonly placer: Placer; readonly text: string },
): PlacedLabel {
  const [x, y] = [layout.x(day), layout.priceY(priceUsd)];
  return kind === "high"
    ? placer.placeShifted(text, { end: x + 4, y: y - TRIANGLE_HEIGHT - 4 }, "up")
    : placer.placeShifted(text, { start: x - 4, y: y + TRIANGLE_HEIGHT + 12 }, "down");
}

/** Beside its mark at the right or left if the place is free; a narrow drawing has no room for it. */
function scoreLabel(
  { kind, day, score }: RecordTurn,
  layout: RecordLayout,
  { placer, language }: { readonly placer: Placer; readonly language: Language },
): PlacedLabel | undefined {
  if (score === undefined || layout.isNarrow) return undefined;
  const [x, y] = [layout.x(day), layout.scoreY(score)];
  return placer.placeBeside(
    formatScore(score, language),
    x,
    kind === "high" ? Math.max(y - 3, layout.scoreTop + 10) : y + 12,
  );
}

/** Its tip touches the value: from above at a high, from below at a low. */
function triangle(kind: RecordTurn["kind"], x: number, y: number): string {
  return kind === "high" ? `M${x} ${y}l-4-${TRIANGLE_HEIGHT}h8z` : `M${x} ${y}l-4 ${TRIANGLE_HEIGHT}h8z`;
}

/** `Dec 16, 2017`, or short `Dec 2017`. @param day YYYY-MM-DD, a UTC day @throws RangeError for anything else */
function formatTurnDay(day: string, language: Language, isShort: boolean): string {
  const options: Intl.DateTimeFormatOptions = isShort ? { month: "short", year: "numeric" } : { dateStyle: "medium" };
  return formatDate(day, language, options).replaceAll(" de ", " ");
}
