import { CYCLE_VARIABLES, cycleDeclarations, DARK_CYCLE, LIGHT_CYCLE } from "../chart/colors.js";
import { LEFT_MARGIN, rightMargin } from "../chart/cycle/cycle-axes.js";
import { elasticCycleChart, PLOTS } from "../chart/cycle/cycle-chart.js";
import type { CycleChartData } from "../chart/cycle/cycle-data.js";
import { LANGUAGES, type Language } from "../chart/locale.js";
import { type Html, html, plainText, type Text } from "./html.js";

/** The long chart as the front page and the record show it: one drawing for every width, of which the style shows the labels that fit. */
export function cyclePlot(
  data: CycleChartData,
  language: Language,
  { textAlternative, attributes }: { readonly textAlternative: Text; readonly attributes?: Html },
): Html {
  const drawn = elasticCycleChart(data, { colors: CYCLE_VARIABLES, language }, plainText(textAlternative));
  return html`<div class="plot ${language}"${attributes}>${drawn}</div>
`;
}

const themes = `:root{${cycleDeclarations(LIGHT_CYCLE)}}@media (prefers-color-scheme:dark){:root{${cycleDeclarations(DARK_CYCLE)}}}@media print{:root{${cycleDeclarations(LIGHT_CYCLE)}}}`;

const margins = LANGUAGES.map(
  (language) => `.plot.${language}{margin-right:${rightMargin(language, PLOTS.wide.fontSize)}px}`,
).join("");

/** The least width in px of a column in which the labels of a tier fit, in any language. */
export function leastColumn(tier: "medium" | "wide"): number {
  return (
    PLOTS[tier].minWidth + LEFT_MARGIN + Math.max(...LANGUAGES.map((each) => rightMargin(each, PLOTS[tier].fontSize)))
  );
}

/** The CSS of such a chart, with the variables of its colors. A browser without container queries shows the labels of the narrowest one. */
export const CYCLE_PLOT_STYLE = `${themes}
.plot{position:relative;height:${PLOTS.narrow.height}px;margin:0 0 0 ${LEFT_MARGIN}px}${margins}
.plot>svg{display:block;width:100%;height:100%}.plot .medium,.plot .wide{display:none}.plot svg{font-variant-numeric:tabular-nums}
@container (min-width:${leastColumn("medium")}px){.plot .narrow{display:none}.plot .medium{display:block}.plot{height:${PLOTS.medium.height}px}}
@container (min-width:${leastColumn("wide")}px){.plot .medium{display:none}.plot .wide{display:block}.plot{height:${PLOTS.wide.height}px}}
@media (forced-colors:active){.plot svg{forced-color-adjust:none;background:var(--paper)}}
`;
