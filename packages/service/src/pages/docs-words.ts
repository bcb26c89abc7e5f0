/**
 * The sentences of the page about the API, which is in English alone. What is said of one endpoint stands with that endpoint
 * (`docs` in `http/endpoints/`).
 */
import { SANDBOX_KEY } from "../platform/api-key.js";
import { breakable, html, type Text } from "./html.js";
import { FACTS } from "./locales/facts.js";

/** Where releases are published. */
const NPM = "https://www.npmjs.com/package";

export const DOCS_WORDS = {
  title: (indexName: string) => `API of the ${indexName}`,
  description: `Two free JSON endpoints without a key: the Bitcoin cycle score now and its last ${FACTS.days} days. Fields, limits, errors, caching, examples, and a button to try them.`,
  heading: "API",
  lead: "Two endpoints, JSON, no key, no registration, open to every origin.",
  overview: "Overview",
  all: "Everything on one page",
  openapi: (link: string) =>
    html`The same in a form that programs read: <a href="${link}">openapi.json</a> (OpenAPI 3.1).`,
  ways: {
    heading: "Programs, tools and tests",
    client: html`JavaScript and TypeScript: <code>npm install <a href="${NPM}/peak-cycle-client">peak-cycle-client</a></code>, a typed client for browsers and Node that keeps to cache times, revalidates and waits after 429.`,
    tools: (address: string) =>
      html`Agents: <code>npx -y <a href="${NPM}/peak-cycle-mcp">peak-cycle-mcp</a> ${breakable(address)}</code> gives a language model the score, the days and the record as tools (Model Context Protocol).`,
    remoteTools: (address: string) =>
      html`The same over HTTP, without a program: <code>${breakable(address)}</code>, each message one request of the limit.`,
    recipes: html`Home Assistant, Grafana, spreadsheets, bots, WordPress and others: tested recipes, in the folder <code>docs/recipes</code> of <a href="${NPM}/peak-cycle-index?activeTab=code">peak-cycle-index</a>.`,
    embeds: (link: string) =>
      html`Widgets and pictures: <a href="${link}">choose kind, size, colors and language</a>, and copy the code or the address.`,
    source: html`The code of all this, under the MIT license, with its documents: <a href="${NPM}/peak-cycle-index">peak-cycle-index</a>. <code>npx peak-cycle-index demo</code> runs a site of your own on a simulated market.`,
  },
  sandbox: {
    heading: "Sandbox",
    text: (link: string) =>
      html`For tests the same paths answer in made-up states: stale, limited, waiting, each phase and flag. <a href="${link}"><code>/sandbox</code></a> lists them. Put the address of one in the place of the address of the site.`,
  },
  tryIt: {
    button: "Try it",
    open: "Open the answer",
    asking: "Asking…",
    status: "Status",
    headers: "Headers a page may read",
    body: "Body",
    failed: "No answer: the service could not be reached.",
  },
  paths: { heading: "Other paths", columns: ["Path", "Returns", "Cache time"] },
  facts: ["Updated", "Cache time", "Limit"],
  freeFact: "none",
  limitFact: `${FACTS.limit} requests a minute per IP address, both endpoints together`,
  keyFact: "that of your key; without one 401",
  fieldsHeading: "Fields",
  example: "Example",
  always:
    "The two answers of the score always have all of their fields, in this order, and no others. Query parameters are ignored. A market figure whose source is silent stays at its last known value.",
  limits: {
    heading: "Limits",
    /** @param others what counts besides the two endpoints; else empty */
    points: (others: Text) => [
      html`${FACTS.limit} requests in any ${FACTS.windowSeconds} seconds per IP address, both endpoints together. An IPv6 network (/64) counts as one address. <code>GET</code> and <code>HEAD</code> count whatever they answer, 304 included; a refused request does not.${others} <code>OPTIONS</code> and all other paths have no limit.`,
      html`The next one is answered with 429, <code>Retry-After</code> in seconds, and <code>RateLimit: "public";r=0;t=37</code>. After that time the next request passes.`,
      html`Every answer of the two endpoints says <code>RateLimit-Policy: "public";q=${FACTS.limit};w=${FACTS.windowSeconds}</code>.`,
      "Others behind your IP address share the limit: offices, mobile networks, cloud functions, spreadsheets. Back off further when you are refused again.",
    ],
    tools: html` Messages to <code>/mcp</code> count, too.`,
  },
  caching: {
    heading: "Caching",
    /** @param current longest cache time of the score in seconds @param history that of the history */
    points: (current: number, history: number) => [
      html`Every answer has a strong <code>ETag</code>. Send it back in <code>If-None-Match</code> and get 304 without a body.`,
      html`<code>Cache-Control</code> of the score now: <code>public, max-age=${current}</code>. In the last minutes before a score gets two hours old this time shrinks, so that no cache shows <code>"stale": false</code> for a stale score.`,
      html`Of the history: <code>public, max-age=${history}</code> at most, ending at 06:00 UTC.`,
      html`Failures are never cached: <code>no-store</code>. <code>br</code> and <code>gzip</code> on request. There is no need for a query string that defeats caches.`,
    ],
  },
  errors: {
    heading: "Errors",
    intro: html`Bodies follow RFC 9457 (<code>application/problem+json</code>), with the further member <code>"ok": false</code>; 429 also has <code>retry_after_seconds</code>.`,
    columns: ["Status", "When"],
    rows: {
      400: html`the request is malformed or has no <code>Host</code>`,
      404: "there is nothing at this path",
      405: html`another method than <code>GET</code>, <code>HEAD</code>, <code>OPTIONS</code>; see <code>Allow</code>`,
      408: "the request did not arrive in time",
      410: "the path has ended, as it was announced",
      414: `the address is over ${FACTS.targetKb} kB`,
      417: html`an <code>Expect</code> other than <code>100-continue</code>`,
      429: html`the limit is reached; see <code>Retry-After</code>`,
      431: `the headers are over ${FACTS.headersKb} kB`,
      500: "a fault of ours",
      503: html`what is asked for is not there yet: the score, the ${FACTS.days} days, a market figure, a picture; see <code>Retry-After</code>`,
    },
    /** Of `/mcp` alone. */
    tools: {
      403: html`<code>/mcp</code>: the <code>Origin</code> is malformed`,
      406: html`<code>/mcp</code>: <code>Accept</code> lacks <code>application/json</code> or <code>text/event-stream</code>`,
      413: html`<code>/mcp</code>: the message is too long`,
      415: html`<code>/mcp</code>: the <code>Content-Type</code> is another than <code>application/json</code>`,
    },
  },
  examples: {
    heading: "Examples",
    backOff: html`JavaScript and Python wait as long as <code>Retry-After</code> says, and a random time more, which may be twice as long each time.`,
    sheetsNote: html`In a cell. Neither address is metered, so other users of Google's servers cannot use up your limit. A score older than two hours has <code>(stale)</code> behind it and is no number. The last two lines are for sheets with a decimal comma.`,
    excelNote: html`<code>WEBSERVICE</code> fetches the score as text, the rest makes it a number, or an error when the score is older than two hours. With a decimal comma, write <code>;</code> before <code>"."</code>. It is updated when the file is opened or recalculated. In Excel it works on Windows only. The ${FACTS.days} days: Data, From Web, with the address of <code>history.csv</code>.`,
  },
  browsers: {
    heading: "From a page in a browser",
    text: html`Every answer of every status has <code>Access-Control-Allow-Origin: *</code>, so that a page can read failures too. A plain <code>fetch</code> needs no preflight. Readable headers: <code>ETag</code>, <code>Last-Modified</code>, <code>Age</code>, <code>Retry-After</code>, <code>RateLimit</code>, <code>RateLimit-Policy</code>, <code>Deprecation</code>, <code>Sunset</code>, <code>Link</code>.`,
  },
  stability: {
    heading: "Stability",
    points: [
      html`What is documented does not end or change before 12 months have passed since that was announced: paths, parameters, fields with their types, units and meanings, status codes, the limit, and the attributes of the widgets. The two endpoints of the score get no further fields.`,
      "New paths, and new fields elsewhere, may come at any time: ignore what you do not know. A new version of the model applies from a day on; published rows never change.",
      html`An end is announced on every answer of a path (<code>Deprecation</code>, <code>Sunset</code>, <code>Link</code>), in openapi.json (<code>deprecated</code>), on this page and in the changelog. After its sunset a path is 410.`,
    ],
    none: "No path is announced to end.",
  },
  keys: {
    heading: "API Pro: coming soon",
    text: html`The full history since 2017, personal keys, higher limits. Not available yet: the header <code>X-NHCI-API-Key: peak_live_&lt;API_KEY&gt;</code> is accepted and changes nothing.`,
  },
  /** The same where keys have an effect. */
  pro: {
    heading: "API Pro: keys",
    points: [
      html`A key, <code>X-NHCI-API-Key: peak_live_&lt;API_KEY&gt;</code>, is handed out by whoever runs this site. On the two endpoints of the score it has a limit of its own in the place of that of your address; the bodies are the same. <code>RateLimit-Policy: "key";q=600;w=60</code> says it.`,
      html`It opens <a href="#proHistory">the whole history</a>. <code>Accept: text/csv</code>, or <code>history.csv</code>, gives all rows at once.`,
      html`A key that is mistyped, unknown, expired or revoked is answered with 401, and <code>WWW-Authenticate</code> says which; the request counts against the limit of your address.`,
      html`Tests: in the <a href="#ways">sandbox</a> the key <code>${SANDBOX_KEY}</code> opens these paths, and nowhere else. Keep your own key out of pages: everybody reads their source.`,
    ],
    unauthorized: "a key is missing, mistyped, unknown, expired or revoked",
  },
  attribution: (link: string) =>
    html`If you display or publish scores, name the index and the service with its address. <a href="${link}">The line, and the sources of the market figures</a>.`,
} as const;
