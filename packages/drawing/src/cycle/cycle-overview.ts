import { type ColorTokens, fillOf } from "../colors.js";
import { type Tree, tree } from "../markup.js";
import { pathsByPhase, runsOf } from "./cycle-chart.js";
import type { CyclePast, CycleWindow } from "./cycle-data.js";
import { elasticViewport, type Place } from "./viewport.js";

/**
 * The whole past in little, on which a page shows and changes the window of its long chart: the price over a strip of the
 * phases. It fills its host. The window is a group of the class `window`, which a script may draw anew with `windowMarks`.
 */
export function cycleOverview(past: CyclePast, window: CycleWindow, colors: ColorTokens): Tree {
  const points = past.points.filter((_, i) => i % STEP === 0 || i === past.points.length - 1);
  const [first, last] = [points[0]?.day ?? 0, points.at(-1)?.day ?? 1];
  const logs = points.map(({ priceUsd }) => Math.log(priceUsd));
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const viewport = elasticViewport(190, HEIGHT);
  const x = (day: number) => (day - first) / (last - first);
  const price = points.map(({ day }, i): Place => {
    return [x(day), 0.76 - (0.64 * ((logs[i] ?? low) - low)) / Math.max(0.01, high - low)];
  });
  const strip = pathsByPhase(runsOf(past.points), (run) => {
    const ends = [run.points[0]?.day ?? 0, run.points.at(-1)?.day ?? 0];
    return viewport.path(ends.map((day): Place => [x(day), 0.94]));
  });
  const drawn = [
    tree("path", { d: viewport.path(price), stroke: colors.muted, "stroke-width": 1.2 }),
    ...strip.map(([phase, d]) =>
      tree("path", { d, stroke: phase === undefined ? colors.border : colors[fillOf(phase)], "stroke-width": 5 }),
    ),
  ];
  return tree("svg", { "aria-hidden": "true" }, viewport.stretched(...drawn), windowMarks(past, window));
}

/** Every so many weeks are enough for so small a line. */
const STEP = 4;

/** px; a page gives its host this height. */
const HEIGHT = 40;

/** The window as a share of the past, with a handle at each end. */
export function windowMarks({ points }: Pick<CyclePast, "points">, { from, to }: CycleWindow): Tree {
  const [first, last] = [points[0]?.day ?? 0, points.at(-1)?.day ?? 1];
  const percent = (day: number) => Math.round((10_000 * (day - first)) / (last - first)) / 100;
  const [left, right] = [percent(from), percent(to)];
  const handle = (name: string, at: number) =>
    tree("svg", { class: name, x: `${at}%`, overflow: "visible" }, tree("rect", { x: -2, width: 4, height: "100%" }));
  const inside = tree("rect", { x: `${left}%`, width: `${right - left}%`, height: "100%" });
  return tree("g", { class: "window" }, inside, handle("from", left), handle("to", right));
}
