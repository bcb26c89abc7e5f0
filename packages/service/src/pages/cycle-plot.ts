/** The long chart as the front page and the page of the record show it, and its style. */
import {
  CSS_VARIABLES,
  type CycleChartData,
  elasticCycleChart,
  LANGUAGES,
  type Language,
  leftMargin,
  PLOTS,
  type PlotName,
  rightMargin,
} from "peak-cycle-drawing";
import { type Html, html, plainText, type Text } from "./html.js";
import { styleSheet } from "./style.js";

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

const SHOWN = Object.entries(PLOTS) as [PlotName, (typeof PLOTS)[PlotName]][];

/** For each plot the least width in px of a column in which it fits, in any language; the first one fits always. */
export const LEAST_COLUMNS = Object.fromEntries(
  SHOWN.map(([name, { minWidth, fontSize, tier }]) => {
    const right = LANGUAGES.map((language) => rightMargin(language, fontSize, tier));
    return [name, minWidth + leftMargin(tier) + Math.max(...right)];
  }),
) as Readonly<Record<PlotName, number>>;

/** The height and margins of a plot and its labels, in place of those of a narrower one. */
function rulesOf([name, { height, tier, fontSize }]: (typeof SHOWN)[number], i: number): string {
  const before = SHOWN[i - 1]?.[0];
  const ofLanguages = LANGUAGES.map((language) => {
    const right = rightMargin(language, fontSize, tier);
    return `.plot.${language}{margin-inline:${leftMargin(tier)}px ${right}px}`;
  });
  const margins = `.plot{height:${height}px}${ofLanguages.join("")}`;
  if (before === undefined) return margins;
  return `@container (min-width:${LEAST_COLUMNS[name]}px){.plot .${before}{display:none}.plot .${name}{display:block}${margins}}`;
}

/** The CSS of such a chart. */
export const CYCLE_PLOT_STYLE = styleSheet("./cycle-plot.css", import.meta.url) + SHOWN.map(rulesOf).join("");
