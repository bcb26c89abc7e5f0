import { headHeight } from "./head.js";
import { PAD } from "./score-parts.js";

/** Edges of a plot in px of the drawing. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  /** Top of the score area, where the score is 100. */
  readonly top: number;
  /** Bottom of the score area, where the score is 0. */
  readonly scoreBottom: number;
  /** Top of the price line's room. */
  readonly priceTop: number;
  /** Bottom of the price line's room: a cursor goes from `top` to here. */
  readonly bottom: number;
}

/** Where the days of a chart are, so that a cursor can be drawn on top. */
export interface Plot extends Edges {
  /** @param index 0 for the oldest of `count` days; a day alone stands at the right */
  x(index: number, count: number): number;
  /** @param score 0..100 */
  y(score: number): number;
}

/** The geometry of `chart` at a width in px. */
export function plotOf(width: number): Plot {
  const tenPoints = Math.round(Math.min(26, Math.max(12, width / 36)));
  const top = headHeight(width) + 24;
  const scoreBottom = top + 10 * tenPoints;
  const priceTop = scoreBottom + 46;
  return plotIn({
    left: PAD + 20,
    right: width - PAD,
    top,
    scoreBottom,
    priceTop,
    bottom: priceTop + 3 * tenPoints,
  });
}

/** The geometry of a plot with the given edges. */
export function plotIn(edges: Edges): Plot {
  const { left, right, top, scoreBottom } = edges;
  return {
    ...edges,
    x: (index, count) => (count < 2 ? right : tenth(left + ((right - left) * index) / (count - 1))),
    y: (score) => tenth(scoreBottom - ((scoreBottom - top) * score) / 100),
  };
}

/** Whole tenths of a px. */
export function tenth(px: number): number {
  return Math.round(10 * px) / 10;
}
