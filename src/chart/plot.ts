import { SCORE_BLOCK_HEIGHT } from "./badge.js";
import { PADDING, roundToTenth } from "./markup.js";

/** Edges of a plot in px of the drawing. */
interface Edges {
  readonly left: number;
  readonly right: number;
  /** Top of the score panel, where the score is 100. */
  readonly top: number;
  /** Bottom of the score panel, where the score is 0. */
  readonly scoreBottom: number;
  readonly priceTop: number;
  /** Bottom of the price panel: the crosshair goes from `top` to here. */
  readonly bottom: number;
}

/** Where the days of a chart are, so that a crosshair can be drawn on top. */
export interface Plot extends Edges {
  /** @param index 0 for the oldest of `count` days; a day alone stands at the right */
  x(index: number, count: number): number;
  /** @param score 0..100 */
  y(score: number): number;
}

/** Whether a width in px is too narrow for two texts of the head beside each other. */
export function isNarrow(width: number): boolean {
  return width < 320;
}

/** Height in px of the head of a chart of that width: the score block, and where it is narrow signal and flags below it. */
export function headHeight(width: number): number {
  return isNarrow(width) ? 193 : SCORE_BLOCK_HEIGHT;
}

/** The geometry of `chart` at a width in px. */
export function plotOf(width: number): Plot {
  const tenPoints = Math.round(Math.min(26, Math.max(12, width / 36)));
  const top = headHeight(width) + 24;
  const scoreBottom = top + 10 * tenPoints;
  const priceTop = scoreBottom + 46;
  return plotWithin({
    left: PADDING + 20,
    right: width - PADDING,
    top,
    scoreBottom,
    priceTop,
    bottom: priceTop + 3 * tenPoints,
  });
}

/** The geometry of a plot with the given edges. */
export function plotWithin(edges: Edges): Plot {
  const { left, right, top, scoreBottom } = edges;
  return {
    ...edges,
    x: (index, count) => (count < 2 ? right : roundToTenth(left + ((right - left) * index) / (count - 1))),
    y: (score) => roundToTenth(scoreBottom - ((scoreBottom - top) * score) / 100),
  };
}
