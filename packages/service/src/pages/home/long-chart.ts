/** The long chart of the front page. */
import {
  CSS_VARIABLES,
  CYCLE_RANGES,
  type CyclePast,
  type CyclePoint,
  type CycleRange,
  cycleOverview,
  dataOf,
  embedPath,
  embedSnippets,
  formatUsd,
  type Language,
  monthsText,
  translate,
  viewQuery,
  windowOf,
} from "peak-cycle-drawing";
import { formatDay, HALVING_DAYS, PHASES } from "peak-cycle-model";
import { scrollable, table } from "../blocks.js";
import { CYCLE_PLOT_STYLE, cyclePlot, LEAST_COLUMNS } from "../cycle-plot.js";
import { formatOf } from "../format.js";
import { dataBlock, type Html, html, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { addressOf, type PageContext } from "../site.js";
import { styleSheet, withValues } from "../style.js";
import type { HomeView, WholeCycle } from "./home-view.js";

/**
 * One view of the long chart below a title that says what is to be seen. Other views are links that the server answers; a
 * script draws them in place, reads points and moves the window of the overview, all from the points that the page holds.
 */
export function longChartSection(view: HomeView, whole: WholeCycle, context: PageContext): Html {
  const { language, link, path } = context;
  const { past, shown, hasTable } = whole;
  const isStale = view.staleHours !== undefined;
  const { cycle } = localeOf(language);
  const titles = titlesOf(view, past, language);
  const window = windowOf(past, shown);
  const data = dataOf(past, window, isStale);
  const to = (query: string) => link(query === "" ? path : `${path}?${query}`);
  const links = CYCLE_RANGES.map((range) => {
    const { from, to: end } = windowOf(past, range);
    const current = range === shown ? html` aria-current="true"` : undefined;
    return html`
<a href="${to(viewQuery(range))}" data-range="${range}" data-days="${from} ${end}" data-title="${titles[range]}"${current}>${cycle.ranges[range]}</a>`;
  });
  const title = typeof shown === "string" ? titles[shown] : monthsText(window.from, window.to, language);
  const [first, last] = [data.points[0], data.points.at(-1)] as [CyclePoint, CyclePoint];
  const { day } = formatOf(language);
  const [firstPrice, lastPrice] = [first, last].map(({ priceUsd }) => formatUsd(priceUsd, language)) as [
    string,
    string,
  ];
  const textAlternative = cycle.drawing(day(formatDay(first.day)), firstPrice, day(formatDay(last.day)), lastPrice);
  const query = viewQuery(shown);
  // Six digits of a price are more than a plot shows.
  const digits = (name: string, value: unknown) => (name === "priceUsd" ? Number(Number(value).toPrecision(6)) : value);
  return html`<section class="whole" aria-labelledby="cycle">
<div class="head"><h2 id="cycle">${title}</h2>
<nav class="tabs" aria-label="${cycle.rangesLabel}">${links}
</nav></div>
<figure>
${cyclePlot(data, language, { textAlternative, attributes: html` data-name="${cycle.name}" data-keys="${cycle.keys}"` })}<div class="brush" data-from="${cycle.brush.from}" data-to="${cycle.brush.to}">${cycleOverview(past, window, CSS_VARIABLES)}</div>
<figcaption><span>${cycle.color}</span> <span data-weekly="${cycle.points.weekly}" data-daily="${cycle.points.daily}">${data.isDaily ? cycle.points.daily : cycle.points.weekly}</span> <a class="screen-only view" href="${to(`${query === "" ? "" : `${query}&`}table=1`)}#points">${cycle.table}</a></figcaption>
</figure>
${dataBlock("application/json", { ...past, isStale, shown: window, words: cycle.reading }, "past", digits)}
${viewActions(query, data.isDaily === true, context)}
${hasTable ? scrollable(cycle.table, pointsTable(data.points, language), "wide scroll") : undefined}
</section>`;
}

/** The view to share, as a picture, to embed, and its data as far as the public has them: those of the last days. */
function viewActions(view: string, isDaily: boolean, { language, link, site }: PageContext): Html {
  const { view: words } = localeOf(language).cycle;
  const picture = { kind: "cycle-svg", size: "md", language, view } as const;
  const [snippet] = embedSnippets(
    { ...picture, theme: "auto" },
    { address: addressOf(site, ""), indexName: site.indexName },
  );
  const copy = (name: Text, attributes?: Html) =>
    html`<button type="button" class="copy${attributes && " view"}"${attributes} data-copied="${words.copied}" hidden>${name}</button>`;
  return html`<p class="buttons screen-only">${copy(words.share)}<a class="view" href="${link(embedPath({ ...picture, theme: "light" }) ?? "")}" download="peak-cycle.svg">${words.picture}</a>${copy(words.embed, html` data-code="${snippet?.code}"`)}<a href="${link("/api/public/nhci/history.csv")}" data-days-only${isDaily ? undefined : html` hidden`}>${words.data}</a></p>`;
}

/** What is to be seen in each range, in a sentence. */
function titlesOf({ settled }: HomeView, past: CyclePast, language: Language): Readonly<Record<CycleRange, Text>> {
  const { titles } = localeOf(language).cycle;
  const format = formatOf(language);
  const name = (phase: CyclePoint["phase"]) => (phase === undefined ? "–" : translate(phase, language));
  const whole = (score: number) => `${Math.round(score)}`;
  const now = past.points.at(-1);
  const between = (range: "2y" | "1y") => {
    const { points } = dataOf(past, windowOf(past, range), false);
    const [first, last] = [points[0]?.phase, points.at(-1)?.phase];
    return first === last ? titles[range].same(name(last)) : titles[range].other(name(first), name(last));
  };
  const scores = past.daily.flatMap(({ score }) => score ?? []);
  const turn = past.turns.at(-1);
  const month = turn && format.month(formatDay(turn.day));
  const isAway = turn && now?.score !== undefined && (turn.kind === "low") === now.score > turn.score;
  const since = settled && titles.all.run(translate(settled.phase, language), format.days(settled.days));
  const moved = isAway && month !== undefined ? titles.all[turn.kind](whole(turn.score), month) : "";
  return {
    all: html`${since ?? name(now?.phase)}${moved}`,
    cycle: cycleTitle(past, language),
    "2y": between("2y"),
    "1y": between("1y"),
    "30d": titles["30d"](whole(Math.min(...scores)), whole(Math.max(...scores))),
  };
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

function pointsTable(points: readonly CyclePoint[], language: Language): Html {
  const { cycle } = localeOf(language);
  const format = formatOf(language);
  const rows = points.map(({ day, priceUsd, score, phase }) => [
    format.day(formatDay(day)),
    formatUsd(priceUsd, language),
    score === undefined ? "–" : format.score(score),
    phase === undefined ? "–" : translate(phase, language),
  ]);
  return table(cycle.columns, rows, { id: "points" });
}

export const LONG_CHART_STYLE = [
  CYCLE_PLOT_STYLE,
  withValues(styleSheet("./long-chart.css", import.meta.url), {
    "--below-medium": `${LEAST_COLUMNS.medium - 0.02}px`,
  }),
].join("");
