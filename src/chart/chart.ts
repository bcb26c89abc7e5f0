import { attributionHeight } from "./attribution.js";
import { scoreBlock } from "./badge.js";
import type { ChartView } from "./chart-data.js";
import { translate } from "./locale.js";
import { PADDING, type RenderOptions, summarize, svgRoot, type Tree, tree } from "./markup.js";
import { dayAxis, pricePanel, scorePanel } from "./panels.js";
import { isNarrow, plotOf } from "./plot.js";
import { changeText } from "./text-alternatives.js";

/** Height in px of the day labels and the space below them. */
const AXIS_HEIGHT = 52;

/** Score now, 30 days of score and smoothed score over the five phases, and the price. Same size in every state. */
export function chart(view: ChartView, options: RenderOptions): Tree {
  const plot = plotOf(options.width);
  const head = chartHead(view, options);
  const body = tree(
    "g",
    { "font-size": 11, "stroke-linejoin": "round" },
    ...scorePanel(view, plot, options),
    ...pricePanel(view, plot, options),
    ...dayAxis(view.days, plot.bottom + 36, { plot, options }),
  );
  const textAlternative = summarize(head) + changeText(view.days, options.language);
  return svgRoot([...head, body], plot.bottom + AXIS_HEIGHT, textAlternative, options);
}

/** Height in px of a chart of that width. */
export function chartHeight(width: number, hasAttribution: boolean): number {
  return plotOf(width).bottom + AXIS_HEIGHT + (hasAttribution ? attributionHeight(width) : 0);
}

/** Base lines in px of the signal and the two flags: below the score block, or opposite it at the right. */
const BELOW = [141, 160, 179] as const;
const OPPOSITE = [103, 26, 122] as const;

/** The score block of a badge, the signal, and each raised flag behind a warning sign. */
export function chartHead(view: ChartView, options: RenderOptions): readonly Tree[] {
  const { now } = view;
  const { width, colors, language } = options;
  const block = scoreBlock(view, options);
  if (!now) return block;
  const [first, ...others] = isNarrow(width) ? BELOW : OPPOSITE;
  const at = isNarrow(width) ? { x: PADDING } : { x: width - PADDING, "text-anchor": "end" };
  const flags = (["descentGuard", "topRisk"] as const).filter((flag) => now[flag]);
  return [
    ...block,
    tree("text", { ...at, y: first }, `${translate("signal", language)}: ${translate(now.signal, language)}`),
    ...flags.map((flag, index) =>
      tree("text", { ...at, y: others[index], fill: colors.accent }, `▲ ${translate(flag, language)}`),
    ),
  ];
}
