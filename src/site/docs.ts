import type { Language } from "../chart/locale.js";
import { type RetiredPath, retirementText } from "../domain/retirement.js";
import { list, tableHead } from "./blocks.js";
import { CONTENTS_STYLE, type ContentsEntry, withContents } from "./contents.js";
import {
  type DocsContext,
  ENDPOINT_STYLE,
  type EndpointReference,
  endMark,
  endpointChapter,
  tryIt,
  wordsOf,
} from "./docs-endpoint.js";
import { examplesSection } from "./docs-examples.js";
import { breakable, type Html, html, type Text } from "./html.js";
import { layout } from "./layout.js";
import type { Locale } from "./locales/locale.js";
import { inEnglish, localeOf } from "./locales/locales.js";
import { addressOf, pageContext, type Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

/** The answers in JSON, in the order of the page. */
export type ApiReference = readonly EndpointReference[];

/**
 * Everything about the API, in chapters: the overview, one for each endpoint, and what holds for all. The style shows the
 * one whose address is asked for, `/docs#meta`; at `/docs#all` and on paper all of them.
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
  const { common, docs } = localeOf(language);
  const context = { ...pageContext(site, "docs", language), words: docs, retired };
  return layout(site, {
    page: "docs",
    language,
    title: docs.title(site.indexName),
    description: docs.description,
    style: DOCS_PAGE_STYLE,
    scripts: ["/assets/try-it.js"],
    body: withContents({
      head: html`<h1>${docs.heading}</h1>
<p class="lead">${docs.lead}</p>`,
      label: common.contents,
      groups: contents(reference, context),
      body: html`${overviewChapter(reference, context)}${reference.map((endpoint) => endpointChapter(endpoint, context))}
<div class="chapter">
${listSection("limits", docs.limits)}
${listSection("caching", docs.caching)}
${errorsSection(docs.errors)}
${stabilitySection(context)}
</div>
<div class="chapter">
${examplesSection(docs.examples, site)}
</div>
<div class="chapter">
${othersSection(context)}
</div>`,
    }),
  });
}

function contents(reference: ApiReference, context: DocsContext): readonly (readonly ContentsEntry[])[] {
  const { words } = context;
  const shared = ["limits", "caching", "errors", "stability", "examples", "others"] as const;
  return [
    [
      { id: "overview", heading: words.overview },
      ...reference.map((endpoint) => ({ id: endpoint.id, heading: wordsOf(endpoint, context).heading })),
    ],
    shared.map((id) => ({ id, heading: words[id].heading })),
    [{ id: "all", heading: words.all }],
  ];
}

/** Where the API stands, its endpoints, and what is short enough to be said at once. */
function overviewChapter(reference: ApiReference, context: DocsContext): Html {
  const { words, site, link, pageLink } = context;
  const attribution = words.attribution.text(pageLink("attribution"));
  const rows = reference.map((endpoint) => {
    const { heading, cache } = wordsOf(endpoint, context);
    return html`
<tr><th scope="row"><a href="#${endpoint.id}"><code>${breakable(endpoint.path)}</code></a>${endMark(endpoint.path, context)}</th><td>${heading}</td><td class="soft">${cache}</td></tr>`;
  });
  return html`<div class="chapter overview">
<section aria-labelledby="overview">
<h2 id="overview">${words.overview}</h2>
<pre tabindex="0"><code>${addressOf(site, "")}</code></pre>
${pathsTable("overview", words.others.columns, rows)}
<p>${words.always}</p>
<p>${words.openapi(link("/openapi.json"))}</p>
</section>
${textSection("browsers", words.browsers.heading, words.browsers.text)}
${textSection("attribution", words.attribution.heading, attribution)}
${textSection("keys", words.keys.heading, words.keys.text)}
</div>
`;
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
${list(Object.values(words.points))}${further}
</section>`;
}

/** What does not change, and every path that is announced to end. */
function stabilitySection({ words: { stability }, retired, language }: DocsContext): Html {
  const ends = retired.map((each) => inEnglish(retirementText(each), language));
  return listSection(
    "stability",
    stability,
    html`
${ends.length === 0 ? html`<p>${stability.none}</p>` : list(ends)}`,
  );
}

function errorsSection({ heading, intro, columns, rows }: Locale["docs"]["errors"]): Html {
  return html`<section aria-labelledby="errors">
<h2 id="errors">${heading}</h2>
<p>${intro}</p>
<table aria-labelledby="errors">${tableHead(columns)}
<tbody>${Object.entries(rows).map(
    ([status, when]) => html`
<tr><th scope="row">${status}</th><td>${when}</td></tr>`,
  )}
</tbody></table>
</section>`;
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

/** Every other path that answers. */
function othersSection(context: DocsContext): Html {
  const { others, tryIt: words } = context.words;
  const rows = OTHER_PATHS.map(
    (path) => html`
<tr><th scope="row"><code>${breakable(path)}</code>${endMark(path, context)}</th><td>${others.rows[path]}</td><td class="soft">${others.cacheOf[CACHE[path]]}</td></tr>`,
  );
  return html`<section aria-labelledby="others">
<h2 id="others">${others.heading}</h2>
${pathsTable("others", others.columns, rows)}
${CAN_TRY.map(
  (path) => html`<h3><code>GET ${path}</code></h3>
${tryIt(context.link(path), words)}
`,
)}</section>`;
}

/** @param id of its heading */
function pathsTable(id: string, columns: Locale["docs"]["others"]["columns"], rows: readonly Html[]): Html {
  return html`<table class="stack paths" aria-labelledby="${id}">${tableHead(columns)}
<tbody>${rows}
</tbody></table>`;
}

/**
 * All CSS of the page. A chapter is shown while it, or a place in it, is the target of the address; the overview while
 * nothing is. A browser that cannot tell what an element holds (before 2024) shows all of them.
 */
export const DOCS_PAGE_STYLE = `${BASE_STYLE}${CONTENTS_STYLE}${ENDPOINT_STYLE}
@supports selector(:has(a)){.chapter{display:none}.chapter:has(:target),#all:target .chapter,.body:not(:has(:target))>.overview{display:block}}
@supports selector(:has(a)){@container (min-width:44rem){.endpoint:has(:target),#all:target .endpoint{display:grid}}}
.toc a[href="#all"]{color:inherit;font-weight:400}
.body>.endpoint{margin-top:1.2rem}#all:target .chapter{margin-top:4rem}#all:target .overview{margin-top:0}
@media (min-width:40.01rem){.paths td:last-child{width:24%}.paths th:first-child{width:38%}}
@media print{.body>.chapter{display:block}}`;
