import { type Language, SIGNAL_KEYS, translate } from "../chart/locale.js";
import { PHASES } from "../domain/score.js";
import { formatOf } from "./format.js";
import { type Html, html, type Text } from "./html.js";
import type { Locale } from "./locales/locale.js";
import { pagePath } from "./site.js";

/** What a short answer needs besides its words. */
export interface Fold {
  readonly language: Language;
  /** From this page to a path of the site. */
  readonly link: (to: string) => string;
  /** Leads to a section of the method. */
  readonly more: (section: string) => Text;
}

/** The five ranges of the score. */
export function phasesSection(words: Locale["home"]["phases"], { language, more }: Fold): Html {
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
export function settledSection(words: Locale["home"]["settled"], { more }: Fold): Html {
  return html`<details class="fold" id="settled"><summary><h3>${words.heading}</h3></summary>
<p>${words.text} ${more("settled-phase")}</p>
</details>`;
}

/** When each signal is given. */
export function signalsSection(words: Locale["home"]["signals"], { language, more }: Fold): Html {
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
export function flagsSection(words: Locale["home"]["flags"], { language, more }: Fold): Html {
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
export function methodSection(words: Locale["home"]["method"], { more }: Fold): Html {
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
export function wrongSection(words: Locale["home"]["wrong"], { language, link, more }: Fold): Html {
  return html`<details class="fold" id="wrong"><summary><h3>${words.heading}</h3></summary>
<p>${words.record(link(pagePath("record", language)))}</p>
<ul>${Object.values(words.points).map(
    ([name, text]) => html`
<li><strong>${name}</strong> ${text}</li>`,
  )}
</ul>
<p>${more("known-weaknesses")}</p>
</details>`;
}
