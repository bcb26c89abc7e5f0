/** The ruler of the score as a page shows it, with what its marks mean, and its style. */
import {
  CSS_VARIABLES,
  elasticRuler,
  type Language,
  RULER_HEIGHT,
  RULER_WIDTHS,
  type RulerView,
} from "peak-cycle-drawing";
import { type Html, html } from "./html.js";
import { localeOf } from "./locales/locales.js";
import { styleSheet, widestThatFits, withValues } from "./style.js";

export function rulerFigure(view: RulerView, language: Language): Html {
  const { ruler } = localeOf(language).cycle;
  return html`<div class="ruler">${elasticRuler(view, { colors: CSS_VARIABLES, language })}</div>
${(view.turns ?? []).length > 0 ? html`<p class="key">${ruler.turns}</p>` : undefined}
`;
}

export const RULER_STYLE =
  withValues(styleSheet("./ruler.css", import.meta.url), { "--ruler-height": `${RULER_HEIGHT}px` }) +
  widestThatFits("ruler-labels", RULER_WIDTHS, "ruler");
