import { type Language, SIGNAL_KEYS, translate } from "../../chart/locale.js";
import { PHASES } from "../../domain/score.js";
import { formatOf } from "../format.js";
import { type Html, html, type Text } from "../html.js";
import type { Locale } from "../locales/locale.js";
import { localeOf } from "../locales/locales.js";
import { addressOf, type PageContext } from "../site.js";

/** Pages with the long answers. */
const LONG = ["method", "record", "docs", "embed", "status"] as const;

/** Short answers, and where the long ones are. */
export function shortSection(context: PageContext): Html {
  const { language, pageLink } = context;
  const { home, cycle, common } = localeOf(language);
  const more = (section: string) => home.more(`${pageLink("method")}#${section}`);
  const fold: Fold = { ...context, more };
  const pages = LONG.map(
    (page) => html`
<li><a href="${pageLink(page)}">${common.menu[page]}</a></li>`,
  );
  return html`<section aria-labelledby="short">
<h2 id="short">${cycle.short.heading}</h2>
<div class="short"><div>
<p>${home.lead}</p>
<p>${cycle.short.long}</p>
<ul>${pages}
</ul>
</div>
<div>
${phasesSection(home.phases, fold)}
${settledSection(home.settled, fold)}
${signalsSection(home.signals, fold)}
${flagsSection(home.flags, fold)}
${methodSection(home.method, fold)}
${wrongSection(home.wrong, fold)}
${useSection(home.use, context)}
${proSection(home.pro)}
</div></div>
</section>`;
}

/** What a short answer needs besides its words. */
interface Fold extends PageContext {
  /** Leads to a section of the method. */
  readonly more: (section: string) => Text;
}

/** The five ranges of the score. */
function phasesSection(words: Locale["home"]["phases"], { language, more }: Fold): Html {
  const [score, phase, key, meaning] = words.columns;
  const rows = PHASES.map(
    (each) => html`
<tr><th scope="row" class="range">${range(each.from, language)}</th><td class="${each.key}"><strong>${translate(each.key, language)}</strong></td><td><code>${each.key}</code></td><td>${words.meanings[each.key]}</td></tr>`,
  );
  return html`<details class="fold" id="phases"><summary><h3>${words.heading}</h3></summary>
<p>${words.intro}</p>
<table class="stack"><thead><tr><th scope="col">${score}</th><th scope="col">${phase}</th><th scope="col">${key}</th><th scope="col">${meaning}</th></tr></thead>
<tbody>${rows}
</tbody></table>
<p>${words.note} ${more("phase")}</p>
</details>`;
}

/** `20 – 39.9`: published scores have one decimal. */
function range(from: number, language: Language): string {
  const to = from === 80 ? "100" : formatOf(language).score(from + 19.9);
  return `${from} – ${to}`;
}

/** Why pages and feeds speak of another phase than that of the hour. */
function settledSection(words: Locale["home"]["settled"], { more }: Fold): Html {
  return html`<details class="fold" id="settled"><summary><h3>${words.heading}</h3></summary>
<p>${words.text} ${more("settled-phase")}</p>
</details>`;
}

/** When each signal is given. */
function signalsSection(words: Locale["home"]["signals"], { language, more }: Fold): Html {
  const rows = SIGNAL_KEYS.map(
    (signal) => html`
<tr><th scope="row">${translate(signal, language)} <code>${signal}</code></th><td>${words.when[signal]}</td></tr>`,
  );
  return html`<details class="fold" id="signals"><summary><h3>${words.heading}</h3></summary>
<p>${words.intro}</p>
<table class="stack"><thead><tr><th scope="col">${words.columns[0]}</th><th scope="col">${words.columns[1]}</th></tr></thead>
<tbody>${rows}
</tbody></table>
<p>${more("signal")}</p>
</details>`;
}

/** What each flag warns of. */
function flagsSection(words: Locale["home"]["flags"], { language, more }: Fold): Html {
  const flag = (name: string, key: string, text: Text) => html`
<li><strong>${name}</strong> <code>${key}</code>: ${text}</li>`;
  return html`<details class="fold" id="flags"><summary><h3>${words.heading}</h3></summary>
<p>${words.intro}</p>
<ul>${[
    flag(translate("descentGuard", language), "BEAR_DESCENT", words.descentGuard.meaning),
    flag(translate("topRisk", language), "TOP_DISTRIBUTION", words.topRisk.pattern),
  ]}
</ul>
<p>${more("descent-guard")}</p>
</details>`;
}

/** What the score is made of. */
function methodSection(words: Locale["home"]["method"], { more }: Fold): Html {
  const families = Object.values(words.families).map(({ name, ...indicators }) => {
    const items = Object.values(indicators).map((each) => html`<li>${each}</li>`);
    return html`
<li><strong>${name}</strong><ul>${items}</ul></li>`;
  });
  return html`<details class="fold" id="method"><summary><h3>${words.heading}</h3></summary>
<p>${words.intro}</p>
<ul>${families}
</ul>
${Object.values(words.rest).map(
  (text) => html`<p>${text}</p>
`,
)}<p>${more("the-idea")}</p>
</details>`;
}

/** What speaks against relying on it. */
function wrongSection(words: Locale["home"]["wrong"], { pageLink, more }: Fold): Html {
  return html`<details class="fold" id="wrong"><summary><h3>${words.heading}</h3></summary>
<p>${words.record(pageLink("record"))}</p>
<ul>${Object.values(words.points).map(
    ([name, text]) => html`
<li><strong>${name}</strong> ${text}</li>`,
  )}
</ul>
<p>${more("known-weaknesses")}</p>
</details>`;
}

/** The two endpoints and their conditions. */
function useSection(words: Locale["home"]["use"], { site, link, pageLink }: PageContext): Html {
  return html`<details class="fold" id="use"><summary><h3>${words.heading}</h3></summary>
<p>${words.intro}</p>
<ul>
<li>${words.current(link("/api/public/nhci"))}</li>
<li>${words.history(link("/api/public/nhci/history"))}</li>
</ul>
<pre tabindex="0"><code>curl ${addressOf(site, "/api/public/nhci")}</code></pre>
<p>${words.limits(pageLink("docs"))}</p>
<p>${words.attribution(pageLink("attribution"))}</p>
</details>`;
}

/** What is announced. */
function proSection({ heading, soon, text }: Locale["home"]["pro"]): Html {
  return html`<details class="fold" id="pro"><summary><h3>${heading} <small class="soft">${soon}</small></h3></summary>
<p>${text}</p>
</details>`;
}

/** The section's CSS. */
export const SHORT_STYLE = `
.fold{border-top:1px solid var(--line)}.fold:last-of-type{border-bottom:1px solid var(--line)}.fold summary{padding:.6rem 0;margin:0}.fold summary h3{display:inline;font-size:1rem;margin:0}.fold>:not(summary){margin-bottom:.9rem}
.short{display:grid;grid-template-columns:18rem minmax(0,1fr);gap:0 3.5rem}.short>*{min-width:0}.short ul{list-style:none;padding:0}.fold ul{list-style:disc;padding-left:1.25rem}@media (max-width:62rem){.short{grid-template-columns:1fr;gap:1rem}}
.range{white-space:nowrap}
@media (max-width:40rem){.stack .range{float:right;padding:0}}`;
