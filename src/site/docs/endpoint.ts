import { type Html, html } from "../html.js";
import type { DocsWords, FieldPath } from "../locales/docs-shape.js";
import { addressOf, type Site } from "../site.js";
import { type Endpoint, type EndpointReference, type FieldRow, METERED } from "./reference.js";
import { tryIt } from "./try-it.js";

interface Place {
  readonly words: DocsWords;
  readonly site: Site;
  readonly link: (to: string) => string;
}

/** One endpoint: what it is for, a button to try it, its fields, an example. */
export function endpointSection(
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
