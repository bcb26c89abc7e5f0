import { attributionParts } from "../chart/attribution.js";
import type { Language } from "../chart/locale.js";
import { tableHead } from "./blocks.js";
import { type Html, html, webLink } from "./html.js";
import { attribution, layout } from "./layout.js";
import { localeOf } from "./locales/locales.js";
import { publisherOf, type Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

/** One source in use. */
export interface AttributionRow {
  /** As on a stored figure, e.g. `coin-metrics`. */
  readonly source: string;
  /** The name a person knows it by. */
  readonly title: string;
  /** The name, or the credit the source wants to see. */
  readonly name: string;
  /** What the service takes from it. */
  readonly gives: string;
  readonly link: string;
  /** License or terms, in one line. */
  readonly license: string;
}

const COLUMNS = "@media (min-width:40.01rem){.sources th:first-child{width:30%}.sources td:nth-child(2){width:30%}}";

export const ATTRIBUTION_PAGE_STYLE = `${BASE_STYLE}\n.date{white-space:nowrap}${COLUMNS}`;

/** Who is to be named by those who show a score, and whom the service itself has to name. */
export function attributionPage(site: Site, language: Language, rows: readonly AttributionRow[]): string {
  const { attribution: words } = localeOf(language);
  const [htmlForm, markdownForm, textForm] = words.forms;
  const [names, host, href] = attributionParts(publisherOf(site));
  const isEnglish = language === "en";
  return layout(site, {
    page: "attribution",
    language,
    title: words.title(site.indexName),
    description: words.description,
    style: ATTRIBUTION_PAGE_STYLE,
    scripts: [],
    body: html`<h1>${words.heading}</h1>
<section aria-labelledby="show">
<h2 id="show">${words.show}</h2>
<p>${words.line}</p>
<p>${attribution(site)}</p>
<h3>${htmlForm}</h3>
<pre tabindex="0"><code>${attribution(site).text}</code></pre>
<h3>${markdownForm}</h3>
<pre tabindex="0"><code>${names}[${host}](${href})</code></pre>
<h3>${textForm}</h3>
<pre tabindex="0"><code>${names}${host}</code></pre>
<p>${words.figures}</p>
</section>
<section aria-labelledby="sources">
<h2 id="sources">${words.sources}</h2>
${isEnglish ? undefined : html`<p>${words.english}</p>`}
<table class="stack sources">
${tableHead(words.columns)}
<tbody${isEnglish ? undefined : html` lang="en"`}>${rows.map(row)}
</tbody>
</table>
</section>`,
  });
}

function row({ name, gives, link, license }: AttributionRow): Html {
  const address = webLink(link);
  const named = address === undefined ? html`${name}` : html`<a href="${address}">${name}</a>`;
  return html`
<tr><th scope="row">${named}</th><td>${marked(gives)}</td><td>${marked(license)}</td></tr>`;
}

/** Addresses in a text as links, without what every address begins with; days in one piece. */
function marked(text: string): readonly Html[] {
  return text.split(/(https:\/\/[^\s()]+|\d{4}-\d\d-\d\d)/).map((part, i) => {
    if (i % 2 === 0) return html`${part}`;
    return /^\d/.test(part)
      ? html`<span class="date">${part}</span>`
      : html`<a href="${part}">${part.slice("https://".length)}</a>`;
  });
}
