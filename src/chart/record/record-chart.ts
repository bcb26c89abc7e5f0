import { type Point, pathData, thinOut } from "../line-path.js";
import { type Tree, tree } from "../markup.js";
import type { RenderOptions } from "../svg.js";
import { legend } from "./legend.js";
import { periodMarks, priceAxis, scoreBands, timeAxis } from "./record-axes.js";
import { type RecordChartData, type RecordLayout, type RecordPoint, recordLayout } from "./record-layout.js";
import { turnMarks } from "./turn-marks.js";

/** Least distance in px of two points of a line: a finer line would look the same. */
const MIN_DISTANCE_PX = 0.8;

/**
 * The price since the start on a log scale, and below it the score on the bands of the phases: cycle highs and lows,
 * halvings, and the periods, of which the later one is set apart. Points are a week or 0.8 px apart and on halves of a px,
 * so the file holds no finer data than a reader sees.
 *
 * @throws RangeError without points
 */
export function recordChart(view: RecordChartData, options: RenderOptions, textAlternative: string): Tree {
  const { width, colors } = options;
  const layout = recordLayout(view, width);
  return tree(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height: layout.height,
      viewBox: `0 0 ${width} ${layout.height}`,
      role: "img",
      "aria-label": textAlternative,
      "font-family": "system-ui,sans-serif",
      "font-size": layout.fontSize,
      "stroke-linejoin": "round",
      fill: colors.text,
    },
    ...periodMarks(view, layout, options),
    ...scoreBands(layout, options),
    ...priceAxis(layout, options),
    ...timeAxis(layout, options),
    ...lines(view, layout, options),
    ...turnMarks(view, layout, options),
    ...legend(layout, options),
  );
}

function lines({ points, turns }: RecordChartData, layout: RecordLayout, { colors }: RenderOptions): readonly Tree[] {
  const days = [...points, ...turns].sort((one, other) => (one.day < other.day ? -1 : 1));
  const price = days.map((each): Point => [layout.x(each.day), layout.priceY(each.priceUsd)]);
  const line = (ofLine: readonly Point[], stroke: string, width: number) =>
    tree("path", { d: pathData(thinOut(ofLine, MIN_DISTANCE_PX)), fill: "none", stroke, "stroke-width": width });
  return [
    line(price, colors.text, 1.25),
    ...(layout.isNarrow ? [] : [line(scorePoints(points, layout, "score"), colors.muted, 0.75)]),
    line(scorePoints(points, layout, "smoothed"), colors.text, 1.5),
  ];
}

function scorePoints(
  points: readonly RecordPoint[],
  layout: RecordLayout,
  series: "score" | "smoothed",
): readonly Point[] {
  return points.flatMap((point): readonly Point[] => {
    const value = point[series];
    return value === undefined ? [] : [[layout.x(point.day), layout.scoreY(value)]];
  });
}
