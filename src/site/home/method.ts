import { type Language, PHASE_KEYS, translate } from "../../chart/locale.js";
import { phaseOf } from "../../domain/phase.js";
import { type Format, formatOf } from "../format.js";
import { type Html, html } from "../html.js";
import type { HomeWords, WrongWords } from "../locales/shape.js";
import { pagePath } from "../page-path.js";
import { BOTTOMS, TOPS, type Turn, YEARS_AFTER } from "./evidence.js";

/** What the score is made of. */
export function methodSection(words: HomeWords["method"]): Html {
  const families = words.families.map(
    ([name, ...indicators]) => html`
<li><strong>${name}</strong><ul>${indicators.map((each) => html`<li>${each}</li>`)}</ul></li>`,
  );
  return html`<section aria-labelledby="method">
<h2 id="method">${words.heading}</h2>
<p>${words.intro}</p>
<ul>${families}
</ul>
${words.rest.map(
  (text) => html`<p>${text}</p>
`,
)}</section>`;
}

interface Place {
  readonly language: Language;
  /** From this page to a path of the site. */
  readonly link: (to: string) => string;
}

/** What speaks against relying on it. */
export function wrongSection(words: WrongWords, { language, link }: Place): Html {
  const format = formatOf(language);
  return html`<section aria-labelledby="wrong">
<h2 id="wrong">${words.heading}</h2>
<p>${words.intro}</p>
<p>${words.record(link(pagePath("record", language)))}</p>
<div class="pair">
${turns(words.turns, format)}
${yearsAfter(words.years, language, format)}
</div>
<ul>${words.points.map(
    ([name, text]) => html`
<li><strong>${name}</strong> ${text}</li>`,
  )}
</ul>
</section>`;
}

function turns({ caption, columns }: WrongWords["turns"], format: Format): Html {
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

function turnCells(turn: Turn | undefined, format: Format): Html {
  if (turn === undefined) return html`<td></td><td></td>`;
  const { key } = phaseOf(turn.score);
  return html`<td>${format.day(turn.day)}</td><td class="number ${key}">${format.score(turn.score)}</td>`;
}

function yearsAfter({ caption, columns }: WrongWords["years"], language: Language, format: Format): Html {
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
