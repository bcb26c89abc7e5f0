import type { Language } from "../../chart/locale.js";
import type { SourceHealth } from "../../domain/source-health.js";
import { kindsOf } from "../../operations/chains.js";
import { type Html, html } from "../html.js";
import type { StatusWords } from "../locales/status-shape.js";
import { ago } from "./figures.js";
import { shownNarrow } from "./shown-narrow.js";
import type { StandingMeta, StandingSource } from "./standing.js";

/** Where the live figures came from, and how old each is. */
export function figuresSection({ market, sources }: StandingMeta, words: StatusWords["figures"], language: Language) {
  const figures = [market.btc_price_usd, market.btc_dominance_pct, market.fear_greed];
  const titleOf = (name: string) => sources.find((each) => each.name === name)?.title ?? name;
  const rows = figures.map(
    ({ source, age_seconds }, i) => html`
<tr><th scope="row">${words.names[i]}</th><td>${titleOf(source)}</td><td>${ago(age_seconds, language)}</td></tr>`,
  );
  return html`<section aria-labelledby="figures">
<h2 id="figures">${words.heading}</h2>
<p>${words.intro}</p>
<table class="stack"><thead><tr>${words.columns.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
<tbody>${rows}
</tbody></table>
</section>`;
}

interface Place {
  readonly language: Language;
  /** The way to the page with the terms. */
  readonly attribution: string;
}

/** What each source gives, when it last did, and how it is. */
export function sourcesSection({ sources }: StandingMeta, words: StatusWords["sources"], place: Place): Html {
  return html`<section aria-labelledby="sources">
<h2 id="sources">${words.heading}</h2>
<p>${words.intro}</p>
<table class="stack sources"><thead><tr>${words.columns.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
<tbody>${sources.map((each) => row(each, words, place.language))}
</tbody></table>
<p>${words.terms(place.attribution)}</p>
</section>`;
}

/** Beside the word, so that a glance finds what is wrong. */
const SIGNS: Readonly<Record<SourceHealth, string>> = { ok: "✓", failing: "×", idle: "–" };

function row(source: StandingSource, words: StatusWords["sources"], language: Language): Html {
  const { health, age_seconds, title, name } = source;
  const gives = kindsOf(name).map((kind) => words.gives[kind]);
  const answer = age_seconds === null ? words.never : ago(age_seconds, language);
  return html`
<tr><th scope="row">${title}</th><td>${gives.join(", ")}</td><td>${shownNarrow(words.columns[2])}${answer}</td><td class="${health}"><span aria-hidden="true">${SIGNS[health]}</span> <strong>${words.health[health]}</strong>${reason(source, words)}</td></tr>`;
}

function reason({ health, fault }: StandingSource, words: StatusWords["sources"]): Html | undefined {
  if (health === "idle") return html` <span class="why">${words.idle}</span>`;
  return health === "failing" && fault !== null ? html` <span class="why">${words.faults[fault]}</span>` : undefined;
}
