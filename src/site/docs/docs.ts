import type { Language } from "../../chart/locale.js";
import { type Html, html } from "../html.js";
import { layout } from "../layout.js";
import type { DocsWords } from "../locales/docs-shape.js";
import type { Text } from "../locales/shape.js";
import { WORDS } from "../locales/words.js";
import { linkTo, pagePath } from "../page-path.js";
import { addressOf, type Site } from "../site.js";
import { BASE_STYLE } from "../style/base.js";
import { DOCS_STYLE } from "../style/docs.js";
import { endpointSection } from "./endpoint.js";
import { examplesSection } from "./examples.js";
import { othersSection } from "./others.js";
import { type ApiReference, ENDPOINTS } from "./reference.js";

export const DOCS_PAGE_STYLE = BASE_STYLE + DOCS_STYLE;

/** Everything about the API. @param reference of the answers in JSON, made from their schemas */
export function docsPage(site: Site, language: Language, reference: ApiReference): string {
  const { common, docs } = WORDS[language];
  const path = pagePath("docs", language);
  const link = (to: string) => linkTo(path, to);
  const place = { words: docs, site, link };
  const attribution = docs.attribution.text(link(pagePath("attribution", language)));
  return layout(site, {
    page: "docs",
    language,
    words: common,
    title: docs.title(site.indexName),
    description: docs.description,
    style: DOCS_PAGE_STYLE,
    scripts: ["/assets/try-it.js"],
    body: html`<h1>${docs.heading}</h1>
<p class="lead">${docs.lead}</p>
<pre tabindex="0"><code>${addressOf(site, "")}</code></pre>
${contents(docs)}
<p>${docs.openapi(link("/openapi.json"))}</p>
${ENDPOINTS.map((name) => endpointSection(name, reference[name], place))}
<p>${docs.always}</p>
${listSection("limits", docs.limits)}
${listSection("caching", docs.caching)}
${errorsSection(docs.errors)}
${examplesSection(docs.examples, site)}
${textSection("browsers", docs.browsers.heading, docs.browsers.text)}
${othersSection(docs, link)}
${textSection("keys", docs.keys.heading, docs.keys.text)}
${textSection("attribution", docs.attribution.heading, attribution)}`,
  });
}

function contents(docs: DocsWords): Html {
  const ids = [...ENDPOINTS, "limits", "caching", "errors", "examples", "browsers", "others", "keys"] as const;
  return html`<nav aria-label="${docs.contents}" class="contents"><ul>${ids.map(
    (id) => html`
<li><a href="#${id}">${docs[id].heading}</a></li>`,
  )}
</ul></nav>`;
}

function textSection(id: string, heading: string, text: Text): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<p>${text}</p>
</section>`;
}

function listSection(id: string, words: { readonly heading: string; readonly points: readonly Text[] }): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${words.heading}</h2>
<ul>${words.points.map(
    (point) => html`
<li>${point}</li>`,
  )}
</ul>
</section>`;
}

function errorsSection({ heading, intro, columns, rows }: DocsWords["errors"]): Html {
  return html`<section aria-labelledby="errors">
<h2 id="errors">${heading}</h2>
<p>${intro}</p>
<table><thead><tr><th scope="col">${columns[0]}</th><th scope="col">${columns[1]}</th></tr></thead>
<tbody>${rows.map(
    ([status, when]) => html`
<tr><th scope="row">${status}</th><td>${when}</td></tr>`,
  )}
</tbody></table>
</section>`;
}
