import { chart } from "../../chart/chart.js";
import { type ChartDay, parseCurrent } from "../../chart/chart-data.js";
import { CSS_VARIABLES } from "../../chart/colors.js";
import type { Language } from "../../chart/locale.js";
import { daysTable } from "../../chart/text-alternatives.js";
import { type Html, html } from "../html.js";
import type { HomeWords } from "../locales/shape.js";
import { CHART_WIDTHS } from "./chart-widths.js";
import type { Current } from "./now.js";

interface Place {
  readonly language: Language;
  /** The way to the page about embedding. */
  readonly embed: string;
}

/** The 30 days, as the chart people embed draws them, and as a table. */
export function chartSection(
  { current, days }: { readonly current: Current; readonly days: readonly ChartDay[] },
  words: HomeWords["chart"],
  { language, embed }: Place,
): Html {
  const now = parseCurrent(current);
  const charts = CHART_WIDTHS.map((width) => {
    const drawn = chart({ now, days }, { width, colors: CSS_VARIABLES, language });
    return html`<div class="chart w${width}">${drawn}</div>
`;
  });
  return html`<section aria-labelledby="days">
<h2 id="days">${words.heading}</h2>
<figure>
${charts}<figcaption>${words.note(embed)}</figcaption>
</figure>
<details><summary>${words.table}</summary><div class="wide" tabindex="0" role="region" aria-label="${words.table}">${daysTable(days, language)}</div></details>
</section>`;
}
