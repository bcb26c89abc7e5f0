/** Shared by the topics of the record page: words, figures, periods and tables. */
import type { PeriodKey, PeriodRecord, TrackRecord } from "peak-cycle-model";
import { scrollable } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, type Part, type Text } from "../html.js";
import { record as words } from "../locales/en/record.js";

/** Shown where there is no figure. */
export const NONE = "–";

/** Formats the record's figures; `–` where there is none. */
export const recordFormat = createRecordFormat();

function createRecordFormat() {
  const { score, money, percent, change, points, day, days, month } = formatOf("en");
  const format = new Intl.NumberFormat("en", { maximumFractionDigits: 0, useGrouping: "always" });
  const whole = (value: number) => format.format(value);
  const orDash = (write: (value: number) => string) => (value: number | undefined) =>
    value === undefined ? NONE : write(value);
  return {
    /** 0..100, one decimal. */
    reading: orDash(score),
    /** A difference of two scores: `−8.6`. */
    points: orDash(points),
    /** `83,237`, below 1,000 with two decimals. */
    usd: orDash((value) => (value < 1000 ? money(value) : whole(value))),
    /** `+39%` @param value e.g. 0.39 */
    change: orDash(change),
    /** `−21.2%` @param value e.g. -0.212 */
    tenths: (value: number) => `${points(100 * value)}%`,
    /** `× 0.29` */
    factor: orDash((value) => `× ${money(value)}`),
    /** `15.2%` @param value 0..1 */
    share: orDash((value) => percent(Math.round(1000 * value) / 10)),
    /** `1,792` */
    count: orDash(whole),
    /** `21 days` */
    days,
    /** `Dec 2017` @param day YYYY-MM-DD */
    month,
    /** `Dec 16, 2017` @param day YYYY-MM-DD */
    day,
  };
}

/** In page order: the days after tuning are first. */
export const PAGE_ORDER: readonly PeriodKey[] = ["later", "development", "early"];

/** The periods that have days, in page order. */
function periodsOf({ periods }: TrackRecord): readonly PeriodRecord[] {
  return PAGE_ORDER.flatMap((key) => periods.filter(({ period }) => period === key));
}

/** `After tuning`, with its days and their kind in small print. */
function periodName({ period, from, to }: PeriodRecord): Html {
  const [name, kind] = words.periods[period];
  const days = html`<span class="day">${recordFormat.day(from)} – ${recordFormat.day(to)}</span>`;
  return html`${name} <small class="soft">${days}, ${kind}</small>`;
}

/** The content, or a sentence that there is none yet. */
export function orNothing(content: Html | undefined): Html {
  return content ?? html`<p>${words.nothing}</p>`;
}

/** The first cell names the row; `kind` is its class. */
export interface TableRow {
  readonly cells: readonly Part[];
  readonly kind?: string;
}

interface TableContent {
  /** Unique on the page. */
  readonly caption: Text;
  readonly columns: readonly Part[];
  /** Indexes of the columns with words; the others have figures. Only the first column by default. */
  readonly words?: readonly number[];
  /** Class of the table. */
  readonly kind?: string;
}

/** A table with the rows of each period below its name, so that no row seems to belong to another period. */
export function tableByPeriod(
  record: TrackRecord,
  content: TableContent,
  rowsOf: (period: PeriodRecord) => readonly TableRow[],
): Html {
  const groups = periodsOf(record).flatMap((period) => {
    const rows = rowsOf(period);
    if (rows.length === 0) return [];
    const [span, text] = [content.columns.length, periodName(period)];
    const name = html`<tr class="period"><th scope="rowgroup" colspan="${span}">${text}</th></tr>`;
    return [tableBody(rows, content, name)];
  });
  return groups.length === 0 ? orNothing(undefined) : wideTable(content, groups);
}

export function plainTable(content: TableContent, rows: readonly TableRow[]): Html {
  return wideTable(content, [tableBody(rows, content)]);
}

/** A table that scrolls separately if it is too wide, and on phones has a line for each value. */
function wideTable(content: TableContent, bodies: readonly Html[]): Html {
  const { caption, columns, kind } = content;
  const heads = columns.map((name, i) => html`<th scope="col"${figureClass(content, i)}>${name}</th>`);
  return scrollable(
    caption,
    html`<table class="record rows${kind && ` ${kind}`}"><caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>${bodies}</table>`,
    "wide",
  );
}

function tableBody(rows: readonly TableRow[], content: TableContent, name?: Html): Html {
  const lines = rows.map(({ cells: [first, ...values], kind }) => {
    const otherCells = values.map(
      (cell, i) => html`<td${figureClass(content, i + 1)}${labelOf(content, i + 1)}>${cell}</td>`,
    );
    return html`
<tr${kind && html` class="${kind}"`}><th scope="row">${first}</th>${otherCells}</tr>`;
  });
  return html`
<tbody>${name}${lines}
</tbody>`;
}

/** The name of the column, which a phone shows next to each value. */
function labelOf({ columns }: TableContent, column: number): Html {
  return html` data-label="${columns[column]}"`;
}

function figureClass({ words = [0] }: TableContent, column: number): Html | undefined {
  return words.includes(column) ? undefined : html` class="number"`;
}
