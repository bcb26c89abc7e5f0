import { box } from "./box.js";
import type { ChartView } from "./chart.js";
import { dayAxis } from "./day-axis.js";
import { head } from "./head.js";
import type { Manner } from "./manner.js";
import { widthOf } from "./measure.js";
import { plotIn } from "./plot.js";
import { scoreArea } from "./score-area.js";
import { changeText } from "./sentences.js";
import { summaryOf } from "./summary.js";
import { type Tree, tree } from "./tree.js";

/** A unit is nearly 2 px: small type would be lost in a timeline. With the attribution the height is 336 units. */
const UNITS = { width: 640, height: 304 } as const;
const WIDTH_PX = 1200;

/** Width of the head in px of its own type. */
const HEAD_WIDTH = 208;

/** Size in units of the title's type, and its most where it would run into the chart. */
const TITLE_SIZE = 16;
const TITLE_ROOM = 226;

/** The share card: whatever the manner's width, 1200 x 570 px, and 1200 x 630 with the attribution. Its corners are square. */
export function card(view: ChartView, manner: Manner): Tree {
  const plot = plotIn({ left: 288, right: 620, top: 54, scoreBottom: 264, priceTop: 264, bottom: 264 });
  const small = { ...manner, width: 400 };
  const now = head(view, { ...manner, width: HEAD_WIDTH });
  const inside = [
    ...(manner.title ? [titleText(manner)] : []),
    tree("g", { transform: "translate(-4 44) scale(1.25)" }, ...now),
    tree(
      "g",
      { "font-size": 11, "stroke-linejoin": "round" },
      ...scoreArea(view, plot, small),
      ...dayAxis(view.days, plot.scoreBottom + 18, { plot, manner: small }),
    ),
  ];
  const drawn = box(inside, UNITS.height, summaryOf(now) + changeText(view, manner.language), {
    ...manner,
    width: UNITS.width,
  });
  const square = tree("rect", { ...UNITS, fill: manner.ink.paper });
  return {
    ...drawn,
    children: [square, ...drawn.children.slice(1)],
    attributes: { ...drawn.attributes, width: WIDTH_PX, height: (WIDTH_PX / UNITS.width) * UNITS.height },
  };
}

/** The name of the index above the head, as large as it fits. */
function titleText({ title = "" }: Manner): Tree {
  const size = Math.min(TITLE_SIZE, Math.floor(TITLE_ROOM / widthOf(title, 1.12)));
  return tree("text", { x: 16, y: 43, "font-size": size, "font-weight": 600 }, title);
}
