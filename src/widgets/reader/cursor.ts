import { plotOf } from "../../chart/plot.js";
import type { Day } from "../../chart/reading.js";
import { type Tree, tree } from "../../chart/tree.js";

/**
 * A line and a point at a day, in a drawing that is laid over a chart.
 *
 * @param box the chart's view box, in px of the drawing
 * @param index of the day, 0 for the oldest of `count`
 */
export function cursor({ width, height }: DOMRect, { score }: Day, ...[index, count]: [number, number]): Tree {
  const { top, bottom, x, y } = plotOf(width);
  const at = x(index, count);
  return tree(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}` },
    tree("path", { d: `M${at} ${top}V${bottom}`, stroke: "currentColor", "stroke-dasharray": 2 }),
    tree("circle", { cx: at, cy: y(score), r: 4, fill: "currentColor" }),
  );
}
