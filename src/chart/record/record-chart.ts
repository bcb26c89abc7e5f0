import type { Manner } from "../manner.js";
import { type Tree, tree } from "../tree.js";
import { legend } from "./legend.js";
import { linePath, type Spot, thinned } from "./line-path.js";
import { periodMarks } from "./periods.js";
import { scales } from "./price-scale.js";
import { type RecordPlot, recordPlot } from "./record-plot.js";
import type { RecordPoint, RecordView } from "./record-view.js";
import { scoreBands } from "./score-panel.js";
import { turnMarks } from "./turn-marks.js";

/** Least distance in px of two points of a line: a finer one cannot be seen. */
const LEAST_PX = 0.8;

/**
 * The price since the start on a log scale, and below it the score on the bands of the phases: cycle highs and lows,
 * halvings, and the periods, of which the later one is set apart. Lines are a week or 0.8 px apart and on halves of a px,
 * so nothing finer can be read out of them than is seen.
 *
 * @param says the text alternative
 * @throws RangeError without points
 */
export function recordChart(view: RecordView, manner: Manner, says: string): Tree {
  const { width, ink } = manner;
  const plot = recordPlot(view, width);
  return tree(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height: plot.height,
      viewBox: `0 0 ${width} ${plot.height}`,
      role: "img",
      "aria-label": says,
      "font-family": "system-ui,sans-serif",
      "font-size": plot.size,
      "stroke-linejoin": "round",
      fill: ink.ink,
    },
    ...periodMarks(view, plot, manner),
    ...scoreBands(plot, manner),
    ...scales(plot, manner),
    ...lines(view, plot, manner),
    ...turnMarks(view, plot, manner),
    ...legend(plot, manner),
  );
}

function lines({ points, turns }: RecordView, plot: RecordPlot, { ink }: Manner): readonly Tree[] {
  const days = [...points, ...turns].sort((one, other) => (one.day < other.day ? -1 : 1));
  const price = days.map((each): Spot => [plot.x(each.day), plot.price(each.priceUsd)]);
  const line = (spots: readonly Spot[], stroke: string, width: number) =>
    tree("path", { d: linePath(thinned(spots, LEAST_PX)), fill: "none", stroke, "stroke-width": width });
  return [
    line(price, ink.ink, 1.25),
    ...(plot.isNarrow ? [] : [line(heights(points, plot, "score"), ink.soft, 0.75)]),
    line(heights(points, plot, "smoothed"), ink.ink, 1.5),
  ];
}

function heights(points: readonly RecordPoint[], plot: RecordPlot, which: "score" | "smoothed"): readonly Spot[] {
  return points.flatMap((point): readonly Spot[] => {
    const value = point[which];
    return value === undefined ? [] : [[plot.x(point.day), plot.score(value)]];
  });
}
