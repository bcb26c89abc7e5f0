import { type Html, html } from "../html.js";
import { buyingSection } from "./buying.js";
import { drawingSection } from "./drawing.js";
import { flagsSection } from "./flags.js";
import { fewCycles, howToRead } from "./introduction.js";
import { phasesSection } from "./phases.js";
import { ranksSection } from "./ranks.js";
import { returnsSection } from "./returns.js";
import type { Telling } from "./telling.js";
import { turnsSection } from "./turns.js";

/** The topics after the introduction, in their order; each stands in a section with that id. */
const TOPICS = ["turns", "flags", "phases", "returns", "buying", "ranks"] as const;

/** The whole record, told: the same on the page and in the report. */
export function recordSections(telling: Telling): Html {
  const { record, words } = telling;
  return html`${fewCycles(telling)}${contents(telling)}
${howToRead(telling)}${record.curve.length === 0 ? undefined : drawingSection(telling)}${turnsSection(telling)}${flagsSection(telling)}${phasesSection(telling)}${returnsSection(telling)}${buyingSection(telling)}${ranksSection(telling)}<p class="soft">${words.again}</p>`;
}

function contents({ words }: Telling): Html {
  const entries = TOPICS.map(
    (topic) => html`
<li><a href="#${topic}">${words[topic].heading}</a></li>`,
  );
  return html`<nav class="contents" aria-label="${words.contents}"><ul>${entries}
</ul></nav>`;
}
