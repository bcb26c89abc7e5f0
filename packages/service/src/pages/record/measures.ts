/** Topics of the record that measure the score: beside plain measures of the same days, and against the place of each day in hindsight. */
import type { BaselineRecord, HindsightError, Ranks, Span } from "peak-cycle-model";
import { list, section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, type Part } from "../html.js";
import { orNothing, plainTable, type RecordView, scoreOf, type TableRow, tableByPeriod } from "./view.js";

/** The columns of `Ranks`, in the order of the page. */
const RANKS = ["hindsight", "topAuc", "bottomAuc", "forward"] as const satisfies readonly (keyof Ranks)[];

type Rank = (typeof RANKS)[number];

/** What buying by each measure cost, and how well it orders the days; bold where it does better than the score. */
export function comparisonSection(view: RecordView): Html {
  const { words, language } = view;
  const { comparison } = words;
  const { colon } = formatOf(language);
  const columns = ["buying", ...RANKS] as const;
  const meanings = columns.map((column) => {
    const [name, meaning] = comparison.columns[column];
    return html`<strong>${name}${colon}</strong> ${meaning}.`;
  });
  const content = {
    caption: comparison.caption,
    columns: [comparison.measure, ...columns.map((column) => comparison.columns[column][0])],
  };
  const rowsOf = (span: Span) =>
    span.period === "early" ? [] : span.gauges.map((gauge) => comparisonRow(gauge, span, view));
  return section("comparison", comparison.heading)`<p>${comparison.intro}</p>
${list(meanings)}
${tableByPeriod(view, content, rowsOf)}`;
}

function comparisonRow(measure: BaselineRecord, span: Span, view: RecordView): TableRow {
  const ranks = RANKS.map((rank) => rankCell(rank, measure, view));
  return { cells: [view.words.gauges[measure.gauge], costCell(measure, scoreOf(span), view), ...ranks] };
}

/** Least share of the score's days that another measure must have for its cost to be compared with the score's. */
const SAME_DAYS = 0.99;

/** The cost of a coin against plain buying; the number of days where a measure lacks many. */
function costCell({ gauge, buying }: BaselineRecord, score: BaselineRecord | undefined, view: RecordView): Part {
  const { figures } = view;
  const cost = figures.gain(buying && buying.ratio - 1);
  if (buying === undefined || gauge === "score" || score?.buying === undefined) return cost;
  if (buying.days < SAME_DAYS * score.buying.days)
    return html`${cost} <small class="soft">${figures.days(buying.days)}</small>`;
  return bold(cost, tenths(buying.ratio) < tenths(score.buying.ratio));
}

/** In tenths of a percent, as it is shown: a smaller difference does not count. */
function tenths(ratio: number): number {
  return Math.round(1000 * ratio);
}

/** `0.82 (0.74)`: the measure's rank, and in brackets the score's on the same days. */
function rankCell(rank: Rank, { gauge, ranks, scoreRanks }: BaselineRecord, { figures }: RecordView): Part {
  const [value, score] = [ranks[rank], scoreRanks[rank]];
  if (gauge === "score" || value === undefined || score === undefined) return figures.rank(value);
  const lead = (rank === "forward" ? -1 : 1) * (Math.round(100 * value) - Math.round(100 * score));
  return html`${bold(figures.rank(value), lead > 0)} <small class="soft">(${figures.rank(score)})</small>`;
}

function bold(text: string, isBetter: boolean): Part {
  return isBetter ? html`<strong>${text}</strong>` : text;
}

/** How far the score was from the place that its day turned out to have. */
export function hindsightSection(view: RecordView): Html {
  const { record, words } = view;
  const { heading, intro } = words.hindsight;
  const content = orNothing(record.hindsight && errorTable(record.hindsight, view), view);
  return section("hindsight", heading)`<p>${intro}</p>
${content}`;
}

function errorTable({ halves, ...all }: HindsightError, { words, figures }: RecordView): Html {
  const { caption, columns } = words.hindsight;
  const rows = [all, ...halves].map(({ from, to, days, meanAbsoluteError, meanError }): TableRow => {
    const span = `${figures.day(from)} – ${figures.day(to)}`;
    return { cells: [span, figures.count(days), figures.reading(meanAbsoluteError), figures.points(meanError)] };
  });
  return plainTable({ caption, columns }, rows);
}
