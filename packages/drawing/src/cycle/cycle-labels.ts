/** The labels inside the plot of the long chart, and how places are found for them. */

import { formatDay, yearOf } from "peak-cycle-model";
import { CYCLE_TEXTS, formatBriefDate, formatUsd, pickTranslation } from "../locale.js";
import { type Tree, tree } from "../markup.js";
import { BOLD, type Point, textWidth } from "../svg.js";
import { rightMargin } from "./cycle-axes.js";
import type { CycleTurn } from "./cycle-data.js";
import { type CyclePlot, PRICE, SCORE } from "./cycle-scale.js";

/**
 * The newest high and low, then the halvings, then the other turns from the newest, each where it touches nothing
 * before it; one that has no such place near its mark is left out, and its mark with it. They are placed for the least
 * width of the viewport: on a wider one all of them are further apart.
 */
export function cycleLabels(plot: CyclePlot): readonly Tree[] {
  const { data, viewport } = plot;
  const boxes = boxesOf(plot);
  for (const { kind, day, priceUsd } of data.turns) {
    const [x, y] = pxOf(plot, day, priceUsd);
    const top = kind === "high" ? y - MARK : y;
    boxes.block({ left: x - 4, right: x + 4, top, bottom: top + MARK });
  }
  const end = data.points.at(-1);
  if (end !== undefined) {
    const [x, y] = pxOf(plot, end.day, end.priceUsd);
    boxes.block({ left: x - 6, right: rightEdge(plot), top: y - 6, bottom: y + 6 });
  }
  // The prices of the axis: only the name of a halving may stand above them.
  const axisTop = (PRICE.top + 0.02) * viewport.height;
  boxes.block({ left: viewport.width + 4, right: rightEdge(plot), top: axisTop, bottom: viewport.height });
  const newestFirst = data.turns.toReversed();
  const newest = (["high", "low"] as const).flatMap((kind) => newestFirst.find((turn) => turn.kind === kind) ?? []);
  const others = newestFirst.filter((turn) => !newest.includes(turn));
  const labels = (some: readonly CycleTurn[]) => some.flatMap((turn) => turnLabel(turn, plot, boxes) ?? []);
  return [...labels(newest), ...halvingLabels(plot, boxes), ...labels(others)];
}

/** Height of a mark from its point in px, with the space before the label. */
const MARK = 13;

/** The place of a day and price in px of the least width. */
function pxOf({ viewport, scale }: CyclePlot, day: number, usd: number): Point {
  return [scale.x(day) * viewport.width, scale.priceY(usd) * viewport.height];
}

/** Labels may reach into the margins beside the plot. */
function rightEdge({ viewport, language, fontSize, tier }: CyclePlot): number {
  return viewport.width + rightMargin(language, fontSize, tier);
}

function boxesOf(plot: CyclePlot): LabelBoxes {
  const { data, viewport, fontSize, language } = plot;
  const scoreTop = SCORE.top * viewport.height;
  const line = data.points.map(({ day, priceUsd }) => pxOf(plot, day, priceUsd));
  const left = 0;
  const boxes = labelBoxes({ left: -4, right: rightEdge(plot), top: 0, bottom: scoreTop - 3 }, line);
  const title = (text: string, top: number, bottom: number) =>
    boxes.block({ left, right: left + BOLD * textWidth(text, fontSize) + 4, top, bottom });
  title(pickTranslation(CYCLE_TEXTS.price, language), 0, 1.3 * fontSize);
  title(pickTranslation(CYCLE_TEXTS.score, language), scoreTop - 2.2 * fontSize, scoreTop);
  return boxes;
}

/**
 * Right or left of the line of each halving above the prices: the first one with its name, `Halving ’16`, then `’20`.
 */
function halvingLabels(plot: CyclePlot, boxes: LabelBoxes): readonly Tree[] {
  const { viewport, scale, language, fontSize, colors } = plot;
  const base = PRICE.top * viewport.height - 3;
  let isNamed = false;
  return scale.halvings.flatMap((day) => {
    const year = `’${String(yearOf(day)).slice(2)}`;
    const full = `${pickTranslation(CYCLE_TEXTS.halving, language)} ${year}`;
    const x = scale.x(day) * viewport.width;
    const candidates = (isNamed ? [year] : [full, year]).flatMap((text) => {
      const [width, rows] = [textWidth(text, fontSize), { top: base - fontSize, bottom: base + 3 }];
      return [
        { text, left: x + 5, right: x + 5 + width, ...rows },
        { text, left: x - 5 - width, right: x - 5, ...rows },
      ];
    });
    const box = boxes.take(candidates);
    if (box === undefined) return [];
    isNamed ||= box.text === full;
    const isRight = box.left > x;
    const at = viewport.at([scale.x(day), PRICE.top], isRight ? 5 : -5, -3);
    return [tree("text", { ...at, "text-anchor": isRight ? undefined : "end", fill: colors.muted }, box.text)];
  });
}

/**
 * A mark at the turn, and above a high or below a low its price and day: in the middle, at one side, or a little
 * lifted.
 */
function turnLabel(turn: CycleTurn, plot: CyclePlot, boxes: LabelBoxes): Tree | undefined {
  const { viewport, scale, tier, language, fontSize, colors } = plot;
  const { kind, day, priceUsd } = turn;
  const price = formatUsd(priceUsd, language, true);
  const date = formatBriefDate(formatDay(day), language, { month: "short", year: "numeric" });
  const lines = tier === "narrow" || plot.data.isDaily ? [price] : [price, date];
  const width = Math.max(BOLD * textWidth(price, fontSize), ...lines.slice(1).map((each) => textWidth(each, fontSize)));
  const lineHeight = Math.round(1.13 * fontSize);
  const height = lineHeight * (lines.length - 1);
  const [x, y] = pxOf(plot, day, priceUsd);
  const sides = [
    { anchor: "middle", dx: 0, left: x - width / 2 },
    { anchor: undefined, dx: -4, left: x - 4 },
    { anchor: "end", dx: 4, left: x + 4 - width },
  ] as const;
  const candidates = LIFTS.flatMap((lift) => {
    const dy = kind === "high" ? -MARK - 2 - lift - height : MARK + lift + fontSize;
    const top = y + dy - fontSize;
    const bottom = top + lineHeight * lines.length + 2;
    return sides.map((side) => ({ ...side, right: side.left + width, top, bottom, dy }));
  });
  const chosen = boxes.take(candidates);
  if (chosen === undefined) return undefined;
  const { anchor, dx, dy } = chosen;
  const texts = lines.map((text, i) => {
    const style = i === 0 ? { "font-weight": 600 } : { fill: colors.muted };
    const at = viewport.at([scale.x(day), scale.priceY(priceUsd)], dx, dy + i * lineHeight);
    return tree("text", { ...at, "text-anchor": anchor, ...style }, text);
  });
  const d = kind === "high" ? "M0-5l-4-6.5h8z" : "M0 5l-4 6.5h8z";
  const mark = tree("path", { d, fill: colors.muted, stroke: "none" });
  return tree("g", {}, viewport.mark([scale.x(day), scale.priceY(priceUsd)], mark), ...texts);
}

/** How far in px a label may be lifted: one that is further away would belong to nothing. */
const LIFTS: readonly number[] = [0, 4, 8, 12, 16];

/** A rectangle in px. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Space in px that stays free around a label. */
const CLEARANCE = 2;

type LabelBoxes = ReturnType<typeof labelBoxes>;

/**
 * Keeps track of what is taken in a drawing, so that labels touch neither each other, nor marks, nor the line.
 *
 * @param edges that no label crosses @param line that no label touches, from left to right
 */
export function labelBoxes(edges: Box, line: readonly Point[]) {
  const taken: Box[] = [];
  const isFree = (box: Box): boolean =>
    box.left >= edges.left &&
    box.right <= edges.right &&
    box.top >= edges.top &&
    box.bottom <= edges.bottom &&
    !taken.some((other) => overlap(box, other)) &&
    !touchesLine(box, line);
  return {
    /** Takes the first of the boxes that is free, if any is. */
    take<Candidate extends Box>(candidates: readonly Candidate[]): Candidate | undefined {
      const free = candidates.find(isFree);
      if (free !== undefined) taken.push(free);
      return free;
    },
    /** Takes a box whether it is free or not: a mark's. */
    block: (box: Box) => void taken.push(box),
  };
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right + CLEARANCE &&
    other.left < one.right + CLEARANCE &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

/** Whether any part of the line between the sides of the box is as high as the box. */
function touchesLine({ left, right, top, bottom }: Box, line: readonly Point[]): boolean {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const see = (y: number) => {
    least = Math.min(least, y);
    greatest = Math.max(greatest, y);
  };
  for (const [i, [x, y]] of line.entries()) {
    if (x >= left && x <= right) see(y);
    const next = line[i + 1];
    if (next === undefined) continue;
    for (const side of [left, right]) {
      if (x < side && next[0] > side) see(y + ((next[1] - y) * (side - x)) / (next[0] - x));
    }
  }
  return greatest > top - CLEARANCE && least < bottom + CLEARANCE;
}
