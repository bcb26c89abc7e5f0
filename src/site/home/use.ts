import type { Language } from "../../chart/locale.js";
import { type Html, html } from "../html.js";
import type { HomeWords } from "../locales/shape.js";
import { pagePath } from "../page-path.js";
import { addressOf, type Site } from "../site.js";

interface Place {
  readonly site: Site;
  readonly language: Language;
  /** From this page to a path of the site. */
  readonly link: (to: string) => string;
}

/** The two endpoints and their conditions. */
export function useSection(words: HomeWords["use"], { site, language, link }: Place): Html {
  return html`<section aria-labelledby="use">
<h2 id="use">${words.heading}</h2>
<p>${words.intro}</p>
<ul>
<li>${words.current(link("/api/public/nhci"))}</li>
<li>${words.history(link("/api/public/nhci/history"))}</li>
</ul>
<pre tabindex="0"><code>curl ${addressOf(site, "/api/public/nhci")}</code></pre>
<p>${words.limits(link(pagePath("docs", language)))}</p>
<p>${words.attribution(link(pagePath("attribution", language)))}</p>
</section>`;
}

/** What is announced. */
export function proSection({ heading, soon, text }: HomeWords["pro"]): Html {
  return html`<section aria-labelledby="pro">
<h2 id="pro">${heading} <small class="soft">${soon}</small></h2>
<p>${text}</p>
</section>`;
}
