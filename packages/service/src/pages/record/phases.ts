/** Topics of the record about the phases: time spent in each, the settled phase, and what the price did after each. */
import { PHASE_KEYS, translate } from "peak-cycle-drawing";
import type { PhaseKey, PhaseStays, SettledRecord, Span } from "peak-cycle-model";
import { section } from "../blocks.js";
import { type Html, html, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import {
  measuredPeriods,
  NONE,
  orNothing,
  plainTable,
  type RecordView,
  scoreOf,
  type TableRow,
  tableByPeriod,
  yearAfter,
} from "./view.js";

/** How long the score stood in each phase. */
export function phasesSection(view: RecordView): Html {
  const { words, language, figures } = view;
  const { heading, intro } = words.phases;
  const spans = measuredPeriods(view.record);
  const columns = [localeOf(language).common.terms.phase, ...spans.map(({ period }) => words.periods[period][0])];
  const rows = PHASE_KEYS.toReversed().map((phase): TableRow => {
    const shares = spans.map((span) => scoreOf(span)?.fifths.find((each) => each.phase === phase)?.share);
    return { cells: [phaseName(phase, view), ...shares.map((share) => figures.share(share))] };
  });
  return section("phases", heading)`<p>${intro}</p>
${plainTable({ caption: heading, columns }, rows)}`;
}

function phaseName(phase: PhaseKey, { language }: RecordView): Html {
  return html`<span class="${phase}">${translate(phase, language)}</span>`;
}

const DAYS_A_YEAR = 365.25;
/** Fewer days than this give no rate for a year. */
const MIN_DAYS = 90;

/** How often the settled phase changed next to the plain one, and what that cost. */
export function settledSection(view: RecordView): Html {
  const { record, words } = view;
  const { heading, intro } = words.settled;
  const content = orNothing(record.settled && bothPhases(record.settled, view), view);
  return section("settled", heading)`<p>${intro}</p>
${content}`;
}

function bothPhases(settled: SettledRecord, { words, figures, language }: RecordView): Html {
  const { terms } = localeOf(language).common;
  const { days, shownTurns, lostTurns, lateTurns, maxDaysLate, equalShare } = settled;
  const row = (name: Text, { changes, shortStays }: PhaseStays): TableRow => {
    const aYear = days < MIN_DAYS ? NONE : figures.reading((changes * DAYS_A_YEAR) / days);
    return { cells: [name, figures.count(changes), aYear, figures.count(shortStays)] };
  };
  const turns = words.settled.turns(figures.count(shownTurns), figures.count(lostTurns), figures.count(lateTurns));
  const caption = words.settled.caption(figures.day(settled.from), figures.day(settled.to));
  const rows = [row(terms.phase, settled.plain), row(terms.settled, settled.settled)];
  return html`${plainTable({ caption, columns: words.settled.columns }, rows)}<p>${turns} ${words.settled.late(figures.count(maxDaysLate), figures.share(equalShare))}</p>
`;
}

/** What the price did in the year after each phase, in each period. */
export function returnsSection(view: RecordView): Html {
  const { returns } = view.words;
  const rowsOf = (span: Span) =>
    span.period === "early" ? [] : PHASE_KEYS.toReversed().map((phase) => yearRow(phase, span, view));
  const [low, high] = [0.1, 0.9].map(view.figures.quantile);
  const [phase, days, median, rose] = returns.columns;
  const content = { caption: returns.caption, columns: [phase, days, low, median, high, rose] };
  return section("returns", returns.heading)`<p>${returns.intro}</p>
${tableByPeriod(view, content, rowsOf)}`;
}

function yearRow(phase: PhaseKey, span: Span, view: RecordView): TableRow {
  const { figures } = view;
  const year = yearAfter(scoreOf(span)?.fifths ?? [], phase);
  const quantiles = [year?.p10, year?.median, year?.p90].map(figures.change);
  return { cells: [phaseName(phase, view), figures.count(year?.days ?? 0), ...quantiles, figures.share(year?.up)] };
}
