/** What the topics of the page about the record share: words, figures, periods and tables. */
import type { Language } from "peak-cycle-drawing";
import type { BaselineRecord, PeriodKey, Quintile, Returns, Span, TrackRecord } from "peak-cycle-model";
import { scrollable } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, type Part, type Text } from "../html.js";
import type { Locale } from "../locales/locale.js";
import { localeOf } from "../locales/locales.js";

/** A record with the words and figures of a language. */
export interface RecordView {
  readonly record: TrackRecord;
  readonly language: Language;
  readonly words: Locale["record"];
  readonly figures: Figures;
}

/** What stands where there is no figure. */
export const NONE = "–";

type Figures = ReturnType<typeof figuresOf>;

/** Figures of the record as a language writes them; `–` where there is none. */
function figuresOf(language: Language) {
  const { score, money, percent, quantile, change, day } = formatOf(language);
  const number = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(language, options);
    return (value: number) => format.format(value);
  };
  const whole = number({ maximumFractionDigits: 0, useGrouping: "always" });
  const orDash = (write: (value: number) => string) => (value: number | undefined) =>
    value === undefined ? NONE : write(value);
  return {
    /** 0..100, one decimal. */
    reading: orDash(score),
    /** `83,237`, below 1,000 with two decimals. */
    usd: orDash((value) => (value < 1000 ? money(value) : whole(value))),
    /** `+39%` @param value e.g. 0.39 */
    change: orDash(change),
    /** `-7.4%`, one decimal. @param value e.g. -0.074 */
    gain: orDash(
      number({ style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" }),
    ),
    /** `25%`, the name of a quantile. @param value 0..1 */
    quantile,
    /** `15.2%` @param value 0..1 */
    share: orDash((value) => percent(Math.round(1000 * value) / 10)),
    /** `0.74`, two decimals. */
    rank: orDash(money),
    /** `1,792` */
    count: orDash(whole),
    /** `+12`, `-3`: days after or before. */
    lag: orDash(number({ signDisplay: "exceptZero" })),
    /** `Dec 16, 2017` @param day YYYY-MM-DD */
    day,
  };
}

/** The order of the page: the days that no number was fitted to come first. */
const PAGE_ORDER: readonly PeriodKey[] = ["later", "development", "early"];

export function recordViewOf(record: TrackRecord, language: Language): RecordView {
  return { record, language, words: localeOf(language).record, figures: figuresOf(language) };
}

/** The days of a period. */
export interface PeriodSpans {
  readonly key: PeriodKey;
  readonly whole: Span;
  /** The whole, then its cycles, oldest first. */
  readonly spans: readonly Span[];
}

/** The periods that have days, in the order of the page. */
export function periodsOf({ spans }: TrackRecord): readonly PeriodSpans[] {
  return PAGE_ORDER.flatMap((key) => {
    const inPeriod = spans.filter((span) => span.period === key);
    const whole = inPeriod.find((span) => span.cycle === undefined);
    return whole === undefined ? [] : [{ key, whole, spans: inPeriod }];
  });
}

/**
 * Renders a topic for each period, below a heading. The early one is folded: it would be a fifth of the page, about a market too
 * thin to learn much from.
 *
 * @param id unique on the page
 * @param render `undefined` when there is nothing to say of the period yet
 */
export function byPeriod(
  view: RecordView,
  id: string,
  render: (period: PeriodSpans) => Html | undefined,
): readonly Html[] {
  const { record, words, figures } = view;
  return periodsOf(record).map((period) => {
    const [name, kind] = words.periods[period.key];
    const { from, to } = period.whole;
    const content = orNothing(render(period), view);
    const heading = html`<h3 id="${id}-${period.key}">${name} <small class="soft">${figures.day(from)} – ${figures.day(to)}, ${kind}</small></h3>`;
    if (period.key === "early") {
      return html`<details class="period early"><summary>${heading}</summary>
${content}
</details>
`;
    }
    return html`<div class="period ${period.key}">
${heading}
${content}
</div>
`;
  });
}

/** What is to be said, or that there is nothing yet. */
export function orNothing(content: Html | undefined, { words }: RecordView): Html {
  return content ?? html`<p>${words.nothing}</p>`;
}

/** `Cycle 3`, or that it is the whole period. */
export function spanName({ cycle }: Pick<Span, "cycle">, { words, figures }: RecordView): Text {
  return cycle === undefined ? words.whole : words.cycle(figures.count(cycle));
}

const YEAR_DAYS = 365;

/** What the score itself did in a span. */
export function scoreOf({ gauges }: Span): BaselineRecord | undefined {
  return gauges.find(({ gauge }) => gauge === "score");
}

/** The returns of the year after a phase; `undefined` where no day has one. */
export function yearAfter(fifths: readonly Quintile[], phase: Quintile["phase"]): Returns | undefined {
  const fifth = fifths.find((each) => each.phase === phase);
  return fifth?.returns.find(({ horizonDays, days }) => horizonDays === YEAR_DAYS && days > 0);
}

/** The first cell names the row; `kind` is its class. */
export interface TableRow {
  readonly cells: readonly Part[];
  readonly kind?: string;
}

/** What a table shows. */
interface TableContent {
  /** Unique on the page. */
  readonly caption: Text;
  readonly columns: readonly Part[];
  /** Places of the columns with words; the others have figures. The first column by default. */
  readonly words?: readonly number[];
  readonly rows: readonly TableRow[];
}

/** A table that scrolls by itself where it is too wide. */
export function wideTable({ caption, columns, words = [0], rows }: TableContent): Html {
  const figures = (column: number) => (words.includes(column) ? undefined : html` class="number"`);
  const isOfCases = rows.some(({ kind }) => kind !== undefined && kind !== "first");
  const heads = columns.map((name, i) => html`<th scope="col"${figures(i)}>${name}</th>`);
  const lines = rows.map(({ cells, kind }) => {
    const [name, ...values] = cells;
    const written = values.map((cell, i) => html`<td${figures(i + 1)}>${cell}</td>`);
    return html`
<tr${kind === undefined ? undefined : html` class="${kind}"`}><th scope="row">${name}</th>${written}</tr>`;
  });
  return scrollable(
    caption,
    html`<table${isOfCases ? html` class="cases"` : undefined}><caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>${lines}
</tbody></table>`,
    "wide",
  );
}

/** A table that is folded below a drawing or a sentence with what matters most of it. */
export function foldedTable(content: TableContent): Html {
  return html`<details class="fold"><summary>${content.caption}</summary>
${wideTable(content)}</details>
`;
}
