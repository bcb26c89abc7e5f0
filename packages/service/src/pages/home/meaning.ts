/** What the settled phase meant in the past: how long its stays were and what followed them, with the caution beside it. */
import { type Language, translate } from "peak-cycle-drawing";
import { type PhaseKey, quantile, type Stay } from "peak-cycle-model";
import { type PhaseRun, scrollable, section, table } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, joined, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";

export function meaningSection({ stays, settled, cycles }: MeaningView, { language, pageLink }: PageContext): Html {
  const { meaning } = localeOf(language).cycle;
  const phase = (key: PhaseKey) => html`<b class="${key}">${translate(key, language)}</b>`;
  const figures = stayFigures(stays, settled.phase);
  const now = meaning.now(phase(settled.phase), bold(formatOf(language).days(settled.days)));
  return section("meaning", meaning.heading)`<div class="mean"><div>
<p class="big">${figures === undefined ? html`${now}. ${meaning.few}` : html`${now}${sentences(figures, language)}`}</p>
${figures && staysTable(stays, settled.phase, language)}
</div>
<aside><h3>${meaning.caution.heading}</h3>
${figures && html`<p>${meaning.caution.overlap(`${figures.days.count}`, `${cycles}`)}</p>`}
<p>${meaning.caution.place}</p>
<p>${meaning.caution.record(pageLink("record"))}</p></aside></div>`;
}

function sentences({ days, next, year }: StayFigures, language: Language): Html {
  const { meaning } = localeOf(language).cycle;
  const format = formatOf(language);
  const change = (value: number) => bold(format.change(value));
  const count = (value: number) => `${Math.round(value)}`;
  const followed = joined(
    next.map(([key, times]) => html`${translate(key, language)} (${times})`),
    ", ",
  );
  const median = bold(format.days(Math.round(days.median)));
  const first = meaning.earlier(`${days.count}`, median, count(days.least), count(days.most), followed);
  if (year === undefined) return html`${first}`;
  return html`${first} ${meaning.year(`${year.count}`, change(year.median), change(year.least), change(year.most))}`;
}

function bold(text: Text): Html {
  return html`<b>${text}</b>`;
}

interface MeaningView {
  /** Oldest first; the last one is under way. */
  readonly stays: readonly Stay[];
  /** The settled phase now, and for how many days, the first one included. */
  readonly settled: Pick<PhaseRun, "phase" | "days">;
  /** From halving to halving, since the first score. */
  readonly cycles: number;
}

/** With fewer earlier stays nothing is said of what followed them. */
const MIN_STAYS = 3;

interface Spread {
  readonly count: number;
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** What followed earlier stays in a phase. */
interface StayFigures {
  readonly days: Spread;
  /** The phases that followed and how often, the most frequent first. */
  readonly next: readonly (readonly [phase: PhaseKey, times: number])[];
  /** Price a year after their first days; `undefined` with fewer than three that are old enough. */
  readonly year: Spread | undefined;
}

/** @param stays oldest first @returns `undefined` with fewer than three stays in the phase that have ended */
export function stayFigures(stays: readonly Stay[], phase: PhaseKey): StayFigures | undefined {
  const earlier = stays.filter((stay) => stay.phase === phase && stay.next !== undefined);
  if (earlier.length < MIN_STAYS) return undefined;
  const times = new Map<PhaseKey, number>();
  for (const { next } of earlier) if (next !== undefined) times.set(next, (times.get(next) ?? 0) + 1);
  const years = earlier.flatMap(({ yearReturn }) => yearReturn ?? []);
  return {
    days: spread(earlier.map(({ days }) => days)),
    next: [...times].sort(([, one], [, other]) => other - one),
    year: years.length < MIN_STAYS ? undefined : spread(years),
  };
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other);
  return { count: values.length, median: quantile(sorted, 0.5) ?? 0, least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
}

function staysTable(stays: readonly Stay[], phase: PhaseKey, language: Language): Html {
  const { meaning, table: summary } = localeOf(language).cycle;
  const format = formatOf(language);
  const rows = stays
    .filter((stay) => stay.phase === phase && stay.next !== undefined)
    .map(({ from, days, next, yearReturn }) => [
      format.day(from),
      days,
      next && translate(next, language),
      yearReturn === undefined ? meaning.notYet : format.change(yearReturn),
    ]);
  const drawn = table(meaning.columns, rows, { caption: meaning.dots });
  return html`<details class="table"><summary>${summary}</summary>${scrollable(meaning.dots, drawn, "wide scroll")}</details>`;
}
