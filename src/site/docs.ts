import type { Language } from "../chart/locale.js";
import { type RetiredPath, retirementText } from "../domain/retirement.js";
import { examplesSection } from "./docs-examples.js";
import { type Html, html, type Text } from "./html.js";
import { layout } from "./layout.js";
import type { EndpointWords } from "./locales/en/docs.js";
import type { Locale } from "./locales/locale.js";
import { inEnglish, localeOf } from "./locales/locales.js";
import { addressOf, linkTo, pagePath, type Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

/** One field of an answer. */
export interface FieldRow {
  /** `btc.context.top_risk`; `data[].date` for a field of each row. */
  readonly path: string;
  /** `number`, `text or null` in the words of JSON Schema: `string or null`. */
  readonly type: string;
  /** All values it can take, when they are a few words. */
  readonly values: readonly string[];
  /** In English, from the schema. */
  readonly description: string;
}

/** What the page shows of an answer in JSON, made from its schema. */
export interface EndpointReference {
  /** Its place on the page, and the key of its words in the locales. */
  readonly id: string;
  readonly path: string;
  /** Whether it counts against the limit. */
  readonly metered: boolean;
  readonly fields: readonly FieldRow[];
  /** A made-up answer as JSON text, indented; long lists are cut short. */
  readonly example: string;
  /** In English, where the locale of English has no words of it. */
  readonly docs?: EndpointWords;
}

/** The answers in JSON, in the order of the page. */
export type ApiReference = readonly EndpointReference[];

/**
 * Everything about the API.
 *
 * @param reference of the answers in JSON, made from their schemas
 * @param retired the paths that are announced to end
 */
export function docsPage(
  site: Site,
  language: Language,
  reference: ApiReference,
  retired: readonly RetiredPath[],
): string {
  const { docs } = localeOf(language);
  const path = pagePath("docs", language);
  const link = (to: string) => linkTo(path, to);
  const context = { words: docs, site, link, language, retired };
  const attribution = docs.attribution.text(link(pagePath("attribution", language)));
  return layout(site, {
    page: "docs",
    language,
    title: docs.title(site.indexName),
    description: docs.description,
    style: DOCS_PAGE_STYLE,
    scripts: ["/assets/try-it.js"],
    body: html`<h1>${docs.heading}</h1>
<p class="lead">${docs.lead}</p>
<pre tabindex="0"><code>${addressOf(site, "")}</code></pre>
${contents(reference, context)}
<p>${docs.openapi(link("/openapi.json"))}</p>
${reference.map((endpoint) => endpointSection(endpoint, context))}
<p>${docs.always}</p>
${listSection("limits", docs.limits)}
${listSection("caching", docs.caching)}
${errorsSection(docs.errors)}
${examplesSection(docs.examples, site)}
${textSection("browsers", docs.browsers.heading, docs.browsers.text)}
${othersSection(context)}
${stabilitySection(context)}
${textSection("keys", docs.keys.heading, docs.keys.text)}
${textSection("attribution", docs.attribution.heading, attribution)}`,
  });
}

interface DocsContext {
  readonly words: Locale["docs"];
  readonly site: Site;
  readonly language: Language;
  /** From this page to a path of the site. */
  readonly link: (to: string) => string;
  readonly retired: readonly RetiredPath[];
}

function contents(reference: ApiReference, context: DocsContext): Html {
  const { words } = context;
  const sections = ["limits", "caching", "errors", "examples", "browsers", "others", "stability", "keys"] as const;
  const entries = [
    ...reference.map((endpoint) => ({ id: endpoint.id, heading: wordsOf(endpoint, context).heading })),
    ...sections.map((id) => ({ id, heading: words[id].heading })),
  ];
  return html`<nav aria-label="${words.contents}" class="contents"><ul>${entries.map(
    ({ id, heading }) => html`
<li><a href="#${id}">${heading}</a></li>`,
  )}
</ul></nav>`;
}

/** The words of an endpoint in the language, and in English where it has none. */
function wordsOf({ id, path, docs }: EndpointReference, { words, language }: DocsContext): EndpointWords {
  const english = Object.entries(docs ?? {}).map(([name, text]) => [name, inEnglish(text, language)]);
  return { heading: path, ...Object.fromEntries(english), ...words.endpoints[id] };
}

function textSection(id: string, heading: Text, text: Text): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<p>${text}</p>
</section>`;
}

function listSection(
  id: string,
  words: { readonly heading: Text; readonly points: Readonly<Record<string, Text>> },
  further?: Html,
): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${words.heading}</h2>
<ul>${Object.values(words.points).map(
    (point) => html`
<li>${point}</li>`,
  )}
</ul>${further}
</section>`;
}

/** What does not change, and every path that is announced to end. */
function stabilitySection({ words: { stability }, retired, language }: DocsContext): Html {
  const ends = retired.map(
    (each) => html`
<li>${inEnglish(retirementText(each), language)}</li>`,
  );
  return listSection(
    "stability",
    stability,
    html`
${
  ends.length === 0
    ? html`<p>${stability.none}</p>`
    : html`<ul>${ends}
</ul>`
}`,
  );
}

/** Stands behind a path that is announced to end. */
function endMark(path: string, { words: { stability }, retired }: DocsContext): Html | undefined {
  const isRetired = retired.some((each) => each.path === path);
  return isRetired ? html` <a href="#stability">${stability.mark}</a>` : undefined;
}

function errorsSection({ heading, intro, columns, rows }: Locale["docs"]["errors"]): Html {
  return html`<section aria-labelledby="errors">
<h2 id="errors">${heading}</h2>
<p>${intro}</p>
<table><thead><tr><th scope="col">${columns[0]}</th><th scope="col">${columns[1]}</th></tr></thead>
<tbody>${Object.entries(rows).map(
    ([status, when]) => html`
<tr><th scope="row">${status}</th><td>${when}</td></tr>`,
  )}
</tbody></table>
</section>`;
}

/** One endpoint: what it is for, a button to try it, its fields, an example. */
function endpointSection(endpoint: EndpointReference, context: DocsContext): Html {
  const { id, path, metered, fields, example } = endpoint;
  const { words, site, link } = context;
  const { heading, purpose, renewed, cache } = wordsOf(endpoint, context);
  const [renewedName, cacheName, limitName] = words.facts;
  const columns = words.fieldColumns.map((each) => html`<th scope="col">${each}</th>`);
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<p class="endpoint"><code><strong>GET</strong> ${path}</code>${endMark(path, context)}</p>
<p>${purpose}</p>
<dl class="facts">
<div><dt>${renewedName}</dt><dd>${renewed}</dd></div>
<div><dt>${cacheName}</dt><dd>${cache}</dd></div>
<div><dt>${limitName}</dt><dd>${metered ? words.limitFact : words.freeFact}</dd></div>
</dl>
<pre tabindex="0"><code>curl ${addressOf(site, path)}</code></pre>
${tryIt(link(path), words.tryIt)}
<table class="stack fields"><thead><tr>${columns}</tr></thead>
<tbody>${fields.map((field) => fieldRow(field, context))}
</tbody></table>
<h3>${words.example}</h3>
<pre tabindex="0"><code>${example}</code></pre>
</section>`;
}

function fieldRow({ path, type, values, description }: FieldRow, { words, language }: DocsContext): Html {
  const listed = values.map((value, i) => html`${i === 0 ? "" : ", "}<code>${value}</code>`);
  const line = values.length > 1 ? html`<br><span class="small">${listed}</span>` : undefined;
  const meaning = words.fields[path] ?? inEnglish(description, language);
  return html`
<tr><th scope="row"><code>${path}</code></th><td class="soft">${type}</td><td>${meaning}${line}</td></tr>`;
}

type OtherPath = keyof Locale["docs"]["others"]["rows"];

/** How long each may be kept. */
const CACHE: Readonly<Record<OtherPath, keyof Locale["docs"]["others"]["cacheOf"]>> = {
  "/api/public/nhci/history.csv": "hour",
  "/api/public/nhci/score.txt": "minute",
  "/api/public/nhci/proof/leaves": "minutes",
  "/feed.atom": "minutes",
  "/feed.json": "minutes",
  "/embed/nhci-chart.js": "hour",
  "/embed/nhci-badge.js": "hour",
  "/embed/<version>/…": "year",
  "/embed/nhci.json": "minute",
  "/embed/nhci": "minute",
  "/embed/nhci-chart.svg": "minutes",
  "/embed/nhci-card.png": "minutes",
  "/oembed": "hour",
  "/openapi.json": "hour",
  "/sandbox": "hour",
  "/sandbox/bull/api/public/nhci": "minute",
  "/healthz": "never",
  "/readyz": "never",
};

const OTHER_PATHS = Object.keys(CACHE) as readonly OtherPath[];

/** Those with a short answer in JSON. */
const CAN_TRY: readonly OtherPath[] = ["/feed.json", "/sandbox", "/healthz", "/readyz"];

/** Everything that answers besides the two endpoints. */
function othersSection(context: DocsContext): Html {
  const { others, tryIt: words } = context.words;
  const columns = others.columns.map((each) => html`<th scope="col">${each}</th>`);
  return html`<section aria-labelledby="others">
<h2 id="others">${others.heading}</h2>
<table class="stack paths"><thead><tr>${columns}</tr></thead>
<tbody>${OTHER_PATHS.map(
    (path) => html`
<tr><th scope="row"><code>${path}</code>${endMark(path, context)}</th><td>${others.rows[path]}</td><td class="soft">${others.cacheOf[CACHE[path]]}</td></tr>`,
  )}
</tbody></table>
${CAN_TRY.map(
  (path) => html`<h3><code>GET ${path}</code></h3>
${tryIt(context.link(path), words)}
`,
)}</section>`;
}

/**
 * A link to an answer and, for `widgets/site/try-it.ts`, a place where it is shown. Without script it is the link alone.
 *
 * @param href from the page to the answer
 */
function tryIt(href: string, words: Locale["docs"]["tryIt"]): Html {
  const { button, open, asking, status, headers, body, failed } = words;
  return html`<div class="try screen-only" data-try="${href}" data-button="${button}" data-asking="${asking}" data-status="${status}" data-headers="${headers}" data-body="${body}" data-failed="${failed}"><p><a href="${href}">${open}</a></p></div>`;
}

/** All CSS of the page. */
export const DOCS_PAGE_STYLE = `${BASE_STYLE}
.endpoint{font-size:1.05rem}
.facts div{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:0 1rem;padding:.15rem 0}dt{color:var(--soft)}dd{margin:0}
@media (min-width:40.01rem){.paths code{overflow-wrap:normal}.paths tbody th,.paths th:last-child,.paths td:last-child{white-space:nowrap}.fields tbody th{width:32%}.fields td.soft{width:16%}}
@media (max-width:40rem){.stack.fields th,.stack.fields td.soft{display:inline}.stack.fields td.soft{padding-left:.6rem}}
.try{margin:1rem 0}.try p{margin:.5rem 0}
.try h4{font-size:.85rem;color:var(--soft);margin:.75rem 0 .25rem}.try pre{margin:0;max-height:22rem;overflow:auto}
button{font:inherit;font-weight:600;color:var(--paper);background:var(--link);border:1px solid var(--link);border-radius:8px;padding:.4rem 1rem;margin-right:1rem;cursor:pointer}
button:hover{filter:brightness(1.1)}button:disabled{opacity:.7;cursor:default}`;
