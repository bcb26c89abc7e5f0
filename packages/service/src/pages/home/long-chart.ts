/** The long chart of the front page, and the chart of the last days that stands in its place before there is a record. */
import {
  type ChartDay,
  CSS_VARIABLES,
  type CurrentScore,
  CYCLE_RANGES,
  type CyclePast,
  type CyclePoint,
  type CycleRange,
  chart,
  cycleScale,
  dataOfRange,
  daysTable,
  formatUsd,
  type Language,
  translate,
} from "peak-cycle-drawing";
import { formatDay } from "peak-cycle-model";
import { inWidths, scrollable, section, table } from "../blocks.js";
import { CYCLE_PLOT_STYLE, cyclePlot, leastColumn } from "../cycle-plot.js";
import { formatOf } from "../format.js";
import { type Html, html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";
import { widestThatFits } from "../style.js";
import { styleSheet, withValues } from "../style-sheet.js";

interface LongChartView {
  readonly past: CyclePast;
  readonly isStale: boolean;
  /** The range that is seen first. */
  readonly range: CycleRange;
}

/**
 * The long chart in all ranges, of which one is seen, and its points as a table. The ranges are links that the server
 * answers; a script switches in place and reads points, for which each plot says where they are.
 */
export function longChartSection(view: LongChartView, { language, link, path }: PageContext): Html {
  const { past, range } = view;
  const { cycle } = localeOf(language);
  const first = past.points[0];
  const links = CYCLE_RANGES.map((name) => {
    const href = link(name === "all" ? path : `${path}?range=${name}`);
    const current = name === range ? html` aria-current="true"` : undefined;
    return html`
<a href="${href}" data-range="${name}"${current}>${cycle.ranges[name]}</a>`;
  });
  const plots = CYCLE_RANGES.map((name) => plot(view, name, language));
  const from = first === undefined ? "" : formatOf(language).day(formatDay(first.day));
  return html`<section class="whole" aria-labelledby="cycle">
<h2 id="cycle" class="visually-hidden">${cycle.heading}</h2>
<div class="bar"><nav class="tabs" aria-label="${cycle.rangesLabel}">${links}
</nav><p class="read" data-score="${cycle.columns[2]}">${cycle.hint}</p></div>
<figure>
${plots}<figcaption>${cycle.fine(from)}</figcaption>
</figure>
<details class="table"><summary>${cycle.table}</summary>${pointsTable(past.points, language)}</details>
</section>`;
}

/** One range. `data-points`: for each point the place of its day, price and score in thousandths of the plot. */
function plot({ past, isStale, range }: LongChartView, name: CycleRange, language: Language): Html {
  const { cycle } = localeOf(language);
  const data = dataOfRange({ ...past, isStale }, name);
  const scale = cycleScale(data);
  const thousandths = (share: number) => Math.round(1000 * share);
  const places = data.points.map(({ day, priceUsd, score }) =>
    [scale.x(day), scale.priceY(priceUsd), ...(score === undefined ? [] : [scale.scoreY(score)])]
      .map(thousandths)
      .join(" "),
  );
  const [first, last] = [data.points[0], data.points.at(-1)] as [CyclePoint, CyclePoint];
  const { day } = formatOf(language);
  const textAlternative = cycle.drawing(
    day(formatDay(first.day)),
    formatUsd(first.priceUsd, language),
    day(formatDay(last.day)),
    formatUsd(last.priceUsd, language),
  );
  const hidden = name === range ? undefined : html` hidden`;
  const attributes = html` data-range="${name}" data-keys="${cycle.keys}" data-first="${past.points.indexOf(first)}" data-points="${places.join(",")}"${hidden}`;
  return cyclePlot(data, language, { textAlternative, attributes });
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
  return scrollable(cycle.table, table(cycle.columns, rows, { id: "points" }), "wide scroll");
}

/** Widths in px in which the chart of the last days is drawn; the style shows the one that fits. */
const CHART_WIDTHS = [288, 360, 560, 860] as const;

/**
 * The 30 days, which stand here until there is a record, as the chart that people embed draws them, and as a table.
 *
 * @param days oldest first, at least one
 */
export function lastDaysSection(
  now: CurrentScore,
  days: readonly ChartDay[],
  { language, pageLink }: PageContext,
): Html {
  const words = localeOf(language).home.chart;
  const draw = (width: number) => chart({ now, days }, { width, colors: CSS_VARIABLES, language });
  return section("days", words.heading)`<figure>
${inWidths("chart", CHART_WIDTHS, draw)}<figcaption>${words.note(pageLink("embed"))}</figcaption>
</figure>
<details><summary>${words.table}</summary>${scrollable(words.table, daysTable(days, language), "wide")}</details>`;
}

/** The CSS of both sections. */
export const LONG_CHART_STYLE = [
  CYCLE_PLOT_STYLE,
  widestThatFits("chart", CHART_WIDTHS),
  withValues(styleSheet("./long-chart.css", import.meta.url), {
    "--below-medium": `${leastColumn("medium") - 0.02}px`,
  }),
].join("");
