import { CSS_VARIABLES } from "../chart/colors.js";
import type { Language } from "../chart/locale.js";
import { type Tree, tree } from "../chart/markup.js";
import { CLOSE_HOUR } from "../domain/history.js";
import { formatDay, formatInstant, HOUR_MS, type Instant, MINUTE_MS, plus, startOf } from "../domain/instant.js";
import type { ServedDay } from "../domain/served-day.js";
import { scrollable, tableHead } from "./blocks.js";
import { type Format, formatOf } from "./format.js";
import { type Html, html, plainText, type Text } from "./html.js";
import type { Locale } from "./locales/locale.js";

/** Widths in px in which the year is drawn; the page's style shows the one that fits. */
export const YEAR_WIDTHS = [148, 288, 560, 860] as const;

/** The totals that are shown besides those of all days. */
const MONTH_DAYS = 30;

interface View {
  readonly words: Locale["status"]["served"];
  readonly language: Language;
  /** The moment of looking. */
  readonly at: Instant;
}

/** The days of a year: together, as a drawing, and one by one. @param served oldest first, at least one */
export function servedSection(served: readonly ServedDay[], view: View): Html {
  const { words, language, at } = view;
  const [first] = served;
  if (first === undefined) return html``;
  const format = formatOf(language);
  const drawings = YEAR_WIDTHS.map((width) =>
    drawYear(served, { width, language, at, label: plainText(words.drawing) }),
  );
  return html`<section aria-labelledby="served">
<h2 id="served">${words.heading}</h2>
<p>${words.intro(format.day(formatDay(first.day)))}</p>
${totalsTable(served, view)}
<figure>
${drawings}
<figcaption><ul class="legend">${legend(words)}
</ul></figcaption>
</figure>
<details><summary>${words.table}</summary>
${daysTable(served, view, format)}
</details>
</section>`;
}

function totalsTable(served: readonly ServedDay[], { words, language, at }: View): Html {
  const [days, hours, fresh, daily] = words.columns;
  const spans = served.length > MONTH_DAYS ? [served.slice(-MONTH_DAYS), served] : [served];
  const format = formatOf(language);
  const cell = (label: Text, value: Text) => html`<td>${shownNarrow(label)}${value}</td>`;
  const rows = spans.map((span) => {
    const all = totalsOf(span, at);
    const { live, late, missing } = all.fates;
    const name = all.days === 1 ? format.days(1) : words.last(`${all.days}`);
    return html`
<tr><th scope="row">${name}</th>${[
      cell(hours, words.hours(format.count(all.scoredHours), format.count(all.dueHours))),
      cell(fresh, format.share(all.freshShare)),
      cell(daily, words.rows(`${live}`, `${late}`, `${missing}`)),
    ]}</tr>`;
  });
  return html`<table class="stack"><caption>${words.totals}</caption>${tableHead([days, hours, fresh, daily])}
<tbody>${rows}
</tbody></table>`;
}

function legend({ legend: [full, part, none, row] }: Locale["status"]["served"]): readonly Html[] {
  const samples: readonly (readonly [Tree, Text])[] = [
    [sample(tree("path", { d: "M1 13v-12h10v12z", fill: CSS_VARIABLES.muted })), full],
    [sample(tree("path", { d: "M1 13v-6h10v6z", fill: CSS_VARIABLES.muted }), FRAME), part],
    [sample(FRAME), none],
    [sample(tree("path", { d: "M4.5 6h3v3h-3z", fill: CSS_VARIABLES.accent })), row],
  ];
  return samples.map(
    ([drawn, says]) => html`
<li>${drawn} ${says}</li>`,
  );
}

const FRAME = tree("path", { d: "M1.5 1.5h9v11h-9z", fill: "none", stroke: CSS_VARIABLES.accent });

function sample(...parts: readonly Tree[]): Tree {
  return tree("svg", { width: 12, height: 14, viewBox: "0 0 12 14", "aria-hidden": "true" }, ...parts);
}

function daysTable(served: readonly ServedDay[], { words, at }: View, format: Format): Html {
  const [, hours, fresh, row] = words.columns;
  const rows = served.toReversed().map((day) => {
    const fate = rowFate(day, at);
    const when =
      fate === "late" && day.row !== undefined ? `, ${format.minute(formatInstant(day.row.computedAt))}` : "";
    return html`
<tr><th scope="row">${format.day(formatDay(day.day))}</th><td>${words.hours(`${day.scoredHours}`, `${day.dueHours}`)}</td><td>${format.share(day.freshShare)}</td><td>${words.fates[fate]}${when}</td></tr>`;
  });
  return scrollable(
    words.table,
    html`<table>${tableHead([words.day, hours, fresh, row])}
<tbody>${rows}
</tbody></table>`,
    "wide days",
  );
}

/** A row comes within seconds of 06:00 UTC; before 06:15 none is called missing. */
const GRACE_MS = 15 * MINUTE_MS;

/** What became of the history row of a day. `awaited`: its 06:00 is still to come. */
type RowFate = "live" | "late" | "missing" | "awaited" | "backfill";

/** What became of the history row of a day. @param at the moment of asking */
export function rowFate({ day, row }: ServedDay, at: Instant): RowFate {
  if (row !== undefined) return row.origin;
  return at < plus(startOf(day), CLOSE_HOUR * HOUR_MS + GRACE_MS) ? "awaited" : "missing";
}

/** Several days together. */
export interface Totals {
  readonly days: number;
  readonly scoredHours: number;
  readonly dueHours: number;
  /** Of the time of all days, 0..1. */
  readonly freshShare: number;
  readonly fates: Readonly<Record<RowFate, number>>;
}

/** @param served at least one day */
export function totalsOf(served: readonly ServedDay[], at: Instant): Totals {
  const sum = (of: (day: ServedDay) => number) => served.reduce((total, day) => total + of(day), 0);
  const dueHours = sum((day) => day.dueHours);
  const count = (fate: RowFate) => sum((day) => (rowFate(day, at) === fate ? 1 : 0));
  return {
    days: served.length,
    scoredHours: sum((day) => day.scoredHours),
    dueHours,
    // A day weighs as much as the hours of it that were to be served: the first and the running one are no whole days.
    freshShare: dueHours === 0 ? 1 : sum((day) => day.freshShare * day.dueHours) / dueHours,
    fates: {
      live: count("live"),
      late: count("late"),
      missing: count("missing"),
      awaited: count("awaited"),
      backfill: count("backfill"),
    },
  };
}

/** What the drawing needs besides the days. */
export interface YearOptions {
  /** px */
  readonly width: number;
  readonly language: Language;
  /** The moment of looking. */
  readonly at: Instant;
  /** What a reader hears instead. */
  readonly label: string;
}

/** Height in px of the numbers of the days. */
const HEAD_PX = 18;
/** Least height in px of what a day lacks to be fresh, so that it is seen. */
const MIN_PX = 3;
/** Half the side of a dot in px. */
const DOT_PX = 1.5;

/** Days of the month with a number above them. */
const NUMBERED = [1, 10, 20, 30];

/**
 * The days as a calendar, a line a month: filled as high as the day was fresh, with a dot below where its row was not in time.
 * @param served consecutive days, oldest first
 */
export function drawYear(served: readonly ServedDay[], { width, language, at, label }: YearOptions): Tree {
  const grid = gridOf(width);
  const dates = served.map(({ day }) => new Date(startOf(day)));
  const months = dates.filter((date, i) => i === 0 || date.getUTCDate() === 1);
  let line = 0;
  const cells = served.map((day, i): Cell => {
    const number = dates[i]?.getUTCDate() ?? 1;
    if (number === 1 && i > 0) line += 1;
    const isDotted = ["late", "missing"].includes(rowFate(day, at));
    return { x: grid.x(number), y: grid.y(line), day, isDotted };
  });
  const height = grid.y(months.length);
  return tree(
    "svg",
    { class: `year y${width}`, width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    ...NUMBERED.map((number) => text(`${number}`, grid.x(number) + grid.cell / 2, 12, "middle")),
    ...months.map((month, i) => text(monthText(month, language, width), 0, grid.y(i) + grid.tall - 2, "start")),
    tree("path", { d: cells.map((cell) => filled(cell, grid)).join(""), fill: CSS_VARIABLES.muted }),
    tree("path", { d: cells.map((cell) => outlined(cell, grid)).join(""), fill: "none", stroke: CSS_VARIABLES.accent }),
    tree("path", { d: cells.map((cell) => dot(cell, grid)).join(""), fill: CSS_VARIABLES.accent }),
  );
}

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly day: ServedDay;
  readonly isDotted: boolean;
}

interface Grid {
  /** Left of a day of the month, 1..31. */
  readonly x: (number: number) => number;
  /** Top of a month, from 0. */
  readonly y: (index: number) => number;
  /** A cell's width and height. */
  readonly cell: number;
  readonly tall: number;
}

function gridOf(width: number): Grid {
  const left = width < 500 ? 32 : 68;
  const step = Math.floor((10 * (width - left)) / 31) / 10;
  const [cell, tall] = step < 6 ? [step - 0.9, 9] : step < 12 ? [step - 2, 12] : [step - 3.5, 15];
  const x = (number: number) => round(left + (number - 1) * step);
  return { x, y: (index) => HEAD_PX + index * (tall + 10), cell: round(cell), tall };
}

/** The fresh part of a day, from the bottom. */
function filled({ x, y, day }: Cell, { cell, tall }: Grid): string {
  const height = day.freshShare === 1 ? tall : round(Math.min(tall * day.freshShare, tall - MIN_PX));
  return height === 0 ? "" : `M${x} ${y + tall}v-${height}h${cell}v${height}z`;
}

/** A frame around a day that was not fresh all the time. */
function outlined({ x, y, day }: Cell, { cell, tall }: Grid): string {
  return day.freshShare === 1 ? "" : `M${x + 0.5} ${y + 0.5}h${round(cell - 1)}v${tall - 1}h-${round(cell - 1)}z`;
}

function dot({ x, y, isDotted }: Cell, { cell, tall }: Grid): string {
  const size = 2 * DOT_PX;
  return isDotted ? `M${round(x + cell / 2 - DOT_PX)} ${y + tall + 1.5}h${size}v${size}h-${size}z` : "";
}

/** Narrow: `Nov`; wide: `Nov 2026`. @param date any day of the month */
function monthText(date: Date, language: Language, width: number): string {
  const name = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" }).format(date);
  return width < 500 ? name : `${name} ${date.getUTCFullYear()}`;
}

function text(content: string, x: number, y: number, anchor: "start" | "middle"): Tree {
  return tree("text", { x: round(x), y, "text-anchor": anchor, "font-size": 11, fill: CSS_VARIABLES.muted }, content);
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}

/** The name of a column in front of its value, where the table is so narrow that its head is not seen. */
export function shownNarrow(label: Text): Html {
  return html`<span class="label" aria-hidden="true">${label} </span>`;
}
