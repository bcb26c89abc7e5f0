/** Price and score of this cycle over those of the earlier ones, since the halving and since the low. */
import {
  CSS_VARIABLES,
  type CyclePast,
  type CyclePoint,
  formatMultiple,
  type Language,
  OVERLAY_MARGINS,
  OVERLAY_PLOT,
  type OverlaidCycle,
  overlayChart,
  valueAt,
} from "peak-cycle-drawing";
import { HALVING_DAYS, type UtcDay, yearOf } from "peak-cycle-model";
import { scrollable, section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, plainText } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { styleSheet, withValues } from "../style-sheet.js";

export function overlaysSection(past: CyclePast, language: Language): Html | undefined {
  const { cycles } = localeOf(language).cycle;
  const lows = past.turns.filter(({ kind, isMain }) => kind === "low" && isMain).map(({ day }) => day);
  const groups = [
    { start: "halving", days: HALVING_DAYS },
    { start: "low", days: lows },
  ] as const;
  const drawn = groups.flatMap(({ start, days }) => group(past, { start, days, language }) ?? []);
  if (drawn.length === 0) return undefined;
  return section("cycles", cycles.heading)`${drawn}`;
}

type Start = "halving" | "low";
type Kind = "multiple" | "score";

interface Group {
  readonly start: Start;
  readonly days: readonly UtcDay[];
  readonly language: Language;
}

/** Two drawings and their table; `undefined` without an earlier cycle. */
function group(past: CyclePast, { start, days, language }: Group): Html | undefined {
  const { cycles, table } = localeOf(language).cycle;
  const multiples = cyclesFrom(past.points, days, "multiple");
  const scores = cyclesFrom(past.points, days, "score");
  if (multiples.length < 2 || scores.length < 2) return undefined;
  const drawings = [plot("multiple", multiples, language), plot("score", scores, language)];
  return html`<h3>${cycles[start]}</h3>
<div class="pair">${drawings}</div>
<details class="table"><summary>${table}</summary>${overlayTable(multiples, scores, { start, language })}</details>
`;
}

/** Days of a week: points of earlier years are that far apart, so a start is at most that far before its first point. */
const WEEK = 7;

/** The cycles that begin with each start, oldest first; one that has no point near its start is left out. */
export function cyclesFrom(
  points: readonly CyclePoint[],
  starts: readonly UtcDay[],
  kind: Kind,
): readonly OverlaidCycle[] {
  return starts.flatMap((start, i): readonly OverlaidCycle[] => {
    const end = starts[i + 1] ?? Number.POSITIVE_INFINITY;
    const inCycle = points.filter(({ day }) => day >= start && day < end);
    const first = inCycle[0];
    if (first === undefined || first.day - start > WEEK) return [];
    const values = inCycle.flatMap(({ day, priceUsd, score }) => {
      const value = kind === "multiple" ? priceUsd / first.priceUsd : score;
      return value === undefined ? [] : [[day - start, value] as const];
    });
    return values.length < 2 ? [] : [{ year: yearOf(start), points: values }];
  });
}

function plot(kind: Kind, all: readonly OverlaidCycle[], language: Language): Html {
  const { cycles } = localeOf(language).cycle;
  const title = plainText(cycles[kind]);
  const current = all.at(-1) as OverlaidCycle;
  const textAlternative = plainText(cycles.drawing(title, all.map(({ year }) => year).join(", ")));
  const drawn = overlayChart(
    { kind, earlier: all.slice(0, -1), current },
    { colors: CSS_VARIABLES, language },
    { title, textAlternative },
  );
  return html`<div class="over">${drawn}</div>`;
}

/** Days between two rows of the table. */
const STEP = 91;

function overlayTable(
  multiples: readonly OverlaidCycle[],
  scores: readonly OverlaidCycle[],
  { start, language }: Pick<Group, "start" | "language">,
): Html {
  const { cycles } = localeOf(language).cycle;
  const last = Math.max(...multiples.flatMap(({ points }) => points.at(-1)?.[0] ?? 0));
  const days = Array.from({ length: Math.floor(last / STEP) + 1 }, (_, i) => STEP * i);
  const format = formatOf(language);
  const cell = (cycle: OverlaidCycle, day: number, write: (value: number) => string) => {
    const value = valueAt(cycle, day);
    return html`<td>${value === undefined ? "–" : write(value)}</td>`;
  };
  const rows = days.map(
    (day) => html`
<tr><th scope="row">${day}</th>${multiples.map((cycle) => cell(cycle, day, (value) => formatMultiple(value, language)))}${scores.map((cycle) => cell(cycle, day, format.score))}</tr>`,
  );
  const heads = (all: readonly OverlaidCycle[]) => all.map(({ year }) => html`<th scope="col">${year}</th>`);
  return scrollable(
    cycles[start],
    html`<table><thead><tr><td></td><th scope="colgroup" colspan="${multiples.length}">${cycles.multiple}</th><th scope="colgroup" colspan="${scores.length}">${cycles.score}</th></tr>
<tr><th scope="col">${cycles.day}</th>${heads(multiples)}${heads(scores)}</tr></thead>
<tbody>${rows}
</tbody></table>`,
    "wide scroll",
  );
}

export const OVERLAYS_STYLE = withValues(styleSheet("./overlays.css", import.meta.url), {
  "--overlay-height": `${OVERLAY_PLOT.height + 40}px`,
  "--overlay-left": `${OVERLAY_MARGINS.left}px`,
  "--overlay-right": `${OVERLAY_MARGINS.right}px`,
});
