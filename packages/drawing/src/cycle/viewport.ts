/**
 * Turns shares of the long chart's plot into SVG of any width. Positions are in percent, so one drawing serves every
 * page. Labels keep their size; lines stretch, but their strokes keep their width.
 */
import { type Attributes, type Tree, tree } from "../markup.js";
import { type Point, pathData } from "../svg.js";

/** A point of a drawing in shares of its plot: 0 is left or top, 1 right or bottom. */
export type Place = readonly [x: number, y: number];

/**
 * A label's `x` and `y`, offset in px. Labels grow with the reader's text size, so the offset is in em.
 *
 * @param fontSize of labels in px, at the usual text size
 */
export function labelAt([x, y]: Place, fontSize: number, dx = 0, dy = 0): Attributes {
  const em = (px: number) => (px === 0 ? undefined : `${Math.round((100 * px) / fontSize) / 100}em`);
  return { x: percent(x), dx: em(dx), y: percent(y), dy: em(dy) };
}

/** A straight line. */
export function ruleBetween([x1, y1]: Place, [x2, y2]: Place): Tree {
  return tree("line", { x1: percent(x1), y1: percent(y1), x2: percent(x2), y2: percent(y2) });
}

/** Lines and areas that stretch with the plot. */
export function stretch(...parts: readonly Tree[]): Tree {
  const viewBox = `0 0 ${STRETCHED.width} ${STRETCHED.height}`;
  const style = { "vector-effect": "non-scaling-stroke" };
  const paths = parts.map((part) => ({ ...part, attributes: { ...style, ...part.attributes } }));
  return tree("svg", { viewBox, preserveAspectRatio: "none", overflow: "visible", fill: "none" }, ...paths);
}

/** The `d` of a line inside `stretched`. */
export function stretchedPath(places: readonly Place[]): string {
  return pathData(places.map(([x, y]): Point => [x * STRETCHED.width, y * STRETCHED.height]));
}

/** A mark drawn around 0,0 in px. */
export function markAt([x, y]: Place, mark: Tree): Tree {
  return tree("svg", { x: percent(x), y: percent(y), overflow: "visible" }, mark);
}

/** Units of the stretched box; paths round to a tenth of a unit, a third of a px on the widest page. */
export const STRETCHED = { width: 300, height: 100 } as const;

function percent(share: number): string {
  return `${Math.round(10_000 * share) / 100}%`;
}
