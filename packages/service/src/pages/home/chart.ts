/** The whole-cycle chart of the front page, with its title, its ranges and its numbers as a table. */
import {
  CYCLE_RANGES,
  type CycleChartData,
  type CyclePast,
  type CyclePoint,
  type CycleRange,
  cycleChart,
  dataOf,
  formatUsd,
  LANGUAGES,
  type Language,
  type PagePlot,
  PLOTS,
  phaseAt,
  rightMargin,
  translate,
} from "peak-cycle-drawing";
import { formatDay, HALVING_DAYS, PHASES, type UtcDay } from "peak-cycle-model";
import { scrollable, table, tabs } from "../blocks.js";
import { formatOf } from "../format.js";
import { dataBlock, type Html, html, plainText, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";
import { styleSheet } from "../style.js";
import type { HomeView, WholeCycle } from "./home-view.js";
import { credit } from "./market.js";

/**
 * Shows one range; the others are links to the chart, so that on a phone it stays in view. A script shows single days
 * from the points in the page.
 */
export function chartSection(view: HomeView, { past, range: currentRange }: WholeCycle, context: PageContext): Html {
  const { language, link, path } = context;
  const { chart: words } = localeOf(language).home;
  const { day } = formatOf(language);
  const data = dataOf(past, currentRange, view.staleHours !== undefined);
  const links = CYCLE_RANGES.map((range) => ({
    href: `${link(range === "all" ? path : `${path}?range=${range}`)}#chart`,
    text: words.ranges[range],
    isCurrent: range === currentRange,
  }));
  const [first, last] = [data.points[0], data.points.at(-1)] as [CyclePoint, CyclePoint];
  const dayAndPrice = ({ day: at, priceUsd }: CyclePoint) =>
    [day(formatDay(at)), formatUsd(priceUsd, language)] as const;
  // Six digits of a price are more than a plot shows.
  const digits = (name: string, value: unknown) => (name === "priceUsd" ? Number(Number(value).toPrecision(6)) : value);
  const source = credit(view.market.btcPrice, view.sources);
  return html`<section class="chart" aria-labelledby="chart">
<div class="head"><div class="title"><h2 id="chart">${titleOf(past, currentRange, language)}</h2><p
id="reading" hidden></p></div>
${tabs(words.rangesLabel, links)}</div>
${plot(data, language, words.drawing(...dayAndPrice(first), ...dayAndPrice(last)))}
${source && html`<p class="note">${words.price} ${source}.</p>`}
${dataBlock("points", data, digits)}
<details class="plain"><summary>${words.table}</summary>${pointsTable(data.points, language)}</details>
</section>
`;
}

/** One drawing for every width; the style shows the labels that fit. */
function plot(data: CycleChartData, language: Language, textAlternative: Text): Html {
  const { name, keys } = localeOf(language).home.chart;
  const picture = cycleChart(data, language, plainText(textAlternative));
  return html`<div class="plot ${language}"><div data-name="${name}" data-keys="${keys}">${picture}</div></div>`;
}

/** A sentence about what the range shows. */
function titleOf(past: CyclePast, range: CycleRange, language: Language): Text {
  const { titles } = localeOf(language).home.chart;
  const format = formatOf(language);
  const whole = (score: number) => `${Math.round(score)}`;
  if (range === "cycle") return cycleTitle(past, language);
  const { points } = dataOf(past, range, false);
  const [first, last] = [points[0], points.at(-1)] as [CyclePoint, CyclePoint];
  if (range === "1y") {
    const [before, now] = [first, last].map(({ score }) => translate(phaseAt(score), language)) as [string, string];
    return before === now ? titles.same(now) : titles.other(before, now);
  }
  if (range === "30d") {
    const scores = points.map(({ score }) => score);
    return titles.days(whole(Math.min(...scores)), whole(Math.max(...scores)));
  }
  /** Within the last ten months, a month is shown without its year. */
  const monthOf = (day: UtcDay) =>
    last.day - day < 300 ? format.longMonth(formatDay(day)) : format.month(formatDay(day));
  const turn = past.turns.at(-1);
  const isAway = turn && (turn.kind === "low") === last.score > turn.score;
  return isAway
    ? titles[turn.kind](whole(turn.score), monthOf(turn.day), whole(last.score))
    : titles.since(formatDay(first.day).slice(0, 4));
}

/** Whether the current cycle has reached the top phase, and what the score was at the highest price of the chart. */
function cycleTitle(past: CyclePast, language: Language): Text {
  const { titles } = localeOf(language).home.chart;
  const from = HALVING_DAYS.findLast((day) => day <= (past.points.at(-1)?.day ?? 0)) ?? 0;
  const points = past.points.filter(({ day }) => day >= from);
  const top = past.turns.findLast(({ kind, day }) => kind === "high" && day >= from);
  const most = Math.max(0, ...points.map(({ score }) => score));
  const peak = PHASES.at(-1);
  if (top === undefined || peak === undefined) return titles.open(`${Math.round(most)}`);
  // The turn is a close, and the chart shows prices of 06:00 UTC, so their highest may be on different days.
  const shownTop = dataOf(past, "cycle", false).turns.findLast(({ kind }) => kind === "high") ?? top;
  return titles[most >= peak.from ? "reached" : "never"](
    `${Math.round(shownTop.score)}`,
    translate(peak.key, language),
  );
}

/** The points, including the newest; if there are many, only every n-th. */
function pointsTable(points: readonly CyclePoint[], language: Language): Html {
  const words = localeOf(language).home.chart;
  const format = formatOf(language);
  const step = Math.ceil(points.length / MOST_ROWS);
  const sample = points.filter((_, i) => (points.length - 1 - i) % step === 0);
  const rows = sample.map(({ day, priceUsd, score }) => [
    format.day(formatDay(day)),
    formatUsd(priceUsd, language),
    format.score(score),
    translate(phaseAt(score), language),
  ]);
  return scrollable(words.table, table(words.columns, rows), "wide scroll");
}

/** The most rows of a readable table: two years of weeks. */
const MOST_ROWS = 104;

/** The width of a digit in px at the font size that `PLOTS` are measured for. */
const DIGIT = 7.36;
const SIZE = 11.5;

const inDigits = (px: number) => `${Math.ceil(px / DIGIT)}ch`;

/** The room right of a plot in each language, and the width from which its labels are shown. */
function rulesOf([name, { width, height, tier }]: [string, PagePlot], i: number): string {
  const before = Object.keys(PLOTS)[i - 1];
  const margins = LANGUAGES.map((language) => rightMargin(language, SIZE, tier));
  const room = LANGUAGES.map((each, nth) => `.plot.${each}>div{margin-right:${inDigits(margins[nth] ?? 0)}}`).join("");
  const sizeRule = `.plot>div{height:max(${height / 16}rem,${inDigits(height)})}${room}`;
  if (before === undefined) return sizeRule;
  const least = inDigits(width + Math.max(...margins));
  const displayRule = `.plot .${before}{display:none}.plot .${name}{display:block}`;
  return `.plot .${name}{display:none}@container plot (min-width:${least}){${displayRule}${sizeRule}}`;
}

export const CHART_STYLE = styleSheet("./chart.css", import.meta.url) + Object.entries(PLOTS).map(rulesOf).join("");
