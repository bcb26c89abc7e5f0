/** The labels of a chart at the width of a page. */
import type { PagePlot } from "../../src/cycle/cycle-chart.js";
import { type Tree, tree } from "../../src/markup.js";

/** px */
const FONT_SIZE = 11.5;

/** The labels of one of the long chart's plots as a page shows them, in px, at a width and the plot's height. */
export function labelsAt(drawn: Tree, name: string, { width, height }: Pick<PagePlot, "width" | "height">): Tree {
  const labels = drawn.children.find(
    (child) => typeof child !== "string" && child.attributes["class"] === name,
  ) as Tree;
  return tree("g", { "font-size": FONT_SIZE, fill: "var(--ink)" }, ...inPx(labels, width, height).children);
}

/** Converts shares of the plot to px, and adds the offsets in em. */
function inPx(part: Tree, width: number, height: number): Tree {
  const { x, y, dx, dy, ...rest } = part.attributes;
  const px = (share: unknown, room: number, offset: unknown) =>
    (Number.parseFloat(`${share}`) / 100) * room + FONT_SIZE * Number.parseFloat(`${offset ?? 0}`);
  const place = x === undefined ? {} : { x: px(x, width, dx), y: px(y, height, dy) };
  const children = part.children.map((child) => (typeof child === "string" ? child : inPx(child, width, height)));
  return { ...part, attributes: { ...rest, ...place }, children };
}
