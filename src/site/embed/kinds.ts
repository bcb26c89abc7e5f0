import { type Html, html } from "../html.js";
import type { EmbedWords } from "../locales/embed-shape.js";
import type { Text } from "../locales/shape.js";
import { addressOf, type Site } from "../site.js";

/** The two scripts and the attributes of their hosts. */
export function scriptsSection(words: EmbedWords["scripts"]): Html {
  const row = (name: string, values: Text, meaning: Text) => html`
<tr><th scope="row"><code>${name}</code></th><td>${values}</td><td>${meaning}</td></tr>`;
  return html`<section aria-labelledby="scripts">
<h2 id="scripts">${words.heading}</h2>
<ul>${words.points.map(
    (point) => html`
<li>${point}</li>`,
  )}
</ul>
<table class="stack"><thead><tr>${words.columns.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
<tbody>${[
    row("data-asset", html`<code>btc</code>`, words.asset),
    row("data-size", html`<code>sm</code>, –, <code>lg</code>`, words.size),
    row("data-theme", html`<code>auto</code>, <code>light</code>, <code>dark</code>`, words.theme),
    row(
      "data-lang",
      html`<code>en</code>, <code>es</code>, <code>pt</code>, <code>de</code>, <code>fr</code>`,
      words.lang,
    ),
    row("data-api", html`<code>https://…</code>`, words.api),
  ]}
</tbody></table>
</section>`;
}

/** The iframe page and how its height gets to the host. */
export function frameSection({ heading, intro, height }: EmbedWords["frame"], site: Site): Html {
  // By the frame and not by its origin, which is "null" in a sandbox; and asked, for what was said before this script came.
  const listener = `const frames = () => document.querySelectorAll('iframe[src^="${addressOf(site, "/embed/nhci")}"]');
addEventListener("message", ({ source, data }) => {
  for (const frame of frames()) {
    if (frame.contentWindow === source && data?.type === "peak:height") frame.height = data.height;
  }
});
for (const frame of frames()) frame.contentWindow.postMessage("peak:height", "*");`;
  return html`<section aria-labelledby="frame">
<h2 id="frame">${heading}</h2>
<p>${intro}</p>
<p>${height}</p>
<pre tabindex="0"><code>${listener}</code></pre>
</section>`;
}

/** Pictures at addresses of their own. */
export function picturesSection({ heading, intro, cache }: EmbedWords["pictures"]): Html {
  return html`<section aria-labelledby="pictures">
<h2 id="pictures">${heading}</h2>
<p>${intro}</p>
<p>${cache}</p>
</section>`;
}
