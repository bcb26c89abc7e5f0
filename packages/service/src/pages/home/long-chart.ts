/** The long chart of the front page. */
import {
  CYCLE_RANGES,
  type CyclePast,
  type CyclePoint,
  type CycleRange,
  dataOf,
  formatUsd,
  type Language,
  translate,
} from "peak-cycle-drawing";
import { formatDay, HALVING_DAYS, PHASES } from "peak-cycle-model";
import { scrollable, table } from "../blocks.js";
import { CYCLE_PLOT_STYLE, cyclePlot, LEAST_COLUMNS } from "../cycle-plot.js";
import { formatOf } from "../format.js";
import { dataBlock, type Html, html, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";
import { styleSheet, withValues } from "../style.js";
import type { HomeView, WholeCycle } from "./home-view.js";

/**
 * One range of the long chart below a title that says what is to be seen. The other ranges are links; a script reads the days
 * out from the points that the page holds.
 */
export function longChartSection(view: HomeView, { past, range: shown }: WholeCycle, context: PageContext): Html {
  const { language, link, path } = context;
  const { cycle } = localeOf(language);
  const { day } = formatOf(language);
  const data = dataOf(past, shown, view.staleHours !== undefined);
  const links = CYCLE_RANGES.map((range) => {
    const current = range === shown ? html` aria-current="true"` : undefined;
    return html`
<a href="${link(range === "all" ? path : `${path}?range=${range}`)}" data-range="${range}"${current}>${cycle.ranges[range]}</a>`;
  });
  const [first, last] = [data.points[0], data.points.at(-1)] as [CyclePoint, CyclePoint];
  const priced = ({ day: at, priceUsd }: CyclePoint) => [day(formatDay(at)), formatUsd(priceUsd, language)] as const;
  const textAlternative = cycle.drawing(...priced(first), ...priced(last));
  // Six digits of a price are more than a plot shows.
  const digits = (name: string, value: unknown) => (name === "priceUsd" ? Number(Number(value).toPrecision(6)) : value);
  return html`<section class="whole" aria-labelledby="cycle">
<div class="head"><h2 id="cycle">${titleOf(view, past, shown, language)}</h2>
<nav class="tabs" aria-label="${cycle.rangesLabel}">${links}
</nav></div>
<figure>
${cyclePlot(data, language, { textAlternative, attributes: html` data-name="${cycle.name}" data-keys="${cycle.keys}"` })}<figcaption><span>${cycle.color}</span> <span>${data.isDaily ? cycle.points.daily : cycle.points.weekly}</span></figcaption>
</figure>
${dataBlock("application/json", { ...data, words: cycle.reading }, "shown", digits)}
${pointsTable(data.points, language)}
</section>`;
}

/** What is to be seen in the range, in a sentence. */
function titleOf({ settled }: HomeView, past: CyclePast, range: CycleRange, language: Language): Text {
  const { titles } = localeOf(language).cycle;
  const format = formatOf(language);
  const name = (phase: CyclePoint["phase"]) => (phase === undefined ? "–" : translate(phase, language));
  const whole = (score: number) => `${Math.round(score)}`;
  if (range === "cycle") return cycleTitle(past, language);
  if (range === "1y") {
    const { points } = dataOf(past, range, false);
    const [first, last] = [points[0]?.phase, points.at(-1)?.phase];
    return first === last ? titles["1y"].same(name(last)) : titles["1y"].other(name(first), name(last));
  }
  if (range === "30d") {
    const scores = past.daily.flatMap(({ score }) => score ?? []);
    return titles["30d"](whole(Math.min(...scores)), whole(Math.max(...scores)));
  }
  const now = past.points.at(-1);
  const turn = past.turns.at(-1);
  const isAway = turn && now?.score !== undefined && (turn.kind === "low") === now.score > turn.score;
  const since = settled && titles.all.run(translate(settled.phase, language), format.days(settled.days));
  const moved = isAway ? titles.all[turn.kind](whole(turn.score), format.month(formatDay(turn.day))) : "";
  return html`${since ?? name(now?.phase)}${moved}`;
}

/** Whether the present cycle has reached the uppermost phase, and what it read at its highest price so far. */
function cycleTitle(past: CyclePast, language: Language): Text {
  const { titles } = localeOf(language).cycle;
  const from = HALVING_DAYS.findLast((day) => day <= (past.points.at(-1)?.day ?? 0)) ?? 0;
  const points = past.points.filter(({ day, score }) => day >= from && score !== undefined);
  const top = past.turns.findLast(({ kind, day }) => kind === "high" && day >= from);
  const most = Math.max(0, ...points.map(({ score = 0 }) => score));
  const peak = PHASES.at(-1);
  if (top === undefined || peak === undefined) return titles.cycle.open(`${Math.round(most)}`);
  const isReached = most >= peak.from;
  return titles.cycle[isReached ? "reached" : "never"](`${Math.round(top.score)}`, translate(peak.key, language));
}

/** The points behind a fold, the newest included; of many only every n-th. */
function pointsTable(points: readonly CyclePoint[], language: Language): Html {
  const { cycle } = localeOf(language);
  const format = formatOf(language);
  const step = Math.ceil(points.length / MOST_ROWS);
  const shown = points.filter((_, i) => (points.length - 1 - i) % step === 0);
  const rows = shown.map(({ day, priceUsd, score, phase }) => [
    format.day(formatDay(day)),
    formatUsd(priceUsd, language),
    score === undefined ? "–" : format.score(score),
    phase === undefined ? "–" : translate(phase, language),
  ]);
  const drawn = scrollable(cycle.table, table(cycle.columns, rows, { id: "points" }), "wide scroll");
  return html`<details class="table"><summary>${cycle.table}</summary>${drawn}</details>`;
}

/** In rows of a table that can still be read through: two years of weeks. */
const MOST_ROWS = 104;

export const LONG_CHART_STYLE = [
  CYCLE_PLOT_STYLE,
  withValues(styleSheet("./long-chart.css", import.meta.url), {
    "--below-medium": `${LEAST_COLUMNS.medium - 0.02}px`,
  }),
].join("");
