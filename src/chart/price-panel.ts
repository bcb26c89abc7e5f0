import type { ChartView } from "./chart.js";
import type { Manner } from "./manner.js";
import { priceText } from "./numbers.js";
import { type Plot, tenth } from "./plot.js";
import { type Tree, tree } from "./tree.js";

/** The price now in words, and its line with a scale of its own: the highest and the lowest day have their value beside them. */
export function pricePanel({ now, days }: ChartView, plot: Plot, { ink, language }: Manner): readonly Tree[] {
  const { left, right, priceTop, bottom } = plot;
  const prices = days.map((day) => day.priceUsd);
  const most = Math.max(...prices);
  const least = Math.min(...prices);
  const share = (price: number) => (most > least ? (price - least) / (most - least) : 0.5);
  const spots = prices.map((price, index) => ({
    price,
    x: plot.x(index, days.length),
    y: tenth(bottom - (bottom - priceTop) * share(price)),
  }));
  const extremes = [...new Set([most, least])].flatMap((price) => spots.find((spot) => spot.price === price) ?? []);
  const price = now?.priceUsd ?? prices.at(-1);
  const points = spots.map(({ x, y }) => `${x},${y}`).join(" ");
  return [
    tree("text", { x: left - 20, y: priceTop - 22 }, price ? `BTC ${priceText(price, language)} USD` : "BTC"),
    tree("polyline", { points, fill: "none", stroke: ink.soft, "stroke-width": 1.5 }),
    ...spots.slice(-1).map(({ x, y }) => tree("circle", { cx: x, cy: y, r: 3, fill: ink.soft })),
    ...extremes.map(({ price, x, y }) => {
      const anchor = x < (left + right) / 2 ? "start" : "end";
      const at = { x, y: y + (price === most ? -7 : 15), "text-anchor": anchor, fill: ink.soft };
      return tree("text", at, priceText(price, language));
    }),
    tree("path", { d: `M${left} ${bottom + 20.5}H${right}`, stroke: ink.line }),
  ];
}
