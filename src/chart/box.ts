import type { Manner } from "./manner.js";
import { type Tree, tree } from "./tree.js";

/** The frame of every picture: an `<svg>` with a rounded hairline border. @param says the text alternative */
export function box(inside: readonly Tree[], height: number, says: string, { width, ink }: Manner): Tree {
  return tree(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": says,
      "font-family": "system-ui,sans-serif",
      "font-size": 12,
      fill: ink.ink,
    },
    tree("rect", { x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 8, fill: ink.paper, stroke: ink.line }),
    ...inside,
  );
}
