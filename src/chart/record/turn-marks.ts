import { formatBriefDate, formatScore, type Language } from "../locale.js";
import { type Attributes, type Tree, tree } from "../markup.js";
import { halo, type RenderOptions, textWidth } from "../svg.js";
import type { RecordChartData, RecordLayout, RecordTurn } from "./record-layout.js";

/** Height of a triangle in px. */
const TRIANGLE_HEIGHT = 7;

/** A mark on the price and on the score of each cycle high and low, with the day and, where there is room, the score. */
export function turnMarks({ turns }: RecordChartData, layout: RecordLayout, options: RenderOptions): readonly Tree[] {
  const { colors, language } = options;
  const place: LabelPlace = { layout, language, placer: labelPlacer(layout) };
  const drawn = turns.map((turn) => ({ turn, label: dayLabel(turn, place), score: scoreLabel(turn, place) }));
  const lines = drawn.map(({ turn, label }) => {
    const y = layout.priceY(turn.priceUsd);
    return `M${layout.x(turn.day)} ${turn.kind === "high" ? Math.min(y, label.y + 2) : y}V${layout.scoreBottom}`;
  });
  const write = (label: PlacedLabel | undefined) =>
    label === undefined
      ? []
      : [tree("text", { x: label.x, y: label.y, ...halo(colors), fill: colors.text }, label.text)];
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

/** What the place of a label depends on. */
interface LabelPlace {
  readonly layout: RecordLayout;
  readonly language: Language;
  readonly placer: ReturnType<typeof labelPlacer>;
}

/** `Dec 2017` and `Dec 16, 2017`. */
const MONTH = { month: "short", year: "numeric" } as const;
const WHOLE_DAY = { dateStyle: "medium" } as const;

/** Highs are named above and to the left of their mark, lows below and to the right, where a rising price leaves room. */
function dayLabel({ kind, day, priceUsd }: RecordTurn, { layout, language, placer }: LabelPlace): PlacedLabel {
  const text = formatBriefDate(day, language, layout.isNarrow ? MONTH : WHOLE_DAY);
  const [x, y] = [layout.x(day), layout.priceY(priceUsd)];
  return kind === "high"
    ? placer.placeShifted(text, { end: x + 4, y: y - TRIANGLE_HEIGHT - 4 }, "up")
    : placer.placeShifted(text, { start: x - 4, y: y + TRIANGLE_HEIGHT + 12 }, "down");
}

/** Beside its mark at the right or left if the place is free; a narrow drawing has no room for it. */
function scoreLabel(
  { kind, day, score }: RecordTurn,
  { layout, language, placer }: LabelPlace,
): PlacedLabel | undefined {
  if (score === undefined || layout.isNarrow) return undefined;
  const [x, y] = [layout.x(day), layout.scoreY(score)];
  const baseLine = kind === "high" ? Math.max(y - 3, layout.scoreTop + 10) : y + 12;
  return placer.placeBeside(formatScore(score, language), x, baseLine);
}

/** Its tip touches the value: from above at a high, from below at a low. */
function triangle(kind: RecordTurn["kind"], x: number, y: number): string {
  return kind === "high" ? `M${x} ${y}l-4-${TRIANGLE_HEIGHT}h8z` : `M${x} ${y}l-4 ${TRIANGLE_HEIGHT}h8z`;
}

/** A text and where its base line begins, in px. */
export interface PlacedLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Where a label wants to be: its base line, and where the text begins or ends. */
type PreferredPlace = { readonly y: number } & ({ readonly start: number } | { readonly end: number });

/** Height of a row of labels in px. */
const ROW_HEIGHT = 12;
/** `textWidth` is that of the widest fonts; a usual font takes this share of it. */
const USUAL_SHARE = 0.9;

/** Finds places for labels one after the other, so that none covers one before it. */
export function labelPlacer(layout: RecordLayout) {
  const placed: PlacedLabel[] = [];
  const isFree = (box: PlacedLabel) =>
    placed.every(
      (each) => Math.abs(each.y - box.y) >= ROW_HEIGHT || box.x >= each.x + each.width || each.x >= box.x + box.width,
    );
  const boxOf = (text: string, x: number, y: number): PlacedLabel => {
    const width = Math.ceil(USUAL_SHARE * textWidth(text, layout.fontSize));
    const inside = Math.min(layout.right - width, Math.max(layout.left + 2, x));
    return { text, width, x: Math.round(inside), y: Math.round(y) };
  };
  const keep = (box: PlacedLabel): PlacedLabel => {
    placed.push(box);
    return box;
  };
  return {
    /** As near as possible in one direction, but inside the panel of the price. */
    placeShifted(text: string, preferred: PreferredPlace, direction: "up" | "down"): PlacedLabel {
      const width = boxOf(text, 0, 0).width;
      let box = boxOf(text, "end" in preferred ? preferred.end - width : preferred.start, preferred.y);
      const step = direction === "up" ? -ROW_HEIGHT : ROW_HEIGHT;
      while (!isFree(box) && box.y + step > layout.priceTop - ROW_HEIGHT && box.y + step < layout.priceBottom)
        box = { ...box, y: box.y + step };
      return keep(box);
    },
    /** At the right of `x`, else at its left, else nowhere. */
    placeBeside(text: string, x: number, y: number): PlacedLabel | undefined {
      const right = boxOf(text, x + 6, y);
      const left = boxOf(text, x - 6 - right.width, y);
      const free = [right, left].find((box) => isFree(box) && (box.x > x || box.x + box.width < x));
      return free && keep(free);
    },
  };
}
