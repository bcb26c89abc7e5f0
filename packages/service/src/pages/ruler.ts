/** The ruler of the score as a page shows it, with what its marks mean, and its style. */
import {
  CSS_VARIABLES,
  elasticRuler,
  type Language,
  RULER_HEIGHT,
  RULER_WIDTHS,
  type RulerView,
  tree,
} from "peak-cycle-drawing";
import { type Html, html } from "./html.js";
import { localeOf } from "./locales/locales.js";
import { styleSheet, widestThatFits, withValues } from "./style.js";

export function rulerFigure(view: RulerView, language: Language): Html {
  const { ruler } = localeOf(language).cycle;
  const { turns = [], range } = view;
  const rounded = (value: number) => `${Math.round(value)}`;
  return html`<div class="ruler">${elasticRuler(view, { colors: CSS_VARIABLES, language })}</div>
<p class="key">${turns.length > 0 ? html`<span>${ruler.turns}</span> ` : undefined}${
    range && html`<span class="ruler-range">${BRACKET} ${ruler.range(rounded(range.low), rounded(range.high))}</span>`
  }</p>
`;
}

const BRACKET = tree(
  "svg",
  { width: 22, height: 9, "aria-hidden": "true" },
  tree("path", { d: "M1 1v7M21 1v7M1 4.5h20", stroke: CSS_VARIABLES.muted, "stroke-width": 1.6 }),
);

export const RULER_STYLE =
  withValues(styleSheet("./ruler.css", import.meta.url), { "--ruler-height": `${RULER_HEIGHT}px` }) +
  widestThatFits("ruler-labels", RULER_WIDTHS, "ruler");
