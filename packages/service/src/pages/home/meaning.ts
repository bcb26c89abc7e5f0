/** What came of earlier visits to the phase in three small pictures: where they led, how long they were, the price after a year. */
import { CSS_VARIABLES, dotStrip, fillOf, type Language, translate, tree } from "peak-cycle-drawing";
import { HALVING_DAYS, PHASES, type PhaseKey, quantile, type Stay } from "peak-cycle-model";
import { list, type PhaseRun, scrollable, section, table } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, joined, plainText } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";
import type { WholeCycle } from "./home-view.js";

export function meaningSection(
  { past, stays }: WholeCycle,
  settled: Pick<PhaseRun, "phase" | "days">,
  { language, pageLink }: PageContext,
): Html {
  const { meaning } = localeOf(language).cycle;
  const visits = stays.filter((stay): stay is EndedStay => stay.phase === settled.phase && stay.next !== undefined);
  if (visits.length < MIN_VISITS) return section("meaning", meaning.heading)`<p>${meaning.few}</p>`;
  const up = visits.filter(isRise).length;
  const down = visits.length - up;
  const years = visits.flatMap(({ yearReturn }) => yearReturn ?? []);
  const year = years.length < MIN_VISITS ? undefined : spread(years);
  const phase = html`<b class="${settled.phase}">${translate(settled.phase, language)}</b>`;
  const since = Number(stays[0]?.from.slice(0, 4));
  const cycles = HALVING_DAYS.filter((day) => day >= (past.points[0]?.day ?? day)).length;
  const { title, thin } = meaning;
  const recent = visits.length - years.length;
  const worst = year === undefined || year.least >= 0 ? undefined : formatOf(language).change(year.least);
  const heading = up === 0 ? title.down(down) : down === 0 ? title.up(up) : title.both(up, down);
  const caution = [
    thin.overlap(visits.length, cycles),
    recent > 0 ? thin.recent(recent) : undefined,
    worst === undefined ? undefined : thin.worst(worst),
    thin.record(pageLink("record")),
  ].filter((each) => each !== undefined);
  return section("meaning", heading)`<p class="lede">${meaning.lead(phase, visits.length, since)}</p>
<div class="visits">${nextPhases(visits, language)}${lengths(visits, settled.days, language)}${year && yearLater(visits, year, language)}</div>
<p class="thin"><b>${thin.name}</b> ${joined(caution, " ")}</p>
${visitsTable(visits, language)}`;
}

/** With fewer earlier visits nothing is said of what followed them. */
const MIN_VISITS = 3;

/** An earlier visit, the oldest first. */
type EndedStay = Stay & { readonly next: PhaseKey };

interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

function isRise({ phase, next }: EndedStay): boolean {
  const keys = PHASES.map(({ key }) => key);
  return keys.indexOf(next) > keys.indexOf(phase);
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  return { median: quantile(sorted, 0.5) ?? 0, least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
}

/** A bar that is split by the phases that followed, the highest first, with what each part is below it. */
function nextPhases(visits: readonly EndedStay[], language: Language): Html {
  const { next } = localeOf(language).cycle.meaning;
  const parts = PHASES.toReversed().flatMap(({ key: phase }) => {
    const followed = visits.filter((visit) => visit.next === phase);
    return followed[0] === undefined ? [] : [{ phase, count: followed.length, isUp: isRise(followed[0]) }];
  });
  let before = 0;
  const percent = (count: number) => `${Math.round((10_000 * count) / visits.length) / 100}%`;
  const drawn = parts.map(({ phase, count }) => {
    const [x, width] = [percent(before), percent(count)];
    before += count;
    return tree("rect", { x, width, height: 30, fill: CSS_VARIABLES[fillOf(phase)], stroke: CSS_VARIABLES.background });
  });
  const named = parts.map(({ phase, count, isUp }) => {
    const name = html`<b class="${phase}">${translate(phase, language)}</b>`;
    return isUp ? next.up(count, name) : next.down(count, name);
  });
  return html`<div><h3>${next.heading}</h3>
${tree("svg", { class: "split", width: "100%", height: 30, "aria-hidden": "true" }, ...drawn)}
${list(named, "row")}</div>`;
}

function lengths(visits: readonly EndedStay[], now: number, language: Language): Html {
  const days = spread(visits.map((visit) => visit.days));
  const { stayed } = localeOf(language).cycle.meaning;
  const write = formatOf(language).days;
  const short = new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "narrow" });
  const text = stayed.drawing(write(Math.round(days.median)), write(days.least), write(days.most));
  const view = {
    dots: visits.map((visit) => ({ value: visit.days })),
    ...{ ticks: [30, 7, 90, 365, 180, 2], write: (value: number) => short.format(value), offset: 0 as const },
    mark: { value: now, text: plainText(stayed.now(write(now))) },
  };
  return html`<div><h3>${stayed.heading}</h3>
${dotStrip(view, CSS_VARIABLES, plainText(text))}</div>`;
}

function yearLater(visits: readonly EndedStay[], { median, least, most }: Spread, language: Language): Html {
  const { year } = localeOf(language).cycle.meaning;
  const write = formatOf(language).change;
  const dots = visits.flatMap((visit) =>
    visit.yearReturn === undefined ? [] : [{ value: visit.yearReturn, phase: visit.next, isFilled: isRise(visit) }],
  );
  const view = {
    ...{ dots, ticks: [0, -0.5, 1, 4, 15, 63], write, offset: 1 as const },
    mark: { value: median, text: plainText(year.half(write(median))) },
  };
  return html`<div><h3>${year.heading}</h3>
${dotStrip(view, CSS_VARIABLES, plainText(year.drawing(write(median), write(least), write(most))))}
<p class="key">${visits.some(isRise) ? html`<span>● ${year.rose}</span> ` : undefined}${visits.every(isRise) ? undefined : html`<span>○ ${year.fell}</span>`}</p></div>`;
}

function visitsTable(visits: readonly EndedStay[], language: Language): Html {
  const { meaning, table: summary } = localeOf(language).cycle;
  const format = formatOf(language);
  const rows = visits.map(({ from, days, next, yearReturn }) => [
    format.day(from),
    days,
    translate(next, language),
    yearReturn === undefined ? meaning.notYet : format.change(yearReturn),
  ]);
  const drawn = table(meaning.columns, rows, { caption: meaning.table });
  return html`<details class="table"><summary>${summary}</summary>${scrollable(meaning.table, drawn, "wide scroll")}</details>`;
}
