import type { ChartView } from "./chart.js";
import { PHASE_KEYS, wordOf } from "./labels.js";
import type { Manner } from "./manner.js";
import type { Plot } from "./plot.js";
import { type Tree, tree } from "./tree.js";

/** How much of its color the band of the present phase has. */
export const PRESENT_TINT = 0.2;
/** How much of its color any other band has. */
export const OTHER_TINT = 0.12;

/** The five phases of the score area as tinted bands 1 px apart, with the scores at which they begin. */
export function bands({ now }: ChartView, { left, right, y }: Plot, { ink }: Manner): readonly Tree[] {
  return PHASE_KEYS.flatMap((phase, index) => {
    const from = 20 * index;
    const band = tree("rect", {
      x: left,
      y: y(from + 20),
      width: right - left,
      height: y(0) - y(20) - 1,
      fill: ink[phase],
      "fill-opacity": phase === now?.phase ? PRESENT_TINT : OTHER_TINT,
    });
    const score = { x: left - 5, y: y(from) + 4, "text-anchor": "end", fill: ink.soft };
    return from > 0 ? [band, tree("text", score, `${from}`)] : [band];
  });
}

/**
 * The names of the phases, each at the left end of its band, with a halo that keeps it apart from the lines: in the lower
 * half of the bands where the line of scores begins in the upper half of one, else in the upper.
 */
export function bandNames({ days }: ChartView, { left, y }: Plot, { ink, language }: Manner): readonly Tree[] {
  const halo = { "paint-order": "stroke", stroke: ink.paper, "stroke-width": 3 };
  const base = Number(days[4]?.smoothed) % 20 > 10 ? 4 : 11; // with fewer days it is NaN: the upper
  return PHASE_KEYS.map((phase, index) =>
    tree("text", { x: left + 6, y: y(20 * index + base), fill: ink[phase], ...halo }, wordOf(phase, language)),
  );
}
