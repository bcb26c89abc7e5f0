/** The part of `/status` that shows how the service has kept up over the last year. */
import { CSS_VARIABLES, drawYear, type Tree, tree } from "peak-cycle-drawing";
import { formatDay, formatInstant, type Instant } from "peak-cycle-model";
import { type RowFate, rowFate, type ServedDay } from "../domain/history.js";
import { list, narrowLabel, scrollable, section, table } from "./blocks.js";
import { formatOf } from "./format.js";
import { type Html, html, plainText, type Text } from "./html.js";
import { status } from "./locales/en/status.js";

/** Totals, a drawing, and the days one by one; nothing while there is no day. @param served oldest first @param at now */
export function servedSection(served: readonly ServedDay[], at: Instant): Html | undefined {
  const [first] = served;
  if (first === undefined) return undefined;
  const days = served.map((day) => ({ ...day, isRowLate: ["late", "missing"].includes(rowFate(day, at)) }));
  const drawings = YEAR_WIDTHS.map((width) => drawYear(days, { width, language: "en" }, plainText(words.drawing)));
  return section("served", words.heading)`<p>${words.intro(format.day(formatDay(first.day)))}</p>
${totalsTable(served, at)}
<figure>
${drawings}
<figcaption>${legend()}</figcaption>
</figure>
<details><summary>${words.table}</summary>
${daysTable(served, at)}
</details>`;
}

/** Widths in px in which the year is drawn; the page's style shows the one that fits. */
export const YEAR_WIDTHS = [148, 288, 560, 860] as const;

/** The totals that are shown besides those of all days. */
const MONTH_DAYS = 30;

const words = status.served;
const format = formatOf("en");

function totalsTable(served: readonly ServedDay[], at: Instant): Html {
  const [days, hours, fresh, daily] = words.columns;
  const spans = served.length > MONTH_DAYS ? [served.slice(-MONTH_DAYS), served] : [served];
  const rows = spans.map((span) => {
    const all = totalsOf(span, at);
    return [
      all.days === 1 ? format.days(1) : words.last(`${all.days}`),
      html`${narrowLabel(hours)}${words.hours(format.count(all.scoredHours), format.count(all.dueHours))}`,
      html`${narrowLabel(fresh)}${format.share(all.freshShare)}`,
      html`${narrowLabel(daily)}${words.rows(`${all.live}`, `${all.late}`, `${all.missing}`)}`,
    ];
  });
  return table([days, hours, fresh, daily], rows, { className: "stack", caption: words.totals });
}

function legend(): Html {
  const [full, part, none, row] = words.legend;
  const samples: readonly (readonly [Tree, Text])[] = [
    [sample(tree("path", { d: "M1 13v-12h10v12z", fill: CSS_VARIABLES.muted })), full],
    [sample(tree("path", { d: "M1 13v-6h10v6z", fill: CSS_VARIABLES.muted }), FRAME), part],
    [sample(FRAME), none],
    [sample(tree("path", { d: "M4.5 6h3v3h-3z", fill: CSS_VARIABLES.accent })), row],
  ];
  return list(
    samples.map(([drawing, meaning]) => html`${drawing} ${meaning}`),
    "row",
  );
}

const FRAME = tree("path", { d: "M1.5 1.5h9v11h-9z", fill: "none", stroke: CSS_VARIABLES.accent });

function sample(...parts: readonly Tree[]): Tree {
  return tree("svg", { width: 12, height: 14, viewBox: "0 0 12 14", "aria-hidden": "true" }, ...parts);
}

function daysTable(served: readonly ServedDay[], at: Instant): Html {
  const [, hours, fresh, row] = words.columns;
  const rows = served.toReversed().map((day) => {
    const fate = rowFate(day, at);
    const when =
      fate === "late" && day.row !== undefined ? `, ${format.minute(formatInstant(day.row.computedAt))}` : "";
    return [
      format.day(formatDay(day.day)),
      words.hours(`${day.scoredHours}`, `${day.dueHours}`),
      format.share(day.freshShare),
      html`${words.fates[fate]}${when}`,
    ];
  });
  return scrollable(words.table, table([words.day, hours, fresh, row], rows), "wide days");
}

/** Several days together. @param served at least one day */
function totalsOf(served: readonly ServedDay[], at: Instant) {
  const sum = (of: (day: ServedDay) => number) => served.reduce((total, day) => total + of(day), 0);
  const dueHours = sum((day) => day.dueHours);
  const rows = (fate: RowFate) => served.filter((day) => rowFate(day, at) === fate).length;
  return {
    days: served.length,
    scoredHours: sum((day) => day.scoredHours),
    dueHours,
    /** Of the time of all days, 0..1. A day weighs as its hours that were to be served: the first and the running day have fewer. */
    freshShare: dueHours === 0 ? 1 : sum((day) => day.freshShare * day.dueHours) / dueHours,
    live: rows("live"),
    late: rows("late"),
    missing: rows("missing"),
  };
}
