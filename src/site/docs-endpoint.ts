import { codeBlock, facts } from "./blocks.js";
import { formatOf } from "./format.js";
import { breakable, type Html, html } from "./html.js";
import type { EndpointWords } from "./locales/en/docs.js";
import type { Locale } from "./locales/locale.js";
import { inEnglish } from "./locales/locales.js";
import { addressOf, type PageContext } from "./site.js";

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
  /** Its words in English, where they are not in the locale of English. */
  readonly docs?: EndpointWords;
}

export interface DocsContext extends PageContext {
  readonly words: Locale["docs"];
}

/** The words of an endpoint in the language, and in English where it has none. */
export function wordsOf({ id, path, docs }: EndpointReference, { words, language }: DocsContext): EndpointWords {
  const english = Object.entries(docs ?? {}).map(([name, text]) => [
    name,
    typeof text === "number" ? text : inEnglish(text, language),
  ]);
  const own: EndpointWords = { heading: path, ...Object.fromEntries(english), ...words.endpoints[id] };
  return typeof own.cache === "number" ? { ...own, cache: formatOf(language).duration(own.cache) } : own;
}

/** One endpoint: what it is for and its fields; beside them a button to try it and an example. */
export function endpointChapter(endpoint: EndpointReference, context: DocsContext): Html {
  const { id, path, metered, fields, example } = endpoint;
  const { words, site, link } = context;
  const { heading, purpose, renewed, cache } = wordsOf(endpoint, context);
  const [renewedName, cacheName, limitName] = words.facts;
  return html`<section class="chapter endpoint" aria-labelledby="${id}">
<div class="purpose">
<h2 id="${id}">${heading}</h2>
<p><code class="path"><strong>GET</strong> ${breakable(path)}</code></p>
<p>${purpose}</p>
${facts([
  [renewedName, renewed],
  [cacheName, cache],
  [limitName, metered ? words.limitFact : words.freeFact],
])}
</div>
<div class="call">
<h3 class="visually-hidden">${words.tryIt.button}</h3>
${codeBlock(`curl ${addressOf(site, path)}`)}${tryIt(link(path), words.tryIt)}
<h3>${words.example}</h3>
<pre class="example" tabindex="0"><code>${example}</code></pre>
</div>
<div class="fields">
<h3>${words.fieldsHeading}</h3>
<dl>${fields.map((field) => fieldEntry(field, context))}
</dl>
</div>
</section>
`;
}

/** @param all by path; the name in the middle of a path is `*` where the same holds for several */
export function fieldWords<W>(path: string, all: Readonly<Record<string, W>>): W | undefined {
  return all[path] ?? all[path.replace(/^(\w+)\.\w+\./, "$1.*.")];
}

function fieldEntry({ path, type, values, description }: FieldRow, { words, language }: DocsContext): Html {
  const listed = values.map((value, i) => html`${i === 0 ? "" : " "}<code>${value}</code>`);
  const line = values.length > 1 ? html`<br>${listed}` : undefined;
  const meaning = fieldWords(path, words.fields) ?? inEnglish(description, language);
  return html`
<div><dt><code>${breakable(path)}</code> <span>${inEnglish(type, language)}</span></dt><dd>${meaning}${line}</dd></div>`;
}

/**
 * A link to an answer and, for `widgets/site/try-it.ts`, a place where it is shown. Without script it is the link alone.
 *
 * @param href from the page to the answer
 */
export function tryIt(href: string, words: Locale["docs"]["tryIt"]): Html {
  const { button, open, asking, status, headers, body, failed } = words;
  return html`<div class="try screen-only" data-try="${href}" data-button="${button}" data-asking="${asking}" data-status="${status}" data-headers="${headers}" data-body="${body}" data-failed="${failed}"><p><a href="${href}">${open}</a></p></div>`;
}

/** Fields and example stand beside each other from 44rem on: below that their lines would have under 40 characters. */
export const ENDPOINT_STYLE = `
.path{font-size:1rem}.purpose>:first-child{margin-top:0}
.facts div{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:0 1rem;padding:.15rem 0}.facts dt{color:var(--soft)}dd{margin:0}
.call h3{margin-top:1rem}.example{max-height:24rem}
.fields dl{margin:0;max-width:none;border-top:1px solid var(--line)}.fields dl>div{padding:.45rem 0;line-height:1.45;border-bottom:1px solid var(--line)}.fields dt code{font-weight:600;margin-right:.5rem}.fields dt span{color:var(--soft);font-size:.875rem}
.fields dd code,.paths td code{font-size:.85em}.paths td:last-child{color:var(--soft)}
.try{margin:1rem 0}.try p{margin:.5rem 0}
.try h4{font-size:.85rem;color:var(--soft);margin:.75rem 0 .25rem}.try pre{margin:0;max-height:22rem;overflow:auto}
.try button{font:inherit;font-weight:600;color:var(--paper);background:var(--link);border:1px solid var(--link);border-radius:8px;padding:.4rem 1rem;margin-right:1rem;cursor:pointer}
.try button:hover{filter:brightness(1.1)}.try button:disabled{opacity:.7;cursor:default}
@container (min-width:44rem){.endpoint{display:grid;grid-template:"purpose call" auto "fields call" 1fr/minmax(0,1fr) minmax(0,44%);column-gap:2.5rem}.purpose{grid-area:purpose}.fields{grid-area:fields}
.call{grid-area:call;align-self:start;position:sticky;top:0;max-height:100vh;overflow-y:auto;padding:.2rem .2rem 1rem}.call>pre:first-of-type{margin-top:0}.example{max-height:none}}
@media print{.call{position:static;max-height:none}.example{max-height:none}}`;
