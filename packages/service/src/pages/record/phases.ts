/** Topics of the record about the phases: time spent in each, the settled phase, and what the price did after each. */
import {
  boxPlot,
  CSS_VARIABLES,
  PHASE_KEYS,
  type PhaseShares,
  type ReturnQuantiles,
  shareBars,
  type Tree,
  translate,
} from "peak-cycle-drawing";
import type { PhaseKey, PhaseStays, SettledRecord, Span, TrackRecord } from "peak-cycle-model";
import { section } from "../blocks.js";
import { type Html, html, plainText, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import {
  folded,
  measuredPeriods,
  NONE,
  orNothing,
  periodName,
  plainTable,
  type RecordView,
  scoreOf,
  type TableRow,
  tableByPeriod,
  yearAfter,
} from "./view.js";

/** Widths in px in which the bars of a period are drawn; the style shows those that fit. */
export const BARS_WIDTHS = [288, 440] as const;

/** How long the score stood in each phase. */
export function phasesSection(view: RecordView): Html {
  const { heading, intro } = view.words.phases;
  const spans = measuredPeriods(view.record);
  const max = Math.max(0.01, ...spans.flatMap((span) => PHASE_KEYS.map((phase) => sharesOf(span)[phase] ?? 0)));
  return section("phases", heading)`<p>${intro}</p>
${drawnByPeriod(spans, heading, view, (span, ...options) => shareBars({ shares: sharesOf(span), max }, ...options))}
`;
}

function sharesOf(span: Span): PhaseShares {
  return byPhase((phase) => scoreOf(span)?.fifths.find((each) => each.phase === phase)?.share);
}

function byPhase<T>(of: (phase: PhaseKey) => T): Readonly<Record<PhaseKey, T>> {
  return Object.fromEntries(PHASE_KEYS.map((phase) => [phase, of(phase)])) as Record<PhaseKey, T>;
}

type Draw = (span: Span, options: Parameters<typeof shareBars>[1], caption: string) => Tree;

/** A drawing of each period below its name; the style shows the width that fits. */
function drawnByPeriod(spans: readonly Span[], heading: Text, view: RecordView, draw: Draw): Html {
  const { words, language } = view;
  const figures = spans.map((span) => {
    const caption = plainText(html`${heading} · ${words.periods[span.period][0]}`);
    const drawn = BARS_WIDTHS.map(
      (
        width,
      ) => html`<div class="bars bars${width}">${draw(span, { width, colors: CSS_VARIABLES, language }, caption)}</div>
`,
    );
    return html`<figure class="spread"><figcaption>${periodName(span, view)}</figcaption>
${drawn}</figure>
`;
  });
  return html`<div class="pair">${figures}</div>`;
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

/** What the price did in the year after each phase: a box plot for each period, and its figures. */
export function returnsSection(view: RecordView): Html {
  const { record, words, language } = view;
  const { returns } = words;
  const scale = scaleOf(record);
  const drawn = measuredPeriods(record).filter((span) => PHASE_KEYS.some((phase) => quantilesOf(span)[phase]));
  const plots = drawnByPeriod(drawn, returns.heading, view, (span, ...options) =>
    boxPlot({ rows: quantilesOf(span), ...scale }, ...options),
  );
  const rowsOf = (span: Span) =>
    span.period === "early" ? [] : PHASE_KEYS.toReversed().map((phase) => yearRow(phase, span, view));
  const [low, high] = [0.1, 0.9].map(view.figures.quantile);
  const [phase, days, median, rose] = returns.columns;
  const content = { caption: returns.caption, columns: [phase, days, low, median, high, rose] };
  return section("returns", returns.heading)`<p>${returns.intro}</p>
${plots}
<p class="soft">${returns.drawingNote}</p>
${folded(returns.caption, tableByPeriod(view, content, rowsOf))}`;

  function yearRow(phase: PhaseKey, span: Span, { figures }: RecordView): TableRow {
    const year = yearAfter(scoreOf(span)?.fifths ?? [], phase);
    const quantiles = [year?.p10, year?.median, year?.p90].map(figures.change);
    const name = html`<span class="${phase}">${translate(phase, language)}</span>`;
    return { cells: [name, figures.count(year?.days ?? 0), ...quantiles, figures.share(year?.up)] };
  }
}

type Rows = Readonly<Record<PhaseKey, ReturnQuantiles | undefined>>;

function quantilesOf(span: Span): Rows {
  return byPhase((phase) => {
    const { p10, p25, median, p75, p90 } = yearAfter(scoreOf(span)?.fifths ?? [], phase) ?? {};
    const isKnown = ![p10, p25, median, p75, p90].includes(undefined);
    return isKnown ? ({ p10, p25, median, p75, p90 } as ReturnQuantiles) : undefined;
  });
}

/** From the lowest to the highest end of any box plot, at least from -50 % to +100 %. */
function scaleOf(record: TrackRecord): { readonly min: number; readonly max: number } {
  const rows = measuredPeriods(record).flatMap((span) => Object.values(quantilesOf(span)));
  const ends = rows.flatMap((row) => (row === undefined ? [] : [row.p10, row.p90]));
  return { min: Math.max(-0.99, Math.min(-0.5, ...ends)), max: Math.max(1, ...ends) };
}
