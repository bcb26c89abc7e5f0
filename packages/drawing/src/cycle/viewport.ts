/** Turns a drawing in shares of its plot into SVG: elastic for pages of any width, or in px for pictures. */
import { type Attributes, type Tree, tree } from "../markup.js";
import { type Point, pathData, roundToTenth } from "../svg.js";

/**
 * Turns shares of the plot into attributes. Elastic: positions are in percent, so one drawing serves every width;
 * labels keep their size, and lines are in a box that stretches while their strokes keep their width. Fixed: everything
 * is in px.
 */
export interface Viewport {
  /** px; the minimum for an elastic drawing. */
  readonly width: number;
  readonly height: number;
  /** A label's `x` and `y`, offset in px. */
  readonly at: (place: Place, dx?: number, dy?: number) => Attributes;
  readonly line: (from: Place, to: Place) => Tree;
  /** Lines and areas that stretch with the plot. */
  readonly stretched: (...parts: readonly Tree[]) => Tree;
  /** The `d` of a line inside `stretched`. */
  readonly path: (places: readonly Place[]) => string;
  /** A mark drawn around 0,0 in px. */
  readonly mark: (place: Place, mark: Tree) => Tree;
}

/** A point of a drawing in shares of its plot: 0 is left or top, 1 right or bottom. */
export type Place = readonly [x: number, y: number];

/**
 * Labels on a page grow with the reader's text size, so their offsets are in em.
 *
 * @param width minimum width of the plot in px @param height of the plot in px @param fontSize px, at that size
 */
export function elasticViewport(width: number, height: number, fontSize: number): Viewport {
  const em = (px = 0) => (px === 0 ? undefined : `${Math.round((100 * px) / fontSize) / 100}em`);
  const percent = (share: number) => `${Math.round(10_000 * share) / 100}%`;
  const scaled = ([x, y]: Place): Point => [x * STRETCHED.width, y * STRETCHED.height];
  return {
    width,
    height,
    at: ([x, y], dx, dy) => ({ x: percent(x), dx: em(dx), y: percent(y), dy: em(dy) }),
    line: ([x1, y1], [x2, y2]) => tree("line", { x1: percent(x1), y1: percent(y1), x2: percent(x2), y2: percent(y2) }),
    stretched: (...parts) => {
      const viewBox = `0 0 ${STRETCHED.width} ${STRETCHED.height}`;
      const style = { "vector-effect": "non-scaling-stroke" };
      const styled = parts.map((part) => ({ ...part, attributes: { ...style, ...part.attributes } }));
      return tree("svg", { viewBox, preserveAspectRatio: "none", overflow: "visible", fill: "none" }, ...styled);
    },
    path: (places) => pathData(places.map(scaled)),
    mark: ([x, y], mark) => tree("svg", { x: percent(x), y: percent(y), overflow: "visible" }, mark),
  };
}

/** Units of the stretched box; paths round to tenths of them, half a px on the widest page. */
const STRETCHED = { width: 200, height: 100 } as const;

/** @param width of the plot in px @param height of the plot in px */
export function fixedViewport(width: number, height: number): Viewport {
  const px = ([x, y]: Place): Point => [roundToTenth(x * width), roundToTenth(y * height)];
  return {
    width,
    height,
    at: (place, dx = 0, dy = 0) => {
      const [x, y] = px(place);
      return { x: roundToTenth(x + dx), y: roundToTenth(y + dy) };
    },
    line: (from, to) => {
      const [[x1, y1], [x2, y2]] = [px(from), px(to)];
      return tree("line", { x1, y1, x2, y2 });
    },
    stretched: (...parts) => tree("g", { fill: "none" }, ...parts),
    path: (places) => pathData(places.map(px)),
    mark: (place, mark) => tree("g", { transform: `translate(${px(place).join(" ")})` }, mark),
  };
}
