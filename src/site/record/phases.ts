import type { Span } from "../../backtest/track-record.js";
import { PHASE_KEYS, translate } from "../../chart/locale.js";
import { type Html, html } from "../html.js";
import { NONE } from "./figures.js";
import { scoreOf } from "./score-of.js";
import { columnsOf, type Row, wideTable } from "./table.js";
import { byPeriod, spanName, type Telling } from "./telling.js";

const DAYS_A_YEAR = 365.25;
/** A rate a year of fewer days than this says nothing. */
const LEAST_DAYS = 90;

/** How long the score stood in each phase, and how restless it was. */
export function phasesSection(telling: Telling): Html {
  const { words, language } = telling;
  const { phases } = words;
  const names = PHASE_KEYS.map((phase) => html`<span class="${phase}">${translate(phase, language)}</span>`);
  const columns = columnsOf([...phases.columns, ...names, phases.changes, phases.smoothedChanges], 1);
  const tables = byPeriod(telling, "phases", ({ key, whole, cycles }) =>
    wideTable(
      `${phases.caption} · ${words.periods[key][0]}`,
      columns,
      [whole, ...cycles].map((span) => row(span, telling)),
    ),
  );
  return html`<section aria-labelledby="phases">
<h2 id="phases">${phases.heading}</h2>
<p>${phases.intro}</p>
${tables}</section>
`;
}

function row(span: Span, telling: Telling): Row {
  const { figures } = telling;
  const fifths = scoreOf(span)?.fifths ?? [];
  const shares = PHASE_KEYS.map((phase) => {
    const fifth = fifths.find((each) => each.phase === phase);
    return figures.share(fifth?.share);
  });
  const yearly = (changes: number) =>
    span.days < LEAST_DAYS ? NONE : figures.reading((changes * DAYS_A_YEAR) / span.days);
  const changes = [yearly(span.phaseChanges), yearly(span.smoothedPhaseChanges)];
  return { cells: [spanName(span, telling), figures.count(span.days), ...shares, ...changes] };
}
