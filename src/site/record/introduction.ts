import { type Html, html } from "../html.js";
import type { Telling } from "./telling.js";

/** That there have been only a few cycles, before anything else. */
export function fewCycles({ record, words, figures }: Telling): Html {
  const count = (kind: "high" | "low") => record.turns.filter((turn) => turn.kind === kind).length;
  const later = record.turns.filter((turn) => turn.period === "later").length;
  const counts = words.counts(figures.count(count("high")), figures.count(count("low")), figures.count(later));
  return html`<p class="few"><strong>${words.few}</strong> ${counts}</p>
<p class="soft">${words.covers(figures.day(record.from), figures.day(record.to), record.modelVersion)}</p>
`;
}

/** What the words of the record mean. */
export function howToRead({ words: { reading } }: Telling): Html {
  const points = reading.points.map(
    ([name, text]) => html`
<li><strong>${name}</strong> ${text}</li>`,
  );
  return html`<section aria-labelledby="reading">
<h2 id="reading">${reading.heading}</h2>
<ul>${points}
</ul>
</section>
`;
}
