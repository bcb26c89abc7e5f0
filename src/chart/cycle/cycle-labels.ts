import { formatDay, yearOf } from "../../domain/instant.js";
import { formatDate, type Language } from "../locale.js";
import { type Tree, tree } from "../markup.js";
import { textWidth } from "../svg.js";
import type { CycleColors } from "./cycle-colors.js";
import type { CycleChartData, CycleTurn } from "./cycle-data.js";
import { type Placing, PRICE, SCORE } from "./cycle-scale.js";
import { formatUsd, translateCycle } from "./cycle-texts.js";
import { type Box, labelBoxes } from "./label-boxes.js";

/** How much labels say: `narrow` has years and short prices, `medium` months, `wide` days. */
export type LabelTier = "narrow" | "medium" | "wide";

export interface LabelOptions {
  readonly tier: LabelTier;
  readonly colors: CycleColors;
  readonly language: Language;
  /** px */
  readonly fontSize: number;
  /** px beside the plot that labels may reach into. */
  readonly left: number;
  readonly right: number;
}

/** A text and its place; the box is that of the least width. */
export interface CycleLabel {
  readonly box: Box;
  readonly drawn: Tree;
}

/** Prices are set bold, which is wider than `textWidth` knows. */
const BOLD = 1.12;

/** Height of a mark from its point in px, with the space before the label. */
const MARK = 13;

/** How far in px a label may be lifted from its mark, and in which steps. */
const LIFT = { max: 64, step: 4 } as const;

/**
 * The halvings, then the main turns, then the others, each where it touches nothing before it; one that has no such place
 * has no label. Placed for the least width of the frame: on a wider one all of them are further apart.
 */
export function cycleLabels(
  data: CycleChartData,
  { frame, scale }: Placing,
  options: LabelOptions,
): readonly CycleLabel[] {
  const { left, right, fontSize } = options;
  const px = (day: number, usd: number) => [scale.x(day) * frame.width, scale.priceY(usd) * frame.height] as const;
  const line = data.points.map(({ day, priceUsd }) => px(day, priceUsd));
  const edges = {
    left: -left,
    right: frame.width + right,
    top: fontSize,
    bottom: SCORE.top * frame.height - 2.2 * fontSize,
  };
  const boxes = labelBoxes(edges, line);
  for (const { kind, day, priceUsd } of data.turns) {
    const [x, y] = px(day, priceUsd);
    boxes.block({
      left: x - 4,
      right: x + 4,
      top: kind === "high" ? y - MARK : y,
      bottom: kind === "high" ? y : y + MARK,
    });
  }
  const halvings = halvingLabels({ frame, scale }, options, boxes);
  // The prices of the axis: only the name of a halving may stand above them.
  boxes.block({ left: frame.width + 6, right: edges.right, top: 0, bottom: frame.height });
  const end = data.points.at(-1);
  if (end !== undefined) {
    const [x, y] = px(end.day, end.priceUsd);
    boxes.block({ left: x - 6, right: edges.right, top: y - 6, bottom: y + 6 });
  }
  const turns = [...data.turns].sort((one, other) => Number(other.isMain) - Number(one.isMain));
  return [
    ...halvings,
    ...turns.flatMap((turn) => {
      if (options.tier === "narrow" && !turn.isMain) return [];
      const label = turnLabel(turn, { frame, scale }, options, boxes);
      return label === undefined ? [] : [label];
    }),
  ];
}

type Boxes = ReturnType<typeof labelBoxes>;

/** Right of the line of each halving, else left of it, in the first row. */
function halvingLabels(
  { frame, scale }: Placing,
  { tier, language, fontSize, colors }: LabelOptions,
  boxes: Boxes,
): readonly CycleLabel[] {
  const y = PRICE.top * frame.height;
  return scale.halvings.flatMap((day) => {
    const date = tier === "wide" ? formatDate(formatDay(day), language, { dateStyle: "medium" }) : `${yearOf(day)}`;
    const text = tier === "narrow" ? date : `${translateCycle("halving", language)} ${date.replaceAll(" de ", " ")}`;
    const width = textWidth(text, fontSize);
    const x = scale.x(day) * frame.width;
    const rows = { top: y - fontSize, bottom: y + 3 };
    const box = boxes.take([
      { left: x + 4, right: x + 4 + width, ...rows },
      { left: x - 4 - width, right: x - 4, ...rows },
    ]);
    if (box === undefined) return [];
    const isRight = box.left > x;
    const anchor = isRight ? undefined : "end";
    const at = frame.at([scale.x(day), PRICE.top], isRight ? 4 : -4);
    return [{ box, drawn: tree("text", { ...at, "text-anchor": anchor, fill: colors.muted }, text) }];
  });
}

/** The price and below it the day, above a high and below a low: in the middle, at one side, or lifted. */
function turnLabel(
  turn: CycleTurn,
  { frame, scale }: Placing,
  { tier, language, fontSize, colors }: LabelOptions,
  boxes: Boxes,
): CycleLabel | undefined {
  const { day, priceUsd } = turn;
  const price = formatUsd(priceUsd, language, tier === "narrow");
  const date = formatDate(formatDay(day), language, DATES[tier]).replaceAll(" de ", " ");
  const lines = tier === "narrow" ? [price] : [price, date];
  const size = {
    width: Math.max(BOLD * textWidth(price, fontSize), ...lines.slice(1).map((each) => textWidth(each, fontSize))),
    lineHeight: Math.round(1.13 * fontSize),
    lines: lines.length,
    fontSize,
  };
  const place = [scale.x(day), scale.priceY(priceUsd)] as const;
  const candidates = candidatesFor(turn.kind, [place[0] * frame.width, place[1] * frame.height], size);
  const box = boxes.take(candidates.map((each) => each.box));
  const chosen = candidates.find((each) => each.box === box);
  if (box === undefined || chosen === undefined) return undefined;
  const { anchor, dx, dy } = chosen;
  const texts = lines.map((text, i) => {
    const style = i === 0 ? { "font-weight": 600 } : { fill: colors.muted };
    const at = {
      ...frame.at(place, dx, dy + i * size.lineHeight),
      "text-anchor": anchor === "start" ? undefined : anchor,
    };
    return tree("text", { ...at, ...style }, text);
  });
  return { box, drawn: tree("g", {}, ...texts) };
}

const DATES = {
  narrow: {},
  medium: { month: "short", year: "numeric" },
  wide: { dateStyle: "medium" },
} as const satisfies Readonly<Record<LabelTier, Intl.DateTimeFormatOptions>>;

/** Where a label may stand: its box, and the text's anchor and distance from the mark in px. */
interface Candidate {
  readonly box: Box;
  readonly anchor: "start" | "middle" | "end";
  readonly dx: number;
  readonly dy: number;
}

interface LabelSize {
  readonly width: number;
  readonly lineHeight: number;
  readonly lines: number;
  readonly fontSize: number;
}

/** The nearest first. */
function candidatesFor(
  kind: CycleTurn["kind"],
  [x, y]: readonly [number, number],
  { width, lineHeight, lines, fontSize }: LabelSize,
): readonly Candidate[] {
  const lifts = Array.from({ length: LIFT.max / LIFT.step + 1 }, (_, i) => i * LIFT.step);
  const sides = [
    { anchor: "middle", dx: 0, start: -width / 2 },
    { anchor: "start", dx: -5, start: -5 },
    { anchor: "end", dx: 5, start: 5 - width },
  ] as const;
  return lifts.flatMap((lift) =>
    sides.map(({ anchor, dx, start }) => {
      const dy = kind === "high" ? -MARK - 2 - lift - lineHeight * (lines - 1) : MARK + lift + fontSize;
      const top = y + dy - fontSize;
      const box = { left: x + start, right: x + start + width, top, bottom: top + lineHeight * lines + 2 };
      return { box, anchor, dx, dy };
    }),
  );
}
