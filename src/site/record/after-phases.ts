import type { BaselineRecord, Quintile, Span, TrackRecord } from "../../backtest/track-record.js";
import { CSS_VARIABLES } from "../../chart/colors.js";
import { PHASE_KEYS, translate } from "../../chart/locale.js";
import { boxPlot, type PhaseShares, type ReturnQuantiles, shareBars } from "../../chart/record/phase-bars.js";
import { type Html, html, type Part, plainText } from "../html.js";
import {
  byPeriod,
  columnsOf,
  foldedTable,
  inWidths,
  NONE,
  type PeriodSpans,
  periodsOf,
  type RecordView,
  scoreOf,
  spanName,
  type TableRow,
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
  const names = PHASE_KEYS.map((phase) => html`<span class="${phase}">${translate(phase, language)}</span>`);
  const columns = columnsOf(
    [...phases.columns, ...names, phases.changes, phases.smoothedChanges, phases.settledChanges],
    1,
  );
  const tables = byPeriod(view, "phases", (period) => {
    const { key, whole, cycles } = period;
    const rows = [whole, ...cycles].map((span) => shareRow(span, view));
    return html`${shareFigure(period, view)}${foldedTable(html`${phases.caption} · ${words.periods[key][0]}`, columns, rows)}`;
  });
  return html`<section aria-labelledby="phases">
<h2 id="phases">${phases.heading}</h2>
<p>${phases.intro}</p>
${tables}</section>
`;
}

/** The shares of a period as bars; those of all periods have one scale. */
function shareFigure({ key, whole }: PeriodSpans, { record, words, language }: RecordView): Html {
  const max = Math.max(
    0.01,
    ...periodsOf(record).flatMap((each) => Object.values(sharesOf(each.whole)).map((share) => share ?? 0)),
  );
  const caption = plainText(html`${words.phases.caption} · ${words.periods[key][0]}`);
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
  const own = sharesOf(span);
  const shares = PHASE_KEYS.map((phase) => figures.share(own[phase]));
  const yearly = (changes: number) => changesAYear(changes, span.days, figures);
  const changes = [span.phaseChanges, span.smoothedPhaseChanges, span.settledPhaseChanges].map(yearly);
  return { cells: [spanName(span, view), figures.count(span.days), ...shares, ...changes] };
}

/** `5.4`; a dash for too few days. */
export function changesAYear(changes: number, days: number, figures: RecordView["figures"]): string {
  return days < MIN_DAYS ? NONE : figures.reading((changes * DAYS_A_YEAR) / days);
}

/** What the price did after each phase: as a box plot, by cycle, and next to the baselines. */
export function returnsSection(view: RecordView): Html {
  const { words } = view;
  const tables = byPeriod(view, "returns", (period) => {
    const score = scoreOf(period.whole);
    if (score === undefined) return html`<p>${words.nothing}</p>`;
    return html`${spreadFigure(period, view)}${spreadTable(score, period, view)}${medians(period, view)}`;
  });
  return html`<section aria-labelledby="returns">
<h2 id="returns">${words.returns.heading}</h2>
<p>${words.returns.intro}</p>
<p>${words.noDays}</p>
${tables}</section>
`;
}

function spreadTable({ fifths }: BaselineRecord, { key }: PeriodSpans, { words, figures, language }: RecordView): Html {
  const rows = [...fifths].reverse().flatMap(({ phase, returns }) =>
    returns.map((each, i): TableRow => {
      const { days, p10, p25, median, p75, p90, mean, up } = each;
      const quantiles = [p10, p25, median, p75, p90].map(figures.change);
      const name = html`<span class="${phase}">${translate(phase, language)}</span>`;
      const ahead = figures.count(each.horizonDays);
      const cells = [name, ahead, figures.count(days), ...quantiles, figures.change(mean), figures.share(up)];
      return { cells, ...(i === 0 ? { kind: "first" } : {}) };
    }),
  );
  const [phase, ahead, days, median, mean, up] = words.returns.columns;
  const [p10, p25, p75, p90] = [0.1, 0.25, 0.75, 0.9].map(figures.quantile);
  const heads = [phase, ahead, days, p10, p25, median, p75, p90, mean, up];
  return foldedTable(html`${words.returns.caption} · ${words.periods[key][0]}`, columnsOf(heads, 1), rows);
}

/** Medians of the year after, as a table by cycle and one by gauge. */
function medians({ key, whole, cycles }: PeriodSpans, view: RecordView): Html {
  const { words, language } = view;
  const [name] = words.periods[key];
  const phases = PHASE_KEYS.map((phase) => html`<span class="${phase}">${translate(phase, language)}</span>`);
  const row = (title: Part, fifths: readonly Quintile[]): TableRow => ({ cells: [title, ...years(fifths, view)] });
  const fifths = ["0 – 20", "20 – 40", "40 – 60", "60 – 80", "80 – 100"];
  return html`${foldedTable(
    html`${name} · ${words.returns.cycles}`,
    columnsOf([words.phases.columns[0], ...phases], 1),
    [whole, ...cycles].map((span) => row(spanName(span, view), scoreOf(span)?.fifths ?? [])),
  )}${foldedTable(
    html`${name} · ${words.returns.fifths}`,
    columnsOf([words.returns.gauge, ...fifths], 1),
    whole.gauges.map((gauge) => row(words.gauges[gauge.gauge], gauge.fifths)),
  )}`;
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
