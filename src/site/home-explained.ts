import { type Language, PHASE_KEYS, SIGNAL_KEYS, translate } from "../chart/locale.js";
import { PHASES, type PhaseKey, phaseOf } from "../domain/score.js";
import { type Format, formatOf } from "./format.js";
import { type Html, html, type Text } from "./html.js";
import type { Locale } from "./locales/locale.js";
import { pagePath } from "./site.js";

/** The five ranges of the score. */
export function phasesSection(words: Locale["home"]["phases"], language: Language): Html {
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
export function signalsSection(words: Locale["home"]["signals"], language: Language): Html {
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
export function flagsSection(words: Locale["home"]["flags"], language: Language): Html {
  const flag = (
    name: string,
    key: string,
    points: Readonly<Record<string, Text>>,
  ) => html`<h3>${name} <code>${key}</code></h3>
<ul>${Object.values(points).map(
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

/** What the score is made of. */
export function methodSection(words: Locale["home"]["method"]): Html {
  const families = Object.values(words.families).map(({ name, ...indicators }) => {
    const items = Object.values(indicators).map((each) => html`<li>${each}</li>`);
    return html`
<li><strong>${name}</strong><ul>${items}</ul></li>`;
  });
  return html`<section aria-labelledby="method">
<h2 id="method">${words.heading}</h2>
<p>${words.intro}</p>
<ul>${families}
</ul>
${Object.values(words.rest).map(
  (text) => html`<p>${text}</p>
`,
)}</section>`;
}

interface LinkContext {
  readonly language: Language;
  /** From this page to a path of the site. */
  readonly link: (to: string) => string;
}

/** What speaks against relying on it. */
export function wrongSection(words: Locale["home"]["wrong"], { language, link }: LinkContext): Html {
  const format = formatOf(language);
  return html`<section aria-labelledby="wrong">
<h2 id="wrong">${words.heading}</h2>
<p>${words.intro}</p>
<p>${words.record(link(pagePath("record", language)))}</p>
<div class="pair">
${turns(words.turns, format)}
${yearsAfter(words.years, language, format)}
</div>
<ul>${Object.values(words.points).map(
    ([name, text]) => html`
<li><strong>${name}</strong> ${text}</li>`,
  )}
</ul>
</section>`;
}

function turns({ caption, columns }: Locale["home"]["wrong"]["turns"], format: Format): Html {
  const heads = columns.map((name, i) => html`<th scope="col"${i % 2 === 1 ? NUMBER : undefined}>${name}</th>`);
  const rows = BOTTOMS.map(
    (bottom, i) => html`
<tr>${turnCells(TOPS[i], format)}${turnCells(bottom, format)}</tr>`,
  );
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${heads}</tr></thead>
<tbody>${rows}
</tbody></table></div>`;
}

const NUMBER = html` class="number"`;

function turnCells(turn: ExampleTurn | undefined, format: Format): Html {
  if (turn === undefined) return html`<td></td><td></td>`;
  const { key } = phaseOf(turn.score);
  return html`<td>${format.day(turn.day)}</td><td class="number ${key}">${format.score(turn.score)}</td>`;
}

function yearsAfter({ caption, columns }: Locale["home"]["wrong"]["years"], language: Language, format: Format): Html {
  const rows = PHASE_KEYS.map((key) => {
    const { share, median } = YEARS_AFTER[key];
    return html`
<tr><th scope="row" class="${key}">${translate(key, language)}</th><td class="number">${format.percent(share)}</td><td class="number">${format.change(median)}</td></tr>`;
  });
  const [phase, days, change] = columns;
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr><th scope="col">${phase}</th><th scope="col" class="number">${days}</th><th scope="col" class="number">${change}</th></tr></thead>
<tbody>${rows}
</tbody></table></div>`;
}

/** A turn of the price and the score of that day. */
export interface ExampleTurn {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly score: number;
}

/** Source: docs/method.md#evidence, days 2014-01-01 to 2022-12-31. */
export const TOPS: readonly ExampleTurn[] = [
  { day: "2017-12-16", score: 100 },
  { day: "2021-03-13", score: 91.7 },
  { day: "2021-11-08", score: 79.3 },
];

/** Source: docs/method.md#evidence, same days. */
export const BOTTOMS: readonly ExampleTurn[] = [
  { day: "2015-01-14", score: 6 },
  { day: "2018-12-15", score: 13.2 },
  { day: "2020-03-16", score: 14.6 },
  { day: "2022-11-09", score: 10.4 },
];

/** In percent: share of days, and median return of the next year. Source: docs/method.md#evidence, same days. */
export const YEARS_AFTER: Readonly<Record<PhaseKey, { readonly share: number; readonly median: number }>> = {
  FONDO: { share: 15.2, median: 127 },
  ACUM: { share: 28.3, median: 172 },
  BULL: { share: 31.7, median: 39 },
  HOT: { share: 16.5, median: -48 },
  PEAK: { share: 8.3, median: -27 },
};
