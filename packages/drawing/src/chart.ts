import type { ChartView } from "./chart-data.js";
import { daysPanels, panelsHeight } from "./days-panels.js";
import { courseTexts, head, rulerTop } from "./head.js";
import { translate } from "./locale.js";
import { type Tree, tree } from "./markup.js";
import { PADDING, plainSvg, type RenderOptions, summarize, text } from "./svg.js";
import { changeText } from "./text-alternatives.js";

/** The chart as a picture: the head, and below it price and score of the last 30 days. */
export function chart(view: ChartView, options: RenderOptions): Tree {
  const { width, colors, language } = options;
  const top = chartHead(view, options);
  const body = tree("g", { transform: `translate(0 ${headHeight(width)})` }, daysPanels(view, options));
  const textAlternative = summarize(top) + changeText(view.days, language);
  return plainSvg([...top, body], textAlternative, { width, height: chartHeight(width), fontSize: 12, colors });
}

/** Height in px of a chart of that width, without attribution. */
export function chartHeight(width: number): number {
  return headHeight(width) + panelsHeight(width);
}

/** The head of a badge with how the score moved, and the signal. */
export function chartHead(view: ChartView, options: RenderOptions): readonly Tree[] {
  const { now } = view;
  const { width, language } = options;
  const signal = now?.signal && `${translate("signal", language)}: ${translate(now.signal, language)}`;
  return [
    ...head(view, courseTexts(view, language), options),
    ...(signal ? [text(PADDING, rulerTop(width) + 26, signal)] : []),
  ];
}

/** Height in px of the head. */
export function headHeight(width: number): number {
  return rulerTop(width) + 40;
}
