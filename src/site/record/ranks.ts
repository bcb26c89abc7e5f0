import type { BaselineRecord, Span } from "../../backtest/track-record.js";
import { type Html, html } from "../html.js";
import type { Measure } from "../locales/record-shape.js";
import { type Column, type Row, wideTable } from "./table.js";
import { byPeriod, spanName, type Telling } from "./telling.js";

const MEASURES: readonly Measure[] = ["hindsight", "topAuc", "bottomAuc", "forward"];

/** How well each gauge orders the days, next to the score on the same days, and in words where it does better. */
export function ranksSection(telling: Telling): Html {
  const { words } = telling;
  const { ranks } = words;
  const meanings = MEASURES.map((measure) => {
    const [name, meaning] = ranks.measures[measure];
    return html`
<li><strong>${name}:</strong> ${meaning}.</li>`;
  });
  const tables = byPeriod(telling, "ranks", ({ key, whole, cycles }) => {
    const rows = [whole, ...cycles].flatMap((span) => rowsOf(span, telling));
    const verdicts = MEASURES.map(
      (measure) => html`
<li>${verdict(measure, whole, telling)}</li>`,
    );
    return html`<ul>${verdicts}
</ul>
${wideTable(`${ranks.caption} · ${words.periods[key][0]}`, columns(telling), rows)}`;
  });
  return html`<section aria-labelledby="ranks">
<h2 id="ranks">${ranks.heading}</h2>
<p>${ranks.intro}</p>
<ul>${meanings}
</ul>
${tables}</section>
`;
}

function columns({ words: { ranks } }: Telling): readonly Column[] {
  const [span, gauge, days] = ranks.columns;
  const measures = MEASURES.flatMap((measure) => [
    { name: ranks.measures[measure][0], isNumber: true },
    { name: html`<span class="visually-hidden">${ranks.measures[measure][0]}: </span>${ranks.score}`, isNumber: true },
  ]);
  return [{ name: span }, { name: gauge }, { name: days, isNumber: true }, ...measures];
}

/** One a baseline; the score alone where there is none. */
function rowsOf(span: Span, telling: Telling): readonly Row[] {
  const { words, figures } = telling;
  return span.gauges
    .filter(({ gauge }) => gauge !== "score")
    .map(({ gauge, days, ranks, scoreRanks }, i): Row => {
      const pairs = MEASURES.flatMap((measure) => {
        const [own, score] = [ranks[measure], scoreRanks[measure]];
        const better = betterOf(measure, own, score);
        return [bold(figures.rank(own), better === "own"), bold(figures.rank(score), better === "score")];
      });
      const cells = [spanName(span, telling), words.gauges[gauge], figures.count(days), ...pairs];
      return { cells, ...(i === 0 ? { kind: "first" } : {}) };
    });
}

function verdict(measure: Measure, { gauges }: Span, { words, figures }: Telling): string {
  const { ranks } = words;
  const [name] = ranks.measures[measure];
  const better = (each: BaselineRecord) => betterOf(measure, each.ranks[measure], each.scoreRanks[measure]);
  const baselines = gauges.filter(({ gauge }) => gauge !== "score");
  if (baselines.every((each) => better(each) === undefined)) return ranks.unknown(name);
  const told = baselines
    .filter((each) => better(each) === "own")
    .map((each) =>
      ranks.pair(words.gauges[each.gauge], figures.rank(each.ranks[measure]), figures.rank(each.scoreRanks[measure])),
    );
  return told.length === 0 ? ranks.none(name) : ranks.better(name, told.join(", "));
}

/** Which of the two is better by the two decimals that are shown; `undefined` where one is missing. */
function betterOf(
  measure: Measure,
  own: number | undefined,
  score: number | undefined,
): "own" | "score" | "equal" | undefined {
  if (own === undefined || score === undefined) return undefined;
  const sign = measure === "forward" ? -1 : 1;
  const lead = sign * (Math.round(100 * own) - Math.round(100 * score));
  if (lead === 0) return "equal";
  return lead > 0 ? "own" : "score";
}

function bold(text: string, isBetter: boolean): Html {
  return isBetter ? html`<strong>${text}</strong>` : html`${text}`;
}
