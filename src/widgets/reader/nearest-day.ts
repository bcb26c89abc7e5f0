import { plotOf } from "../../chart/plot.js";

/**
 * The day at which a pointer is.
 *
 * @param clientX of the pointer, in px of the window
 * @param drawing the chart, at any scale
 * @returns index of the nearest of `count` days, 0 for the oldest
 */
export function nearestDay(clientX: number, drawing: SVGSVGElement, count: number): number {
  const { left, width } = drawing.getBoundingClientRect();
  const drawn = drawing.viewBox.baseVal.width;
  const plot = plotOf(drawn);
  const share = (((clientX - left) * drawn) / width - plot.left) / (plot.right - plot.left);
  return Math.round(Math.max(0, Math.min(1, share)) * (count - 1));
}
