/** The labels inside the long chart's plot, and how they are placed. */

import { formatDay, yearOf } from "peak-cycle-model";
import { color } from "../colors.js";
import { formatBriefDate, formatUsd, pickTranslation } from "../locale.js";
import { CYCLE_TEXTS } from "../locales/words.js";
import { type Attributes, type Tree, tree } from "../markup.js";
import { BOLD, type Point, textWidth } from "../svg.js";
import { rightMargin } from "./cycle-axes.js";
import type { CycleTurn } from "./cycle-data.js";
import { type CyclePlot, PRICE, pricePlace, SCORE } from "./cycle-scale.js";

/** Sets text off from the lines behind it. */
export const HALO: Attributes = {
  "paint-order": "stroke",
  stroke: color("background"),
  "stroke-width": 3,
  "stroke-linejoin": "round",
};

/**
 * Places the newest high and low, then the halvings, then the other turns, newest first, each where it touches nothing
 * placed before it; a turn with no such place near its mark is left out, mark included. They are placed for the
 * viewport's minimum width: on a wider one, they are all further apart.
 */
export function cycleLabels(plot: CyclePlot): readonly Tree[] {
  const room = roomOf(plot);
  const newestFirst = plot.data.turns.toReversed();
  const newest = (["high", "low"] as const).flatMap((kind) => newestFirst.find((turn) => turn.kind === kind) ?? []);
  const others = newestFirst.filter((turn) => !newest.includes(turn));
  const labels = (some: readonly CycleTurn[]) => some.flatMap((turn) => turnLabel(turn, plot, room) ?? []);
  return [...labels(newest), ...halvingLabels(plot, room), ...labels(others)];
}

/** The space taken before the first label: both titles, the marks, the newest price, and the axis prices. */
function roomOf(plot: CyclePlot): Room {
  const { data, viewport, fontSize, language, tier } = plot;
  const { width, height } = viewport;
  const [scoreTop, right] = [SCORE.top * height, width + rightMargin(language, fontSize, tier)];
  const line = data.points.map(({ day, priceUsd }) => pxOf(plot, day, priceUsd));
  const [endX, endY] = line.at(-1) ?? [0, 0];
  const title = (texts: string, top: number, bottom: number) => {
    return { left: 0, right: BOLD * textWidth(pickTranslation(texts, language), fontSize) + 4, top, bottom };
  };
  const marks = data.turns.map(({ kind, day, priceUsd }) => {
    const [x, y] = pxOf(plot, day, priceUsd);
    const top = kind === "high" ? y - MARK : y;
    return { left: x - 4, right: x + 4, top, bottom: top + MARK };
  });
  const taken = [
    title(CYCLE_TEXTS.price, 0, 1.3 * fontSize),
    title(CYCLE_TEXTS.score, scoreTop - 2.2 * fontSize, scoreTop),
    ...marks,
    { left: endX - 6, right, top: endY - 6, bottom: endY + 6 },
    // Only a halving's name may go above the axis prices.
    { left: width + 4, right, top: (PRICE.top + 0.02) * height, bottom: height },
  ];
  // Labels may extend into the margin.
  return { edges: { left: -4, right, top: 0, bottom: scoreTop - 3 }, line, taken };
}

/** Height of a mark from its point in px, with the space before the label. */
const MARK = 13;

/** The position of a day and price in px at the minimum width. */
function pxOf(plot: CyclePlot, day: number, usd: number): Point {
  const [x, y] = pricePlace(plot, day, usd);
  return [x * plot.viewport.width, y * plot.viewport.height];
}

/** Next to each halving's line, above the prices: the first with its name, `Halving ’16`, then `’20`. */
function halvingLabels({ viewport, scale, fontSize }: CyclePlot, room: Room): readonly Tree[] {
  const base = PRICE.top * viewport.height - 3;
  let isNamed = false;
  return scale.halvings.flatMap((day) => {
    const year = `’${String(yearOf(day)).slice(2)}`;
    const full = `Halving ${year}`;
    const x = scale.x(day) * viewport.width;
    const candidates = (isNamed ? [year] : [full, year]).flatMap((text) => {
      const [width, rows] = [textWidth(text, fontSize), { top: base - fontSize, bottom: base + 3 }];
      return [
        { text, left: x + 5, right: x + 5 + width, ...rows },
        { text, left: x - 5 - width, right: x - 5, ...rows },
      ];
    });
    const box = take(room, candidates);
    if (box === undefined) return [];
    isNamed ||= box.text === full;
    const isRight = box.left > x;
    const at = viewport.at([scale.x(day), PRICE.top], isRight ? 5 : -5, -3);
    return [tree("text", { ...at, "text-anchor": isRight ? undefined : "end", fill: color("soft") }, box.text)];
  });
}

/**
 * A mark at the turn, with its price and day above a high or below a low: centered, to one side, or a little lifted.
 */
function turnLabel({ kind, day, priceUsd }: CycleTurn, plot: CyclePlot, room: Room): Tree | undefined {
  const { viewport, tier, language, fontSize, data } = plot;
  const price = formatUsd(priceUsd, language, true);
  const date = formatBriefDate(formatDay(day), language, { month: "short", year: "numeric" });
  const lines = tier === "narrow" || data.isDaily ? [price] : [price, date];
  const width = Math.max(...lines.map((each, i) => (i === 0 ? BOLD : 1) * textWidth(each, fontSize)));
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
  const chosen = take(room, candidates);
  if (chosen === undefined) return undefined;
  const { anchor, dx, dy } = chosen;
  const place = pricePlace(plot, day, priceUsd);
  const texts = lines.map((text, i) => {
    const style = i === 0 ? { "font-weight": 600 } : { fill: color("soft") };
    return tree("text", { ...viewport.at(place, dx, dy + i * lineHeight), "text-anchor": anchor, ...style }, text);
  });
  const d = kind === "high" ? "M0-5l-4-6.5h8z" : "M0 5l-4 6.5h8z";
  return tree("g", {}, viewport.mark(place, tree("path", { d, fill: color("soft"), stroke: "none" })), ...texts);
}

/** How far in px a label may be lifted: any further, and it would seem to belong to nothing. */
const LIFTS: readonly number[] = [0, 4, 8, 12, 16];

/** A rectangle in px. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The room for labels: its edges, which no label crosses, the line, which none touches, and the boxes taken. */
interface Room {
  readonly edges: Box;
  /** From left to right. */
  readonly line: readonly Point[];
  readonly taken: Box[];
}

/** Takes the first free box, if any. */
function take<Candidate extends Box>({ edges, line, taken }: Room, candidates: readonly Candidate[]) {
  const free = candidates.find((box) => {
    const isAcross = box.left >= edges.left && box.right <= edges.right;
    const isInside = isAcross && box.top >= edges.top && box.bottom <= edges.bottom;
    return isInside && !taken.some((other) => overlap(box, other)) && !touchesLine(box, line);
  });
  if (free !== undefined) taken.push(free);
  return free;
}

/** Space in px to keep free around a label. */
const CLEARANCE = 2;

function overlap(one: Box, other: Box): boolean {
  const isBeside = one.left >= other.right + CLEARANCE || other.left >= one.right + CLEARANCE;
  return !isBeside && one.top < other.bottom && other.top < one.bottom;
}

/** Whether the line passes through the box. */
function touchesLine({ left, right, top, bottom }: Box, line: readonly Point[]): boolean {
  return line.some(([x, y], i) => {
    const [nextX, nextY] = line[i + 1] ?? [x, y];
    if (nextX < left || x > right) return false;
    const yAt = (at: number) => y + ((nextY - y) * (at - x)) / (nextX - x || 1);
    const [from, to] = [yAt(Math.max(x, left)), yAt(Math.min(nextX, right))];
    return Math.max(from, to) > top - CLEARANCE && Math.min(from, to) < bottom + CLEARANCE;
  });
}
