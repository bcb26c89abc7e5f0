import type { Language } from "../chart/locale.js";
import { CONTENTS_STYLE, type ContentsEntry, codeBlock, list, section, table, withContents } from "./blocks.js";
import {
  type DocsContext,
  ENDPOINT_STYLE,
  type EndpointReference,
  endpointChapter,
  tryIt,
  wordsOf,
} from "./docs-endpoint.js";
import { breakable, type Html, html, type Part, type Text } from "./html.js";
import { layout } from "./layout.js";
import type { Locale } from "./locales/locale.js";
import { localeOf } from "./locales/locales.js";
import { addressOf, pageContext, type Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

/** The answers in JSON, in the order of the page. */
export type ApiReference = readonly EndpointReference[];

/**
 * Everything about the API, in chapters: the overview, one for each endpoint, and what holds for all. The style shows the
 * one whose address is asked for, `/docs#meta`; at `/docs#all` and on paper all of them.
 *
 * @param reference of the answers in JSON, made from their schemas
 */
export function docsPage(site: Site, language: Language, reference: ApiReference): string {
  const { common, docs } = localeOf(language);
  const context = { ...pageContext(site, "docs", language), words: docs };
  return layout(context, {
    style: DOCS_PAGE_STYLE,
    scripts: ["/assets/try-it.js"],
    body: withContents({
      head: html`<h1>${docs.heading}</h1>
<p class="lead">${docs.lead}</p>`,
      label: common.contents,
      groups: contents(reference, context),
      body: html`${overviewChapter(reference, context)}${reference.map((endpoint) => endpointChapter(endpoint, context))}
<div class="chapter">
${listSection("limits", docs.limits)}${listSection("caching", docs.caching)}${errorsSection(docs.errors)}${listSection("stability", docs.stability, html`<p>${docs.stability.none}</p>`)}</div>
<div class="chapter">
${examplesSection(docs.examples, site)}</div>
<div class="chapter">
${othersSection(context)}</div>`,
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
  const { words, site, link, pageLink, language } = context;
  const rows = reference.map((endpoint) => {
    const { heading, cache } = wordsOf(endpoint, context);
    const path = html`<a href="#${endpoint.id}"><code>${breakable(endpoint.path)}</code></a>`;
    return [path, heading, cache];
  });
  const sections = [
    section("overview", words.overview)`${codeBlock(addressOf(site, ""))}${pathsTable("overview", words, rows)}
<p>${words.always}</p>
<p>${words.openapi(link("/openapi.json"))}</p>`,
    section("browsers", words.browsers.heading)`<p>${words.browsers.text}</p>`,
    section(
      "attribution",
      localeOf(language).attribution.heading,
    )`<p>${words.attribution(pageLink("attribution"))}</p>`,
    section("keys", words.keys.heading)`<p>${words.keys.text}</p>`,
  ];
  return html`<div class="chapter overview">
${sections}</div>
`;
}

/** @param labelledBy id of its heading */
function pathsTable(labelledBy: string, { others }: Locale["docs"], rows: readonly (readonly Part[])[]): Html {
  return table(others.columns, rows, { className: "stack paths", labelledBy });
}

interface ListWords {
  readonly heading: Text;
  readonly points: Readonly<Record<string, Text>>;
}

function listSection(id: string, { heading, points }: ListWords, further?: Html): Html {
  return section(id, heading)`${list(Object.values(points))}${further}`;
}

function errorsSection({ heading, intro, columns, rows }: Locale["docs"]["errors"]): Html {
  return section("errors", heading)`<p>${intro}</p>
${table(columns, Object.entries(rows), { labelledBy: "errors" })}`;
}

/** The same question in several languages. */
function examplesSection(words: Locale["docs"]["examples"], site: Site): Html {
  const current = addressOf(site, "/api/public/nhci");
  return section("examples", words.heading)`<p>${words.backOff}</p>
<h3>curl</h3>
${codeBlock(curl(current))}<h3>JavaScript</h3>
${codeBlock(javascript(current))}<h3>Python</h3>
${codeBlock(python(current))}<h3>Google Sheets</h3>
<p>${words.sheetsNote}</p>
${codeBlock(sheets(current))}<h3>Excel, LibreOffice</h3>
<p>${words.excelNote}</p>
${codeBlock(excel(current))}`;
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
  const rows = OTHER_PATHS.map((path) => [
    html`<code>${breakable(path)}</code>`,
    others.rows[path],
    others.cacheOf[CACHE[path]],
  ]);
  const tries = CAN_TRY.map(
    (path) => html`<h3><code>GET ${path}</code></h3>
${tryIt(context.link(path), words)}
`,
  );
  return section("others", others.heading)`${pathsTable("others", context.words, rows)}
${tries}`;
}

function curl(address: string): string {
  return `curl ${address}

# only if it has changed: --etag-* keeps the ETag in a file
curl --etag-save score.etag --etag-compare score.etag -o score.json ${address}`;
}

function javascript(address: string): string {
  return `async function read(url, attempts = 5) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await fetch(url);
    if (answer.ok) return answer.json();
    if (answer.status !== 429 && answer.status !== 503) throw new Error(\`status \${answer.status}\`);
    const told = Number(answer.headers.get("Retry-After") ?? 1);
    const seconds = told * 2 ** attempt * (1 + Math.random() / 4);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  throw new Error("no answer");
}

const { btc } = await read("${address}");
console.log(btc.score, btc.phase_key, btc.stale ? "stale" : "fresh");`;
}

function python(address: string): string {
  return `import json, random, time
from urllib.error import HTTPError
from urllib.request import urlopen

def read(url, attempts=5):
    for attempt in range(attempts):
        try:
            with urlopen(url, timeout=10) as answer:
                return json.load(answer)
        except HTTPError as error:
            if error.code not in (429, 503):
                raise
            told = int(error.headers.get("Retry-After", 1))
            time.sleep(told * 2**attempt * (1 + random.random() / 4))
    raise RuntimeError("no answer")

btc = read("${address}")["btc"]
print(btc["score"], btc["phase_key"], "stale" if btc["stale"] else "fresh")`;
}

function sheets(current: string): string {
  return `=IMPORTDATA("${current}/score.txt")
=IMPORTDATA("${current}/history.csv")
=IMPORTDATA("${current}/score.txt"; ","; "en_US")`;
}

function excel(current: string): string {
  return `=NUMBERVALUE(CLEAN(WEBSERVICE("${current}/score.txt")),".")`;
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
