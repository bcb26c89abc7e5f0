/** The long chart as the front page and the page of the record show it, and its style. */
import {
  CSS_VARIABLES,
  type CycleChartData,
  elasticCycleChart,
  LANGUAGES,
  type Language,
  LEFT_MARGIN,
  PLOTS,
  rightMargin,
} from "peak-cycle-drawing";
import { type Html, html, plainText, type Text } from "./html.js";
import { styleSheet, withValues } from "./style-sheet.js";

/** One drawing for every width, of which the style shows the labels that fit. */
export function cyclePlot(
  data: CycleChartData,
  language: Language,
  { textAlternative, attributes }: { readonly textAlternative: Text; readonly attributes?: Html },
): Html {
  const drawn = elasticCycleChart(data, { colors: CSS_VARIABLES, language }, plainText(textAlternative));
  return html`<div class="plot ${language}"${attributes}>${drawn}</div>
`;
}

/** The least width in px of a column in which the labels of a tier fit, in any language. */
export function leastColumn(tier: "medium" | "wide"): number {
  return (
    PLOTS[tier].minWidth +
    LEFT_MARGIN +
    Math.max(...LANGUAGES.map((language) => rightMargin(language, PLOTS[tier].fontSize)))
  );
}

/** The CSS of such a chart, with the heights of its tiers. */
export const CYCLE_PLOT_STYLE = [
  withValues(styleSheet("./cycle-plot.css", import.meta.url), {
    "--left-margin": `${LEFT_MARGIN}px`,
    "--wide-height": `${PLOTS.wide.height}px`,
    "--medium-height": `${PLOTS.medium.height}px`,
    "--narrow-height": `${PLOTS.narrow.height}px`,
    "--wide-column": `${leastColumn("wide")}px`,
    "--medium-column": `${leastColumn("medium")}px`,
  }),
  ...LANGUAGES.map((language) => `.plot.${language}{margin-right:${rightMargin(language, PLOTS.wide.fontSize)}px}`),
].join("");
