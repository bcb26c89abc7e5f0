import { chart } from "../../chart/chart.js";
import { type ChartDay, parseCurrent } from "../../chart/chart-data.js";
import { CSS_VARIABLES } from "../../chart/colors.js";
import { daysTable } from "../../chart/text-alternatives.js";
import { scrollable } from "../blocks.js";
import { type Html, html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";
import { widestThatFits } from "../style.js";
import type { Current } from "./now.js";

/** Widths in px in which the chart is drawn; the style shows the one that fits. */
const CHART_WIDTHS = [288, 360, 560, 860] as const;

/** The 30 days, as the chart people embed draws them, and as a table. @param days oldest first, at least one */
export function lastDaysSection(
  current: Current,
  days: readonly ChartDay[],
  { language, pageLink }: PageContext,
): Html {
  const words = localeOf(language).home.chart;
  const now = parseCurrent(current);
  const charts = CHART_WIDTHS.map((width) => {
    const drawn = chart({ now, days }, { width, colors: CSS_VARIABLES, language });
    return html`<div class="chart w${width}">${drawn}</div>
`;
  });
  return html`<section aria-labelledby="days">
<h2 id="days">${words.heading}</h2>
<figure>
${charts}<figcaption>${words.note(pageLink("embed"))}</figcaption>
</figure>
<details><summary>${words.table}</summary>${scrollable(words.table, daysTable(days, language), "wide")}</details>
</section>`;
}

/** The section's CSS. */
export const LAST_DAYS_STYLE = `
.chart svg{display:block;width:100%;height:auto}
.chart{display:none}${widestThatFits("w", CHART_WIDTHS)}`;
