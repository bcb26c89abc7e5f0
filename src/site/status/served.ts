import { CSS_VARIABLES } from "../../chart/colors.js";
import type { Language } from "../../chart/locale.js";
import { type Tree, tree } from "../../chart/markup.js";
import { formatDay, formatInstant, type Instant } from "../../domain/instant.js";
import type { ServedDay } from "../../domain/served-day.js";
import { type Format, formatOf } from "../format.js";
import { type Html, html } from "../html.js";
import type { ServedWords } from "../locales/status-shape.js";
import { dayCount, shareFormat } from "./figures.js";
import { YEAR_WIDTHS } from "./served-widths.js";
import { shownNarrow } from "./shown-narrow.js";
import { rowFate, totalsOf } from "./totals.js";
import { drawYear } from "./year.js";

/** The totals that are shown besides those of all days. */
const MONTH_DAYS = 30;

interface Manner {
  readonly words: ServedWords;
  readonly language: Language;
  /** The moment of looking. */
  readonly at: Instant;
}

/** The days of a year: together, as a drawing, and one by one. @param served oldest first, at least one */
export function servedSection(served: readonly ServedDay[], manner: Manner): Html {
  const { words, language, at } = manner;
  const [first] = served;
  if (first === undefined) return html``;
  const format = formatOf(language);
  const drawings = YEAR_WIDTHS.map((width) => drawYear(served, { width, language, at, label: words.drawing }));
  return html`<section aria-labelledby="served">
<h2 id="served">${words.heading}</h2>
<p>${words.intro(format.day(formatDay(first.day)))}</p>
${totalsTable(served, manner)}
<figure>
${drawings}
<figcaption><ul class="legend">${legend(words)}
</ul></figcaption>
</figure>
<details><summary>${words.table}</summary>
${daysTable(served, manner, format)}
</details>
</section>`;
}

function totalsTable(served: readonly ServedDay[], { words, language, at }: Manner): Html {
  const [days, hours, fresh, daily] = words.columns;
  const spans = served.length > MONTH_DAYS ? [served.slice(-MONTH_DAYS), served] : [served];
  const number = new Intl.NumberFormat(language);
  const share = shareFormat(language);
  const cell = (label: string, value: string) => html`<td>${shownNarrow(label)}${value}</td>`;
  const rows = spans.map((span) => {
    const all = totalsOf(span, at);
    const { live, late, missing } = all.fates;
    const name = all.days === 1 ? dayCount(1, language) : words.last(`${all.days}`);
    return html`
<tr><th scope="row">${name}</th>${[
      cell(hours, words.hours(number.format(all.scoredHours), number.format(all.dueHours))),
      cell(fresh, share(all.freshShare)),
      cell(daily, words.rows(`${live}`, `${late}`, `${missing}`)),
    ]}</tr>`;
  });
  return html`<table class="stack"><caption>${words.totals}</caption><thead><tr>${[days, hours, fresh, daily].map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
<tbody>${rows}
</tbody></table>`;
}

function legend({ legend: [full, part, none, row] }: ServedWords): readonly Html[] {
  const samples: readonly (readonly [Tree, string])[] = [
    [sample(tree("path", { d: "M1 13v-12h10v12z", fill: CSS_VARIABLES.muted })), full],
    [sample(tree("path", { d: "M1 13v-6h10v6z", fill: CSS_VARIABLES.muted }), FRAME), part],
    [sample(FRAME), none],
    [sample(tree("path", { d: "M4.5 6h3v3h-3z", fill: CSS_VARIABLES.accent })), row],
  ];
  return samples.map(
    ([drawn, says]) => html`
<li>${drawn} ${says}</li>`,
  );
}

const FRAME = tree("path", { d: "M1.5 1.5h9v11h-9z", fill: "none", stroke: CSS_VARIABLES.accent });

function sample(...parts: readonly Tree[]): Tree {
  return tree("svg", { width: 12, height: 14, viewBox: "0 0 12 14", "aria-hidden": "true" }, ...parts);
}

function daysTable(served: readonly ServedDay[], { words, language, at }: Manner, format: Format): Html {
  const [, hours, fresh, row] = words.columns;
  const share = shareFormat(language);
  const rows = served.toReversed().map((day) => {
    const fate = rowFate(day, at);
    const when =
      fate === "late" && day.row !== undefined ? `, ${format.minute(formatInstant(day.row.computedAt))}` : "";
    return html`
<tr><th scope="row">${format.day(formatDay(day.day))}</th><td>${words.hours(`${day.scoredHours}`, `${day.dueHours}`)}</td><td>${share(day.freshShare)}</td><td>${words.fates[fate]}${when}</td></tr>`;
  });
  return html`<div class="wide days" tabindex="0" role="region" aria-label="${words.table}"><table><thead><tr><th scope="col">${words.day}</th><th scope="col">${hours}</th><th scope="col">${fresh}</th><th scope="col">${row}</th></tr></thead>
<tbody>${rows}
</tbody></table></div>`;
}
