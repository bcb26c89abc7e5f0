/** Topics of the record about the phases: time spent in each, the settled phase, and what the price did after each. */
import {
  boxPlot,
  CSS_VARIABLES,
  type Language,
  PHASE_KEYS,
  PHASES,
  type PhaseShares,
  type ReturnQuantiles,
  shareBars,
  translate,
} from "peak-cycle-drawing";
import type {
  BaselineRecord,
  PhaseKey,
  PhaseStays,
  Quintile,
  SettledRecord,
  Span,
  TrackRecord,
} from "peak-cycle-model";
import { inWidths, section } from "../blocks.js";
import { type Html, html, type Part, plainText, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import {
  byPeriod,
  foldedTable,
  NONE,
  orNothing,
  type PeriodSpans,
  periodsOf,
  type RecordView,
  scoreOf,
  spanName,
  type TableRow,
  wideTable,
  yearAfter,
} from "./view.js";

const DAYS_A_YEAR = 365.25;
/** Fewer days than this give no rate for a year. */
const MIN_DAYS = 90;

/** Widths in px in which the bars of a period are drawn; the style shows those that fit. */
export const BARS_WIDTHS = [288, 440] as const;

/** How long the score stood in each phase, and how restless it was. */
export function phasesSection(view: RecordView): Html {
  const { words, language } = view;
  const { phases } = words;
  const [span, , days] = words.columns;
  const names = PHASE_KEYS.map((phase) => phaseName(phase, language));
  const columns = [span, days, ...names, phases.changes, phases.smoothedChanges, phases.settledChanges];
  const tables = byPeriod(view, "phases", (period) => {
    const caption = html`${phases.heading} · ${words.periods[period.key][0]}`;
    const rows = period.spans.map((span) => shareRow(span, view));
    return html`${shareFigure(period, view)}${foldedTable({ caption, columns, rows })}`;
  });
  return section("phases", phases.heading)`<p>${phases.intro}</p>
${tables}`;
}

function phaseName(phase: PhaseKey, language: Language): Html {
  return html`<span class="${phase}">${translate(phase, language)}</span>`;
}

/** The shares of a period as bars; those of all periods have one scale. */
function shareFigure({ key, whole }: PeriodSpans, { record, words, language }: RecordView): Html {
  const max = Math.max(
    0.01,
    ...periodsOf(record).flatMap((each) => Object.values(sharesOf(each.whole)).map((share) => share ?? 0)),
  );
  const caption = plainText(html`${words.phases.heading} · ${words.periods[key][0]}`);
  const draw = (width: number) =>
    shareBars({ shares: sharesOf(whole), max }, { width, colors: CSS_VARIABLES, language }, caption);
  return html`<figure class="spread">
${inWidths("bars", BARS_WIDTHS, draw)}</figure>
`;
}

function sharesOf(span: Span): PhaseShares {
  const fifths = scoreOf(span)?.fifths ?? [];
  const entries = PHASE_KEYS.map((phase) => [phase, fifths.find((each) => each.phase === phase)?.share] as const);
  return Object.fromEntries(entries) as PhaseShares;
}

function shareRow(span: Span, view: RecordView): TableRow {
  const { figures } = view;
  const byPhase = sharesOf(span);
  const shares = PHASE_KEYS.map((phase) => figures.share(byPhase[phase]));
  const yearly = (changes: number) => changesAYear(changes, span.days, figures);
  const changes = [span.phaseChanges, span.smoothedPhaseChanges, span.settledPhaseChanges].map(yearly);
  return { cells: [spanName(span, view), figures.count(span.days), ...shares, ...changes] };
}

/** `5.4`; a dash for too few days. */
function changesAYear(changes: number, days: number, figures: RecordView["figures"]): string {
  return days < MIN_DAYS ? NONE : figures.reading((changes * DAYS_A_YEAR) / days);
}

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
  const row = (name: Text, { changes, shortStays }: PhaseStays): TableRow => ({
    cells: [name, figures.count(changes), changesAYear(changes, days, figures), figures.count(shortStays)],
  });
  const turns = words.settled.turns(figures.count(shownTurns), figures.count(lostTurns), figures.count(lateTurns));
  const caption = words.settled.caption(figures.day(settled.from), figures.day(settled.to));
  const rows = [row(terms.phase, settled.plain), row(terms.settled, settled.settled)];
  return html`${wideTable({ caption, columns: words.settled.columns, rows })}<p>${turns} ${words.settled.late(figures.count(maxDaysLate), figures.share(equalShare))}</p>
`;
}

/** What the price did after each phase: as a box plot, by cycle, and next to the baselines. */
export function returnsSection(view: RecordView): Html {
  const { words } = view;
  const tables = byPeriod(view, "returns", (period) => {
    const score = scoreOf(period.whole);
    if (score === undefined) return undefined;
    return html`${spreadFigure(period, view)}${spreadTable(score, period, view)}${medians(period, view)}`;
  });
  return section("returns", words.returns.heading)`<p>${words.returns.intro}</p>
<p>${words.noDays}</p>
${tables}`;
}

function spreadTable({ fifths }: BaselineRecord, { key }: PeriodSpans, { words, figures, language }: RecordView): Html {
  const rows = [...fifths].reverse().flatMap(({ phase, returns }) =>
    returns.map((each, i): TableRow => {
      const { days, p10, p25, median, p75, p90, mean, up } = each;
      const quantiles = [p10, p25, median, p75, p90].map(figures.change);
      const ahead = figures.count(each.horizonDays);
      const cells = [
        phaseName(phase, language),
        ahead,
        figures.count(days),
        ...quantiles,
        figures.change(mean),
        figures.share(up),
      ];
      return { cells, ...(i === 0 ? { kind: "first" } : {}) };
    }),
  );
  const [phase, ahead, days, median, mean, up] = words.returns.columns;
  const [p10, p25, p75, p90] = [0.1, 0.25, 0.75, 0.9].map(figures.quantile);
  const columns = [phase, ahead, days, p10, p25, median, p75, p90, mean, up];
  return foldedTable({ caption: html`${words.returns.caption} · ${words.periods[key][0]}`, columns, rows });
}

/** Medians of the year after, as a table by cycle and one by gauge. */
function medians({ key, whole, spans }: PeriodSpans, view: RecordView): Html {
  const { words, language } = view;
  const [name] = words.periods[key];
  const [span, gauge] = words.columns;
  const phases = PHASE_KEYS.map((phase) => phaseName(phase, language));
  const row = (title: Part, fifths: readonly Quintile[]): TableRow => ({ cells: [title, ...years(fifths, view)] });
  const ranges = PHASES.map(({ from, to }) => `${from} – ${to}`);
  const byCycle = {
    caption: html`${name} · ${words.returns.cycles}`,
    columns: [span, ...phases],
    rows: spans.map((cycle) => row(spanName(cycle, view), scoreOf(cycle)?.fifths ?? [])),
  };
  const byGauge = {
    caption: html`${name} · ${words.returns.fifths}`,
    columns: [gauge, ...ranges],
    rows: whole.gauges.map((baseline) => row(words.gauges[baseline.gauge], baseline.fifths)),
  };
  return html`${foldedTable(byCycle)}${foldedTable(byGauge)}`;
}

function years(fifths: readonly Quintile[], { figures }: RecordView): readonly string[] {
  return PHASE_KEYS.map((phase) => {
    const year = yearAfter(fifths, phase);
    return year === undefined ? NONE : `${figures.change(year.median)} (${figures.count(year.days)})`;
  });
}

/**
 * A box plot of the returns in the year after each phase; the drawings have one scale. The early period has none: returns of 1,000 % and
 * more would leave no room on it for the others.
 */
function spreadFigure(period: PeriodSpans, { record, words, language }: RecordView): Html | undefined {
  const rows = spreadRows(period);
  if (period.key === "early") return undefined;
  if (Object.values(rows).every((row) => row === undefined)) return undefined;
  const caption = html`${words.returns.drawing} · ${words.periods[period.key][0]}`;
  const draw = (width: number) =>
    boxPlot({ rows, ...scaleOf(record) }, { width, colors: CSS_VARIABLES, language }, plainText(caption));
  return html`<figure class="spread">
${inWidths("bars", BARS_WIDTHS, draw)}<figcaption>${caption}. ${words.returns.drawingNote}</figcaption></figure>
`;
}

type Rows = Readonly<Record<(typeof PHASE_KEYS)[number], ReturnQuantiles | undefined>>;

function spreadRows({ whole }: PeriodSpans): Rows {
  const fifths = scoreOf(whole)?.fifths ?? [];
  const entries = PHASE_KEYS.map((phase) => {
    const { p10, p25, median, p75, p90 } = yearAfter(fifths, phase) ?? {};
    const isKnown = ![p10, p25, median, p75, p90].includes(undefined);
    return [phase, isKnown ? { p10, p25, median, p75, p90 } : undefined];
  });
  return Object.fromEntries(entries) as Rows;
}

/** From the lowest to the highest end of any box plot, at least from -50 % to +100 %. */
function scaleOf(record: TrackRecord): { readonly min: number; readonly max: number } {
  const drawn = periodsOf(record).filter(({ key }) => key !== "early");
  const rows = drawn.flatMap((period) => Object.values(spreadRows(period)));
  const ends = rows.flatMap((row) => (row === undefined ? [] : [row.p10, row.p90]));
  return { min: Math.max(-0.99, Math.min(-0.5, ...ends)), max: Math.max(1, ...ends) };
}
