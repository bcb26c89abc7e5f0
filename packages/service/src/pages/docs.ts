/** The page about the API: an overview, a chapter for each endpoint, and what holds for all of them. */
import { type ContentsEntry, codeBlock, list, section, table, withContents } from "./blocks.js";
import {
  cacheTime,
  type EndpointReference,
  endpointChapter,
  type PathReference,
  samples,
  tryIt,
} from "./docs-endpoint.js";
import { examplesSection } from "./docs-examples.js";
import { DOCS_WORDS as WORDS } from "./docs-words.js";
import { breakable, type Html, html, joined, type Part, type Text } from "./html.js";
import { localeOf } from "./locales/locales.js";
import { pageKind } from "./page-kind.js";
import { addressOf, type PageContext, type Site } from "./site.js";
import { BASE_STYLE, CONTENTS_STYLE, styleSheet } from "./style.js";

/** The style shows the chapter whose address is asked for, `/docs#meta`; at `/docs#all` and on paper all of them. */
export const docsPage = pageKind({
  page: "docs",
  style: BASE_STYLE + CONTENTS_STYLE + styleSheet("./docs.css", import.meta.url),
  needs: () => ["script-src", "connect-src"],
  content: (context, reference: ApiReference) => ({
    title: WORDS.title(context.site.indexName),
    description: WORDS.description,
    scripts: ["/assets/try-it.js"],
    body: withContents({
      head: html`<h1>${WORDS.heading}</h1>
<p class="lead">${WORDS.lead}</p>`,
      groups: contents(context, reference),
      body: chapters(context, reference),
    }),
  }),
});

/** The public interface, made from the list of endpoints and the schemas of their answers. */
export interface ApiReference {
  /** The answers in JSON, in the order of the page. */
  readonly answers: readonly EndpointReference[];
  /** Every other path. */
  readonly others: readonly PathReference[];
}

/** What follows the endpoints in the list of contents: id of a heading, and the heading. */
const SHARED = [
  { id: "limits", heading: WORDS.limits.heading },
  { id: "caching", heading: WORDS.caching.heading },
  { id: "errors", heading: WORDS.errors.heading },
  { id: "stability", heading: WORDS.stability.heading },
  { id: "examples", heading: WORDS.examples.heading },
  { id: "others", heading: WORDS.paths.heading },
] as const;

function contents({ site, language }: PageContext, { answers }: ApiReference): readonly (readonly ContentsEntry[])[] {
  const ofOverview = [
    { id: "ways", heading: WORDS.ways.heading },
    { id: "sandbox", heading: WORDS.sandbox.heading },
    { id: "browsers", heading: WORDS.browsers.heading },
    { id: "attribution", heading: localeOf(language).attribution.heading },
    { id: "keys", heading: (site.apiPro ? WORDS.pro : WORDS.keys).heading },
  ].map((entry) => ({ ...entry, isPart: true }));
  const endpoints = answers.map(({ id, words }) => ({ id, heading: words.heading }));
  return [
    [{ id: "overview", heading: WORDS.overview }, ...ofOverview, ...endpoints],
    SHARED,
    [{ id: "all", heading: WORDS.all }],
  ];
}

function chapters(context: PageContext, reference: ApiReference): Html {
  const { answers } = reference;
  const endpoints = answers.map((answer) => endpointChapter(answer, context));
  return html`${overviewChapter(context, reference)}${endpoints}
<div class="chapter">
${rulesSections(context.site, reference)}</div>
<div class="chapter">
${examplesSection(addressOf(context.site, "/api/public/nhci"))}</div>
<div class="chapter">
${othersSection(context, reference)}</div>`;
}

/** Where the API stands, its endpoints, and what is short enough to be said at once. */
function overviewChapter({ site, link, pageLink, language }: PageContext, reference: ApiReference): Html {
  const rows = reference.answers.map(({ id, path, words, maxAgeSeconds }) => {
    const address = html`<a href="#${id}"><code>${breakable(path)}</code></a>`;
    return [address, words.heading, cacheTime(maxAgeSeconds, words.keptUntil)];
  });
  const { ways } = WORDS;
  const waysIn = [
    ways.client,
    site.mcp
      ? html`${ways.tools(addressOf(site, ""))} ${ways.remoteTools(addressOf(site, "/mcp"))}`
      : ways.tools(addressOf(site, "")),
    ways.recipes,
    ways.embeds(pageLink("embed")),
    ways.source,
  ];
  const sections = [
    section("overview", WORDS.overview)`${codeBlock(addressOf(site, ""))}${pathsTable("overview", rows)}
<p>${WORDS.always}</p>
<p>${WORDS.openapi(link("/openapi.json"))}</p>`,
    section("ways", WORDS.ways.heading)`${list(waysIn)}`,
    section("sandbox", WORDS.sandbox.heading)`<p>${WORDS.sandbox.text(link("/sandbox"))}</p>`,
    section("browsers", WORDS.browsers.heading)`<p>${WORDS.browsers.text}</p>`,
    section(
      "attribution",
      localeOf(language).attribution.heading,
    )`<p>${WORDS.attribution(pageLink("attribution"))}</p>`,
    site.apiPro
      ? section("keys", WORDS.pro.heading)`${list(WORDS.pro.points)}`
      : section("keys", WORDS.keys.heading)`<p>${WORDS.keys.text}</p>`,
  ];
  return html`<div class="chapter overview">
${sections}</div>
`;
}

/** @param labelledBy id of its heading */
function pathsTable(labelledBy: string, rows: readonly (readonly Part[])[]): Html {
  return table(WORDS.paths.columns, rows, { className: "stack paths", labelledBy });
}

/** What holds for all endpoints. */
function rulesSections({ apiPro, mcp }: Site, { answers }: ApiReference): readonly Html[] {
  const { limits, caching, errors, stability } = WORDS;
  // In the order of the numbers.
  const rows = { ...errors.rows, ...(mcp ? errors.tools : {}), ...(apiPro ? { 401: WORDS.pro.unauthorized } : {}) };
  const maxAge = (endpoint: string) => answers.find(({ id }) => id === endpoint)?.maxAgeSeconds ?? 0;
  return [
    section("limits", limits.heading)`${list(limits.points(mcp ? limits.tools : ""))}`,
    section("caching", caching.heading)`${list(caching.points(maxAge("current"), maxAge("history")))}`,
    section("errors", errors.heading)`<p>${errors.intro}</p>
${table(errors.columns, Object.entries(rows), { labelledBy: "errors" })}`,
    section("stability", stability.heading)`${list(stability.points)}<p>${stability.none}</p>`,
  ];
}

/** Those with a short answer in JSON that are no data. */
const CAN_TRY = ["/sandbox", "/healthz", "/readyz"];

/** Every other path that answers. */
function othersSection({ site, link }: PageContext, reference: ApiReference): Html {
  const rows = reference.others.map((other) => [
    html`<code>${breakable(other.path)}</code>`,
    returns(other),
    cacheTime(other.maxAgeSeconds),
  ]);
  const tries = reference.others
    .filter(({ path, data }) => data !== undefined || CAN_TRY.includes(path))
    .map(
      ({ path, data }) => html`<h3><code>GET ${breakable(path)}</code></h3>
${data && samples(addressOf(site, path), data)}${data === "text" ? undefined : tryIt(link(path))}
`,
    );
  return section("others", WORDS.paths.heading)`${pathsTable("others", rows)}
${tries}`;
}

function returns({ summary, parameters }: PathReference): Text {
  const names = parameters.map((name) => html`<code>?${name}</code>`);
  return names.length === 0 ? summary : html`${summary}; ${joined(names, ", ")}`;
}
