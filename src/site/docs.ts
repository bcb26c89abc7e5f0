import type { Language } from "../chart/language.js";
import { examplesSection } from "./docs-examples.js";
import { type Html, html } from "./html.js";
import { layout } from "./layout.js";
import { type DocsWords, type FieldPath, OTHER_PATHS, type OtherPath, type TryWords } from "./locales/docs-shape.js";
import type { Text } from "./locales/shape.js";
import { WORDS } from "./locales/words.js";
import { addressOf, linkTo, pagePath, type Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

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

interface Place {
  readonly words: DocsWords;
  readonly site: Site;
  readonly link: (to: string) => string;
}

/** One endpoint: what it is for, a button to try it, its fields, an example. */
function endpointSection(
  name: Endpoint,
  { path, fields, example }: EndpointReference,
  { words, site, link }: Place,
): Html {
  const { heading, purpose, renewed, cache } = words[name];
  const [renewedName, cacheName, limitName] = words.facts;
  const columns = words.fieldColumns.map((each) => html`<th scope="col">${each}</th>`);
  return html`<section aria-labelledby="${name}">
<h2 id="${name}">${heading}</h2>
<p class="endpoint"><code><strong>GET</strong> ${path}</code></p>
<p>${purpose}</p>
<dl class="facts">
<div><dt>${renewedName}</dt><dd>${renewed}</dd></div>
<div><dt>${cacheName}</dt><dd>${cache}</dd></div>
<div><dt>${limitName}</dt><dd>${METERED.includes(name) ? words.limitFact : words.freeFact}</dd></div>
</dl>
<pre tabindex="0"><code>curl ${addressOf(site, path)}</code></pre>
${tryIt(link(path), words.tryIt)}
<table class="stack fields"><thead><tr>${columns}</tr></thead>
<tbody>${fields.map((field) => fieldRow(field, words))}
</tbody></table>
<h3>${words.example}</h3>
<pre tabindex="0"><code>${example}</code></pre>
</section>`;
}

function fieldRow({ path, type, values, description }: FieldRow, { fields }: DocsWords): Html {
  const listed = values.map((value, i) => html`${i === 0 ? "" : ", "}<code>${value}</code>`);
  const line = values.length > 1 ? html`<br><span class="small">${listed}</span>` : undefined;
  return html`
<tr><th scope="row"><code>${path}</code></th><td class="soft">${type}</td><td>${fields?.[path as FieldPath] ?? description}${line}</td></tr>`;
}

/** How long each may be kept. */
const CACHE: Readonly<Record<OtherPath, keyof DocsWords["others"]["cacheOf"]>> = {
  "/api/public/nhci/history.csv": "hour",
  "/api/public/nhci/score.txt": "minute",
  "/api/public/nhci/proof/leaves": "minutes",
  "/feed.atom": "minutes",
  "/feed.json": "minutes",
  "/embed/nhci-chart.js": "hour",
  "/embed/nhci-badge.js": "hour",
  "/embed/<version>/…": "year",
  "/embed/nhci": "minute",
  "/embed/nhci-chart.svg": "minutes",
  "/embed/nhci-card.png": "minutes",
  "/oembed": "hour",
  "/openapi.json": "hour",
  "/healthz": "never",
  "/readyz": "never",
};

/** Those with a short answer in JSON. */
const CAN_TRY: readonly OtherPath[] = ["/feed.json", "/healthz", "/readyz"];

/** Everything that answers besides the two endpoints. */
function othersSection({ others, tryIt: words }: DocsWords, link: (to: string) => string): Html {
  const columns = others.columns.map((each) => html`<th scope="col">${each}</th>`);
  return html`<section aria-labelledby="others">
<h2 id="others">${others.heading}</h2>
<table class="stack paths"><thead><tr>${columns}</tr></thead>
<tbody>${OTHER_PATHS.map(
    (path) => html`
<tr><th scope="row"><code>${path}</code></th><td>${others.rows[path]}</td><td class="soft">${others.cacheOf[CACHE[path]]}</td></tr>`,
  )}
</tbody></table>
${CAN_TRY.map(
  (path) => html`<h3><code>GET ${path}</code></h3>
${tryIt(link(path), words)}
`,
)}</section>`;
}

/**
 * A link to an answer and, for `widgets/site/try-it.ts`, a place where it is shown. Without script it is the link alone.
 *
 * @param href from the page to the answer
 */
function tryIt(href: string, words: TryWords): Html {
  const { button, open, asking, status, headers, body, failed } = words;
  return html`<div class="try screen-only" data-try="${href}" data-button="${button}" data-asking="${asking}" data-status="${status}" data-headers="${headers}" data-body="${body}" data-failed="${failed}"><p><a href="${href}">${open}</a></p></div>`;
}

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

/** What the page about the API shows of an endpoint, made from its schema. */
export interface EndpointReference {
  readonly path: string;
  readonly fields: readonly FieldRow[];
  /** A made-up answer as JSON text, indented; long lists are cut short. */
  readonly example: string;
}

/** The answers in JSON, by the names of their words; in the order of the page. */
export const ENDPOINTS = ["current", "history", "meta", "proof", "publicKeys", "revisions"] as const;

export type Endpoint = (typeof ENDPOINTS)[number];

export type ApiReference = Readonly<Record<Endpoint, EndpointReference>>;

/** Those that are metered. */
const METERED: readonly Endpoint[] = ["current", "history"];

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
