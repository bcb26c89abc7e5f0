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
import { HALVING_DAYS, type PhaseKey, type UtcDay, yearOf } from "peak-cycle-model";
import { scrollable, section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, plainText, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { styleSheet, withValues } from "../style.js";

export function overlaysSection(past: CyclePast, phase: PhaseKey, language: Language): Html | undefined {
  const { cycles } = localeOf(language).cycle;
  const lows = past.turns.filter(({ kind, isMain }) => kind === "low" && isMain).map(({ day }) => day);
  const drawn = [["halving", HALVING_DAYS] as const, ["low", lows] as const].flatMap(([start, days]) => {
    const multiples = cyclesFrom(past.points, days, "multiple");
    const scores = cyclesFrom(past.points, days, "score");
    return multiples.length < 2 || scores.length < 2 ? [] : [{ start, multiples, scores, phase, language }];
  });
  if (drawn.length === 0) return undefined;
  const spans = drawn.map((each) => html`<span class="since ${each.start}">${titleOf(each)}</span>`);
  const tabs = drawn.map(
    ({ start }, i) => html`
<label><input type="radio" name="cycles" value="${start}"${i === 0 ? html` checked` : undefined}>${cycles[start]}</label>`,
  );
  return section(
    "cycles",
    html`${spans}`,
  )`<fieldset class="tabs screen-only"><legend class="visually-hidden">${cycles.heading}</legend>${tabs}
</fieldset>
${drawn.map(group)}`;
}

type Start = "halving" | "low";
type Kind = "multiple" | "score";

interface Group {
  readonly start: Start;
  /** Oldest first; the last one is under way. */
  readonly multiples: readonly OverlaidCycle[];
  readonly scores: readonly OverlaidCycle[];
  readonly phase: PhaseKey;
  readonly language: Language;
}

/** What the cycle under way stands at as a multiple of its first day, and what the earlier ones that lasted as long stood at then. */
function comparedWith({ multiples }: Group) {
  const [day, now] = multiples.at(-1)?.points.at(-1) ?? [0, 1];
  const earlier = multiples.slice(0, -1).flatMap((cycle) => {
    const multiple = valueAt(cycle, day);
    return multiple === undefined ? [] : [{ year: cycle.year, multiple }];
  });
  return { day, now, earlier: earlier.toSorted((one, other) => one.multiple - other.multiple) };
}

/** A superlative is said of all earlier cycles or not at all: one that ended sooner has no value on this day. */
function titleOf(compared: Group): Text {
  const { titles, heading } = localeOf(compared.language).cycle.cycles;
  const { now, earlier } = comparedWith(compared);
  const above = earlier.filter(({ multiple }) => multiple > now).length;
  if (above > 0 && above < earlier.length) return titles.between;
  if (earlier.length < compared.multiples.length - 1) return heading;
  return above === 0 ? titles.steepest : titles.flattest;
}

/** What is seen in a sentence, two drawings and their table. */
function group(shown: Group): Html {
  const { start, multiples, scores, phase, language } = shown;
  const { cycles, table } = localeOf(language).cycle;
  const { day, now, earlier } = comparedWith(shown);
  const multiple = (value: number) => formatMultiple(value, language);
  const [first, second] = earlier;
  const list = new Intl.ListFormat(language).format(earlier.map((each) => multiple(each.multiple)));
  const { some, one, none } = cycles.others;
  const others = second ? some(list) : first ? one(first.year, multiple(first.multiple)) : none;
  return html`<div class="since ${start}"><h3 class="visually-hidden">${cycles[start]}</h3>
<p class="lede">${cycles.lead[start](`${day}`, html`<b>${multiple(now)}</b>`)} ${others}</p>
<div class="pair">${plot("multiple", multiples, phase, language)}${plot("score", scores, phase, language)}</div>
<details class="table"><summary>${table}</summary>${overlayTable(shown)}</details></div>
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

function plot(kind: Kind, all: readonly OverlaidCycle[], phase: PhaseKey, language: Language): Html {
  const { cycles } = localeOf(language).cycle;
  const title = plainText(cycles[kind]);
  const current = all.at(-1) as OverlaidCycle;
  const textAlternative = plainText(cycles.drawing(title, all.map(({ year }) => year).join(", ")));
  const drawn = overlayChart(
    { kind, earlier: all.slice(0, -1), current, phase },
    { colors: CSS_VARIABLES, language },
    { title, textAlternative },
  );
  return html`<div class="over">${drawn}</div>`;
}

/** Days between two rows of the table. */
const STEP = 91;

function overlayTable({ start, multiples, scores, language }: Group): Html {
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
