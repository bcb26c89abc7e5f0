import { type Language, SIGNAL_KEYS, translate } from "../../chart/locale.js";
import { PHASES } from "../../domain/phase.js";
import { formatOf } from "../format.js";
import { type Html, html } from "../html.js";
import type { HomeWords } from "../locales/shape.js";

/** The five ranges of the score. */
export function phasesSection(words: HomeWords["phases"], language: Language): Html {
  const [score, phase, key, meaning] = words.columns;
  const rows = PHASES.map(
    (each) => html`
<tr><th scope="row" class="range">${range(each.from, language)}</th><td class="${each.key}"><strong>${translate(each.key, language)}</strong></td><td><code>${each.key}</code></td><td>${words.meanings[each.key]}</td></tr>`,
  );
  return html`<section aria-labelledby="phases">
<h2 id="phases">${words.heading}</h2>
<p>${words.intro}</p>
<table class="stack"><thead><tr><th scope="col">${score}</th><th scope="col">${phase}</th><th scope="col">${key}</th><th scope="col">${meaning}</th></tr></thead>
<tbody>${rows}
</tbody></table>
<p>${words.note}</p>
</section>`;
}

/** `20 – 39.9`: published scores have one decimal. */
function range(from: number, language: Language): string {
  const to = from === 80 ? "100" : formatOf(language).score(from + 19.9);
  return `${from} – ${to}`;
}

/** When each signal is given. */
export function signalsSection(words: HomeWords["signals"], language: Language): Html {
  const rows = SIGNAL_KEYS.map(
    (signal) => html`
<tr><th scope="row">${translate(signal, language)} <code>${signal}</code></th><td>${words.when[signal]}</td></tr>`,
  );
  return html`<section aria-labelledby="signals">
<h2 id="signals">${words.heading}</h2>
<p>${words.intro}</p>
<table class="stack"><thead><tr><th scope="col">${words.columns[0]}</th><th scope="col">${words.columns[1]}</th></tr></thead>
<tbody>${rows}
</tbody></table>
</section>`;
}

/** When each flag is up. */
export function flagsSection(words: HomeWords["flags"], language: Language): Html {
  const flag = (name: string, key: string, points: readonly string[]) => html`<h3>${name} <code>${key}</code></h3>
<ul>${points.map(
    (point) => html`
<li>${point}</li>`,
  )}
</ul>
`;
  return html`<section aria-labelledby="flags">
<h2 id="flags">${words.heading}</h2>
<p>${words.intro}</p>
${flag(translate("descentGuard", language), "BEAR_DESCENT", words.descentGuard)}${flag(translate("topRisk", language), "TOP_DISTRIBUTION", words.topRisk)}</section>`;
}
