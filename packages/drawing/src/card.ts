import { chartHead, dayAxis, plotWithin, scorePanel } from "./chart.js";
import type { ChartView } from "./chart-data.js";
import { type Tree, tree } from "./markup.js";
import { type RenderOptions, summarize, svgRoot, textWidth } from "./svg.js";
import { changeText } from "./text-alternatives.js";

/**
 * The share card while there is no record of the whole cycle yet: score and 30 days, 1200 x 570 px, 1200 x 630 with the
 * attribution. Its corners are square.
 *
 * @param title name of the index
 */
export function card(view: ChartView, title: string, options: Omit<RenderOptions, "width">): Tree {
  const plot = plotWithin({ left: 288, right: 620, top: 54, scoreBottom: 264, priceTop: 264, bottom: 264 });
  const small = { ...options, width: 400 };
  const head = chartHead(view, { ...options, width: HEAD_WIDTH });
  const content = [
    titleText(title),
    tree("g", { transform: "translate(-4 44) scale(1.25)" }, ...head),
    tree(
      "g",
      { "font-size": 11, "stroke-linejoin": "round" },
      ...scorePanel(view, plot, small),
      ...dayAxis(view.days, plot.scoreBottom + 18, { plot, options: small }),
    ),
  ];
  const textAlternative = summarize(head) + changeText(view.days, options.language);
  const drawn = svgRoot(content, UNITS.height, textAlternative, { ...options, width: UNITS.width });
  const square = tree("rect", { ...UNITS, fill: options.colors.background });
  return {
    ...drawn,
    children: [square, ...drawn.children.slice(1)],
    attributes: { ...drawn.attributes, width: WIDTH_PX, height: (WIDTH_PX / UNITS.width) * UNITS.height },
  };
}

/** One unit is nearly 2 px, so that the type is large enough for a timeline. With the attribution the height is 336 units. */
const UNITS = { width: 640, height: 304 } as const;
const WIDTH_PX = 1200;

/** Width of the head in px of its own type. */
const HEAD_WIDTH = 208;

/** Largest font size of the title in units, and its greatest width: beyond it would run into the chart. */
const TITLE_SIZE = 16;
const MAX_TITLE_WIDTH = 226;

/** The name of the index above the head, as large as it fits. */
function titleText(title: string): Tree {
  const size = Math.min(TITLE_SIZE, Math.floor(MAX_TITLE_WIDTH / textWidth(title, 1.12)));
  return tree("text", { x: 16, y: 43, "font-size": size, "font-weight": 600 }, title);
}
