/** The chapter of `/docs` about one endpoint, and what it is made of. */
import { codeBlock, facts } from "./blocks.js";
import { DOCS_WORDS as WORDS } from "./docs-words.js";
import { formatOf } from "./format.js";
import { breakable, type Html, html, type Text } from "./html.js";
import { addressOf, type PageContext } from "./site.js";

/** What the endpoint is for and its fields; beside them a button to try it and an example. */
export function endpointChapter(endpoint: EndpointReference, { site, link }: PageContext): Html {
  const { id, path, metered, needsKey, fields, example } = endpoint;
  const limit = metered ? WORDS.limitFact : WORDS.freeFact;
  const { heading, purpose, renewed } = endpoint.words;
  const [renewedName, cacheName, limitName] = WORDS.facts;
  return html`<section class="chapter endpoint" aria-labelledby="${id}">
<div class="purpose">
<h2 id="${id}">${heading}</h2>
<p><code class="path"><strong>GET</strong> ${breakable(path)}</code></p>
<p>${purpose}</p>
${facts([
  [renewedName, renewed],
  [cacheName, cacheTime(endpoint.maxAgeSeconds, endpoint.words.keptUntil)],
  [limitName, needsKey ? WORDS.keyFact : limit],
])}
</div>
<div class="call">
<h3 class="visually-hidden">${WORDS.tryIt.button}</h3>
${needsKey ? codeBlock(`curl -H "X-NHCI-API-Key: $PEAK_KEY" ${addressOf(site, path)}`) : html`${samples(addressOf(site, path), "json")}${tryIt(link(path))}`}
<h3>${WORDS.example}</h3>
<pre class="example" tabindex="0"><code>${example}</code></pre>
</div>
<div class="fields">
<h3>${WORDS.fieldsHeading}</h3>
<dl>${fields.map(fieldEntry)}
</dl>
</div>
</section>
`;
}

/** One request from the shell, and behind a line that opens from JavaScript and Python. */
export function samples(address: string, body: "json" | "text"): Html {
  const [read, load] =
    body === "json" ? ["answer.json()", "json.load(answer)"] : ["answer.text()", "answer.read().decode()"];
  const javascript = `const answer = await fetch("${address}");
if (!answer.ok) throw new Error(\`status \${answer.status}\`);
console.log(await ${read});`;
  const python = `${body === "json" ? "import json\n" : ""}from urllib.request import urlopen

with urlopen("${address}", timeout=10) as answer:
    print(${load})`;
  return html`${codeBlock(`curl ${address}`)}<details><summary>JavaScript, Python</summary>
${codeBlock(javascript)}${codeBlock(python)}</details>
`;
}

/** What is said of an answer in JSON, in English. */
export interface EndpointWords {
  readonly heading: Text;
  readonly purpose?: Text;
  readonly renewed?: Text;
  /** The moment past which no copy is kept, whatever the cache time is. */
  readonly keptUntil?: Text;
}

/** One field of an answer. */
export interface FieldRow {
  /** `btc.context.top_risk`; `data[].date` for a field of each row. */
  readonly path: string;
  /** `number`, `text or null` in the words of JSON Schema: `string or null`. */
  readonly type: string;
  /** All values it can take, when they are a few words. */
  readonly values: readonly string[];
  readonly description: string;
}

/** A path and what it gives. */
export interface PathReference {
  readonly path: string;
  readonly summary: string;
  /** Names of its query parameters. */
  readonly parameters: readonly string[];
  /** The longest time in seconds that an answer may be cached; 0 when it never is. */
  readonly maxAgeSeconds: number;
  /** What it gives, where that is data; `undefined` for anything else. */
  readonly data: "json" | "text" | undefined;
}

/** A path whose answer in JSON is described field by field. */
export interface EndpointReference extends PathReference {
  /** Its place on the page. */
  readonly id: string;
  /** Whether it counts against the limit. */
  readonly metered: boolean;
  /** Whether it answers only who has a key. */
  readonly needsKey: boolean;
  readonly fields: readonly FieldRow[];
  /** A made-up answer as JSON text, indented; long lists are cut short. */
  readonly example: string;
  readonly words: EndpointWords;
}

const [HOUR, YEAR] = [3600, 31_536_000];

/** `60 seconds`, `5 minutes`, `an hour`, `none`. */
export function cacheTime(seconds: number, until?: Text): Text {
  if (until !== undefined) return html`up to ${cacheTime(seconds)}, ${until}`;
  if (seconds === 0) return "none";
  if (seconds === HOUR) return "an hour";
  return seconds === YEAR ? "a year" : formatOf("en").duration(seconds);
}

function fieldEntry({ path, type, values, description }: FieldRow): Html {
  const listed = values.map((value, i) => html`${i === 0 ? "" : " "}<code>${value}</code>`);
  const line = values.length > 1 ? html`<br>${listed}` : undefined;
  return html`
<div><dt><code>${breakable(path)}</code> <span>${type}</span></dt><dd>${description}${line}</dd></div>`;
}

/**
 * A link to an answer and, for `site/try-it.ts` of the package widgets, a place where it is shown. Without script it is the link alone.
 *
 * @param href from the page to the answer
 */
export function tryIt(href: string): Html {
  const { button, open, asking, status, headers, body, failed } = WORDS.tryIt;
  return html`<div class="try screen-only" data-try="${href}" data-button="${button}" data-asking="${asking}" data-status="${status}" data-headers="${headers}" data-body="${body}" data-failed="${failed}"><p><a href="${href}">${open}</a></p></div>`;
}
