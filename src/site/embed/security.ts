import { escapeMarkup } from "../../chart/markup.js";
import type { EmbedCode } from "../embed-code.js";
import { type Html, html } from "../html.js";
import type { EmbedWords } from "../locales/embed-shape.js";
import { addressOf, type Site } from "../site.js";

/** What a host's Content Security Policy has to allow. */
export function policySection({ heading, intro, rows, after }: EmbedWords["policy"], { baseUrl }: Site): Html {
  const { origin } = baseUrl;
  const lines = [`script-src ${origin}; connect-src ${origin}`, `frame-src ${origin}`, `img-src ${origin}`];
  return html`<section aria-labelledby="policy">
<h2 id="policy">${heading}</h2>
<p>${intro}</p>
<table class="stack"><tbody>${rows.map(
    (name, i) => html`
<tr><th scope="row">${name}</th><td><code>${lines[i]}</code></td></tr>`,
  )}
</tbody></table>
<p>${after}</p>
</section>`;
}

/** The scripts at addresses whose bytes never change, with their hashes. */
export function pinnedSection(words: EmbedWords["pinned"], site: Site, { version, integrity }: EmbedCode): Html {
  const tag = (
    name: "chart" | "badge",
  ) => `<script src="${escapeMarkup(addressOf(site, `/embed/${version}/nhci-${name}.js`))}"
  integrity="${integrity[name]}"
  crossorigin="anonymous" async></script>`;
  return html`<section aria-labelledby="pinned">
<h2 id="pinned">${words.heading}</h2>
<p>${words.intro}</p>
<pre tabindex="0"><code>${tag("chart")}</code></pre>
<pre tabindex="0"><code>${tag("badge")}</code></pre>
<p>${words.rule}</p>
</section>`;
}
