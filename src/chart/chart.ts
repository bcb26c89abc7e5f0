import { box } from "./box.js";
import { creditHeight } from "./credit.js";
import { dayAxis } from "./day-axis.js";
import { type HeadView, head } from "./head.js";
import type { Manner } from "./manner.js";
import { plotOf } from "./plot.js";
import { pricePanel } from "./price-panel.js";
import type { Day } from "./reading.js";
import { scoreArea } from "./score-area.js";
import { changeText } from "./sentences.js";
import { summaryOf } from "./summary.js";
import { type Tree, tree } from "./tree.js";

/** What a chart shows: a badge's view with signal and flags, and the days, oldest first, at most 30. */
export interface ChartView extends HeadView {
  readonly days: readonly Day[];
}

/** Height in px of the day labels and the space below them. */
const AXIS = 52;

/** Score now, 30 days of score and smoothed score over the five phases, and the price. Same size in every state. */
export function chart(view: ChartView, manner: Manner): Tree {
  const plot = plotOf(manner.width);
  const now = head(view, manner);
  const past = tree(
    "g",
    { "font-size": 11, "stroke-linejoin": "round" },
    ...scoreArea(view, plot, manner),
    ...pricePanel(view, plot, manner),
    ...dayAxis(view.days, plot.bottom + 36, { plot, manner }),
  );
  return box([...now, past], plot.bottom + AXIS, summaryOf(now) + changeText(view, manner.language), manner);
}

/** Height in px of a chart of that width. */
export function chartHeight(width: number, hasCredit: boolean): number {
  return plotOf(width).bottom + AXIS + (hasCredit ? creditHeight(width) : 0);
}
