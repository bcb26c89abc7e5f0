import { bandNames, bands } from "./bands.js";
import type { ChartView } from "./chart.js";
import { chartWord } from "./chart-words.js";
import type { Manner } from "./manner.js";
import type { Plot } from "./plot.js";
import type { Day } from "./reading.js";
import { type Tree, tree } from "./tree.js";

/** A point in px; as text it is `x,y`. */
type Point = readonly [x: number, y: number];

/** The phases as bands, the daily scores as dots, the smoothed ones as a line that ends in a mark; a legend above. */
export function scoreArea(view: ChartView, plot: Plot, manner: Manner): readonly Tree[] {
  const { ink, language } = manner;
  const at = (value: (day: Day) => number) =>
    view.days.map((day, index): Point => [plot.x(index, view.days.length), plot.y(value(day))]);
  const smoothed = at((day) => day.smoothed);
  const dots = at((day) => day.score).map((point) => `M${point}h0`);
  return [
    tree(
      "text",
      { x: plot.left - 20, y: plot.top - 10 },
      `— ${chartWord("smoothed", language)}`,
      tree("tspan", { dx: 14, fill: ink.soft }, `••• ${chartWord("daily", language)}`),
    ),
    ...bands(view, plot, manner),
    tree("path", { d: dots.join(""), stroke: ink.soft, "stroke-width": 4, "stroke-linecap": "round" }),
    tree("polyline", { points: smoothed.join(" "), fill: "none", stroke: ink.ink, "stroke-width": 2 }),
    ...smoothed
      .slice(-1)
      .map(([cx, cy]) => tree("circle", { cx, cy, r: 5, fill: ink.ink, stroke: ink.paper, "stroke-width": 2 })),
    ...bandNames(view, plot, manner),
  ];
}
