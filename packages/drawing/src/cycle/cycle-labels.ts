/** The labels inside the long chart's plot, and how they are placed. */

import { yearOf } from "peak-cycle-model";
import { color, fillOf } from "../colors.js";
import { formatUsd, phaseAt, pickTranslation } from "../locale.js";
import { CYCLE_TEXTS } from "../locales/words.js";
import { type Tree, tree } from "../markup.js";
import { BOLD, type Point, textWidth } from "../svg.js";
import { rightMargin } from "./cycle-axes.js";
import type { CycleTurn } from "./cycle-data.js";
import { type CyclePlot, PRICE, pricePlace, SCORE, TITLE_DISTANCE } from "./cycle-scale.js";
import { labelAt, markAt } from "./viewport.js";

/**
 * Places the newest high and low, then the other turns, newest first, without touching anything placed earlier. A
 * turn whose label does not fit near its ring is omitted with its ring. Labels are placed for the plot's minimum width:
 * on a wider plot they are all further apart.
 */
export function cycleLabels(plot: CyclePlot): readonly Tree[] {
  const room = roomOf(plot);
  const newestFirst = plot.data.turns.toReversed();
  const newest = (["high", "low"] as const).flatMap((kind) => newestFirst.find((turn) => turn.kind === kind) ?? []);
  const others = newestFirst.filter((turn) => !newest.includes(turn));
  return [...newest, ...others].flatMap((turn) => turnLabel(turn, plot, room) ?? []);
}

/** The space taken before the first label: the title, the rings, the newest price, and the axis prices. */
function roomOf(plot: CyclePlot): Room {
  const { data, width, height, fontSize, language, tier } = plot;
  const right = width + rightMargin(language, fontSize, tier);
  const line = data.points.map(({ day, priceUsd }) => pxOf(plot, day, priceUsd));
  const [endX, endY] = line.at(-1) ?? [0, 0];
  const rings = data.turns.map(({ day, priceUsd }) => {
    const [x, y] = pxOf(plot, day, priceUsd);
    return { left: x - RING, right: x + RING, top: y - RING, bottom: y + RING };
  });
  const title = pickTranslation(tier === "medium" ? CYCLE_TEXTS.price : CYCLE_TEXTS.shortPrice, language);
  const base = PRICE.top * height - TITLE_DISTANCE;
  const boxes = [
    { left: 0, right: BOLD * textWidth(title, fontSize) + 4, top: base - fontSize, bottom: base + 4 },
    ...rings,
    { left: endX - 6, right, top: endY - 6, bottom: endY + 6 },
    { left: width + 4, right, top: PRICE.top * height, bottom: height },
  ];
  // Labels may extend into the margin.
  const [top, bottom] = [SCORE.bottom * height + 3, PRICE.bottom * height + 2];
  return { edges: { left: -4, right, top, bottom }, line, taken: boxes };
}

/** Radius of a ring with its edge, in px, and the distance from its middle to the label. */
const RING = 4.5;
const LABEL_DISTANCE = 8;

/** The position of a day and price in px at the minimum width. */
function pxOf(plot: CyclePlot, day: number, usd: number): Point {
  const [x, y] = pricePlace(plot, day, usd);
  return [x * plot.width, y * plot.height];
}

/** The labels above the halvings' lines: the first that fits has the name, `halving 2016`, the others only the year. */
export function halvingLabels({ width, scale, fontSize, language }: CyclePlot): readonly Tree[] {
  const title = BOLD * textWidth(pickTranslation(CYCLE_TEXTS.score, language), fontSize);
  let [from, isNamed] = [title + GAP, false];
  return scale.halvings.flatMap((day) => {
    const year = `${yearOf(day)}`;
    const text = isNamed ? year : `${language === "de" ? "Halving" : "halving"} ${year}`;
    const [middle, half] = [scale.x(day) * width, textWidth(text, fontSize) / 2];
    if (middle - half < from || middle + half > width) return [];
    from = middle + half + GAP;
    isNamed = true;
    const at = labelAt([scale.x(day), SCORE.top], fontSize, 0, -TITLE_DISTANCE);
    return [tree("text", { ...at, "text-anchor": "middle", fill: color("soft") }, text)];
  });
}

/** Least distance between the labels of two halvings, in px. */
const GAP = 10;

/**
 * A ring at the turn, and its price and score above a high or below a low: centered, to one side, or a little lifted.
 */
function turnLabel({ kind, day, priceUsd, score }: CycleTurn, plot: CyclePlot, room: Room): Tree | undefined {
  const { tier, language, fontSize } = plot;
  const price = formatUsd(priceUsd, language, true);
  const reading = pickTranslation(CYCLE_TEXTS.reading, language).replace("{}", `${Math.round(score)}`);
  const lines = tier === "narrow" ? [price] : [price, reading];
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
    const dy = kind === "high" ? -LABEL_DISTANCE - lift - height : LABEL_DISTANCE + lift + fontSize - 2;
    const top = y + dy - fontSize + 2;
    const bottom = top + lineHeight * lines.length;
    return sides.map((side) => ({ ...side, right: side.left + width, top, bottom, dy }));
  });
  const box = take(room, candidates);
  if (box === undefined) return undefined;
  const { anchor, dx, dy } = box;
  const place = pricePlace(plot, day, priceUsd);
  const phase = phaseAt(score);
  const texts = lines.map((text, i) => {
    const style = i === 0 ? { "font-weight": 600 } : { fill: color(phase) };
    return tree(
      "text",
      { ...labelAt(place, fontSize, dx, dy + i * lineHeight), "text-anchor": anchor, ...style },
      text,
    );
  });
  const ring = { r: 3.5, fill: color("background"), stroke: color(fillOf(phase)), "stroke-width": 2 };
  return tree("g", {}, markAt(place, tree("circle", ring)), ...texts);
}

/** How far in px a label may be lifted; further up, it would look detached from its ring. */
const LIFTS: readonly number[] = [0, 4, 8, 12, 16];

/** A rectangle in px. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The room for labels: no label crosses its edges, or touches the line or a box that is already taken. */
interface Room {
  readonly edges: Box;
  /** From left to right. */
  readonly line: readonly Point[];
  readonly taken: Box[];
}

/** Takes and returns the first free box, if any. */
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
