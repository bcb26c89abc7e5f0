import { html, type Text } from "../../html.js";

/** What is said of an answer in JSON. */
export interface EndpointWords {
  readonly heading: Text;
  readonly purpose?: Text;
  readonly renewed?: Text;
  /** How long it may be kept: in seconds, the same in every language, or in words where that depends. */
  readonly cache?: Text | number;
}

export const docs = {
  title: (indexName: string) => `API of the ${indexName}`,
  description:
    "Two free JSON endpoints without a key: the Bitcoin cycle score now and its last 30 days. Fields, limits, errors, caching, examples, and a button to try them.",
  heading: "API",
  lead: "Two endpoints, JSON, no key, no registration, open to every origin.",
  overview: "Overview",
  all: "Everything on one page",
  openapi: (link: string) =>
    html`The same in a form that programs read: <a href="${link}">openapi.json</a> (OpenAPI 3.1).`,
  tryIt: {
    button: "Try it",
    open: "Open the answer",
    asking: "Asking…",
    status: "Status",
    headers: "Headers a page may read",
    body: "Body",
    failed: "No answer: the service could not be reached.",
  },
  endpoints: {
    current: {
      heading: "The score now",
      purpose: "Score, phase, signal and flags of Bitcoin, a score for crypto as a whole, and live market figures.",
      renewed: "score every hour; market figures as they come in",
      cache: 60,
    },
    history: {
      heading: "The last 30 days",
      purpose:
        "Exactly 30 rows of consecutive UTC days, oldest first. The row of a day is computed at 06:00 UTC of that day and does not change afterwards. The score now may differ from today's row: it is computed every hour, the row once.",
      renewed: "daily at 06:00 UTC",
      cache: "up to an hour, never past the next 06:00 UTC",
    },
    meta: {
      heading: "What the score is based on",
      purpose:
        "Version of the model, the phases and their bounds, days in the phase, the settled phase, how far the components disagree, change over 1, 7 and 30 days, when the next score and row come, where each live figure is from and how old it is, and the health of each source.",
      renewed: "with the score; ages every 30 seconds",
      cache: 60,
    },
    proof: {
      heading: "Proof of the history",
      purpose: html`Every closed day is chained by its hash to the day before, and the end of the chain is signed: a row that was changed, dropped or put in later does not go unseen. The last 30 links are given; of older days there are hashes only. <code>npx peak verify</code> with the address of this site checks them.`,
      renewed: "daily after 06:00 UTC",
      cache: 300,
    },
    publicKeys: {
      heading: "Public keys",
      purpose:
        "The public keys that verify the signature on the end of the chain, in the order in which they were added, as a JWK set (RFC 7517). A key stays in the list for ever.",
      renewed: "when a key is added",
      cache: 300,
    },
    revisions: {
      heading: "Corrections",
      purpose:
        "A published row never changes. Each correction stands in this list with its reason; without any, the list is empty.",
      renewed: "when a row is corrected",
      cache: 300,
    },
    umbrelWidget: {
      heading: "Umbrel's home screen",
      purpose:
        "Score, phase, signal and price, as a widget of Umbrel's home screen shows them. The texts are in English.",
      renewed: "with the score",
      cache: 60,
    },
    record: {
      heading: "What the record says",
      purpose:
        "What the score said at every cycle high and low, how often the flags were right, false or missing, and what the price did in the year after each phase. The page about the record tells it at length.",
      renewed: "daily, half an hour after the row",
      cache: "1 hour",
    },
  } as Readonly<Record<string, EndpointWords>>,
  freeFact: "none",
  facts: ["Updated", "Cache time", "Limit"],
  limitFact: "20 requests a minute per IP address, both endpoints together",
  fieldsHeading: "Fields",
  /** By path; `market.*.source` is that of several. Those in English stand in the schemas of the answers. */
  fields: {} as Readonly<Record<string, string>>,
  example: "Example",
  always:
    "All fields are always there, in this order, and there are no others. Query parameters are ignored. A market figure whose source is silent stays at its last known value.",
  limits: {
    heading: "Limits",
    points: {
      counted: html`20 requests in any 60 seconds per IP address, both endpoints together. An IPv6 network (/64) counts as one address. <code>GET</code> and <code>HEAD</code> count whatever they answer, 304 included; a refused request does not. <code>OPTIONS</code> and all other paths have no limit.`,
      refused: html`The next one is answered with 429, <code>Retry-After</code> in seconds, and <code>RateLimit: "public";r=0;t=37</code>. After that time the next request passes.`,
      policy: html`Every answer of the two endpoints says <code>RateLimit-Policy: "public";q=20;w=60</code>.`,
      shared:
        "Others behind your IP address share the limit: offices, mobile networks, cloud functions, spreadsheets. Back off further when you are refused again.",
    },
  },
  caching: {
    heading: "Caching",
    points: {
      etag: html`Every answer has a strong <code>ETag</code>. Send it back in <code>If-None-Match</code> and get 304 without a body.`,
      current: html`<code>Cache-Control</code> of the score now: <code>public, max-age=60</code>. In the last minutes before a score gets two hours old this time shrinks, so that no cache shows <code>"stale": false</code> for a stale score.`,
      history: html`Of the history: <code>public, max-age=3600</code> at most, ending at 06:00 UTC.`,
      failures: html`Failures are never cached: <code>no-store</code>. <code>br</code> and <code>gzip</code> on request. There is no need for a query string that defeats caches.`,
    },
  },
  errors: {
    heading: "Errors",
    intro: html`Bodies follow RFC 9457 (<code>application/problem+json</code>), with the further member <code>"ok": false</code>; 429 also has <code>retry_after_seconds</code>.`,
    columns: ["Status", "When"],
    rows: {
      400: html`the request is malformed or has no <code>Host</code>; <code>/oembed</code> without <code>url</code>`,
      404: html`there is nothing at this path; <code>/oembed</code> for an address that shows no score`,
      405: html`another method than <code>GET</code>, <code>HEAD</code>, <code>OPTIONS</code>; see <code>Allow</code>`,
      408: "the request did not arrive in time",
      410: "the path has ended, as it was announced",
      414: "the address is over 2 kB",
      417: html`an <code>Expect</code> other than <code>100-continue</code>`,
      429: html`the limit is reached; see <code>Retry-After</code>`,
      431: "the headers are over 8 kB",
      500: "a fault of ours",
      501: html`<code>/oembed</code> in a format other than <code>json</code> and <code>xml</code>`,
      503: html`what is asked for is not there yet: the score, the 30 days, a market figure, a picture; see <code>Retry-After</code>`,
    },
  },
  examples: {
    heading: "Examples",
    backOff: html`JavaScript and Python wait as long as <code>Retry-After</code> says, then longer each time, with some randomness.`,
    sheetsNote: html`In a cell. Neither address is metered, so other users of Google's servers cannot use up your limit. A score older than two hours has <code>(stale)</code> behind it and is no number. The last line is for sheets with a decimal comma.`,
    excelNote: html`<code>WEBSERVICE</code> fetches the score as text, the rest makes it a number, or an error when the score is older than two hours. It is updated when the file is opened or recalculated. In Excel it works on Windows only. The 30 days: Data, From Web, with the address of <code>history.csv</code>.`,
  },
  browsers: {
    heading: "From a page in a browser",
    text: html`Every answer of every status has <code>Access-Control-Allow-Origin: *</code>, so that a page can read failures too. A plain <code>fetch</code> needs no preflight. Readable headers: <code>ETag</code>, <code>Last-Modified</code>, <code>Age</code>, <code>Retry-After</code>, <code>RateLimit</code>, <code>RateLimit-Policy</code>, <code>Deprecation</code>, <code>Sunset</code>, <code>Link</code>.`,
  },
  others: {
    heading: "Other paths",
    columns: ["Path", "Returns", "Cache time"],
    rows: {
      "/api/public/nhci/history.csv": "the 30 days as CSV, with the settled phase",
      "/api/public/nhci/score.txt": "the score as one number, plain text",
      "/api/public/nhci/proof/leaves": "the hash of every closed day, one a line",
      "/feed.atom": "each change of the settled phase or of a flag: Atom 1.0",
      "/feed.json": "the same as JSON Feed 1.1",
      "/embed/nhci-chart.js": "script of the chart",
      "/embed/nhci-badge.js": "script of the badge",
      "/embed/<version>/…": "the same scripts, for ever",
      "/embed/nhci.json": "score and 30 days in one answer without a limit, for widgets whose reader has been refused",
      "/embed/nhci": html`the iframe page; <code>?theme</code>, <code>?lang</code>`,
      "/embed/nhci-chart.svg": html`pictures: <code>nhci-chart</code> and <code>nhci-badge</code>, <code>.svg</code> and <code>.png</code>; <code>?size</code>, <code>?theme</code>, <code>?lang</code>`,
      "/embed/nhci-card.png": html`the picture for shared links, 1200 × 630; <code>?lang</code>`,
      "/oembed": html`oEmbed for <code>?url=</code> of this site; <code>?format=json|xml</code>, <code>?maxwidth</code>, <code>?maxheight</code>`,
      "/openapi.json": "this page in a form that programs read",
      "/sandbox": "all scenes of the sandbox",
      "/sandbox/bull/api/public/nhci":
        "the answers in a state you choose, of made-up data, to test alerts and displays; the same paths below each scene",
      "/healthz": "200 while the process runs",
      "/readyz": "200 when there is a score of the last two hours and the database answers, else 503",
    },
    cacheOf: { minute: "a minute", minutes: "5 minutes", hour: "an hour", year: "a year", never: "none" },
  },
  stability: {
    heading: "Stability",
    points: {
      stays: html`What is documented does not end or change before 12 months have passed since that was announced: paths, parameters, fields with their types, units and meanings, status codes, the limit, and the attributes of the widgets. The two endpoints of the score get no further fields.`,
      grows:
        "New paths, and new fields elsewhere, may come at any time: ignore what you do not know. A new version of the model applies from a day on; published rows never change.",
      announced: html`An end is announced on every answer of a path (<code>Deprecation</code>, <code>Sunset</code>, <code>Link</code>), in openapi.json (<code>deprecated</code>), on this page, in the feeds and in the changelog. After its sunset a path is 410.`,
    },
    none: "No path is announced to end.",
  },
  keys: {
    heading: "API Pro: coming soon",
    text: html`The full history since 2017, personal keys, higher limits. Not available yet: the header <code>X-NHCI-API-Key: peak_live_&lt;API_KEY&gt;</code> is accepted and changes nothing.`,
  },
  attribution: (link: string) =>
    html`If you display or publish scores, name the index and the service with its address. <a href="${link}">The line, and the sources of the market figures</a>.`,
} as const;
