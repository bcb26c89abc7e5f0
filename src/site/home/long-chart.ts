import { chart } from "../../chart/chart.js";
import { type ChartDay, parseCurrent } from "../../chart/chart-data.js";
import { CSS_VARIABLES } from "../../chart/colors.js";
import {
  CYCLE_RANGES,
  type CyclePast,
  type CyclePoint,
  type CycleRange,
  dataOfRange,
} from "../../chart/cycle/cycle-data.js";
import { cycleScale } from "../../chart/cycle/cycle-scale.js";
import { formatUsd, type Language, translate } from "../../chart/locale.js";
import { daysTable } from "../../chart/text-alternatives.js";
import { formatDay } from "../../domain/instant.js";
import { inWidths, scrollable, section, table } from "../blocks.js";
import { CYCLE_PLOT_STYLE, cyclePlot, leastColumn } from "../cycle-plot.js";
import { formatOf } from "../format.js";
import { type Html, html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";
import { widestThatFits } from "../style.js";
import type { Current } from "./now.js";

interface LongChartView {
  readonly past: CyclePast;
  readonly isStale: boolean;
  /** The one that is seen first. */
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
  const links = CYCLE_RANGES.map((each) => {
    const href = link(each === "all" ? path : `${path}?range=${each}`);
    const current = each === range ? html` aria-current="true"` : undefined;
    return html`
<a href="${href}" data-range="${each}"${current}>${cycle.ranges[each]}</a>`;
  });
  const plots = CYCLE_RANGES.map((each) => plot(view, each, language));
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
function plot({ past, isStale, range }: LongChartView, each: CycleRange, language: Language): Html {
  const { cycle } = localeOf(language);
  const data = dataOfRange({ ...past, isStale }, each);
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
  const hidden = each === range ? undefined : html` hidden`;
  const attributes = html` data-range="${each}" data-keys="${cycle.keys}" data-first="${past.points.indexOf(first)}" data-points="${places.join(",")}"${hidden}`;
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
  current: Current,
  days: readonly ChartDay[],
  { language, pageLink }: PageContext,
): Html {
  const words = localeOf(language).home.chart;
  const now = parseCurrent(current);
  const draw = (width: number) => chart({ now, days }, { width, colors: CSS_VARIABLES, language });
  return section("days", words.heading)`<figure>
${inWidths("chart", CHART_WIDTHS, draw)}<figcaption>${words.note(pageLink("embed"))}</figcaption>
</figure>
<details><summary>${words.table}</summary>${scrollable(words.table, daysTable(days, language), "wide")}</details>`;
}

/** The CSS of both sections. */
export const LONG_CHART_STYLE = `
${CYCLE_PLOT_STYLE}.whole{margin:1rem 0 0}.bar{display:flex;align-items:center;gap:.25rem 1.5rem;border-top:1px solid var(--ink);min-height:46px}
.tabs{display:flex;gap:4px;margin-left:-10px}.tabs a{padding:9px 10px 7px;font-size:.875rem;line-height:20px;color:var(--soft);text-decoration:none;border-bottom:2px solid transparent;white-space:nowrap}
.tabs a:hover{color:var(--ink)}.tabs [aria-current]{color:var(--ink);font-weight:650;border-color:var(--ink)}
.read{flex:1;min-width:0;max-width:none;margin:0;text-align:right;font-size:.875rem;color:var(--soft);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.plot{touch-action:pan-y;cursor:crosshair}.plot[hidden]{display:none}
.plot i{position:absolute;top:6%;bottom:5.5%;width:0;border-left:1px solid var(--ink);opacity:.55;pointer-events:none}
.plot b{position:absolute;width:11px;height:11px;margin:-5.5px;border-radius:50%;background:var(--paper);border:3px solid var(--ink);pointer-events:none}
.whole figcaption{margin-top:.25rem;max-width:none;font-size:.8125rem}
.scroll{max-height:320px;overflow:auto;border:1px solid var(--line);font-size:.8125rem}.scroll th,.scroll td{padding:.3rem .75rem;white-space:nowrap;text-align:right}.scroll tr>:first-child{text-align:left}
.table summary{color:var(--link);width:max-content;font-size:.875rem;margin-top:.35rem}
@container (max-width:${leastColumn("medium") - 0.02}px){
.bar{flex-wrap:wrap;gap:0}.tabs{margin:0 -8px;width:calc(100% + 16px);justify-content:space-between}.tabs a{padding:8px 8px 6px}.read{flex:none;width:100%;text-align:left;font-size:.78rem;line-height:22px;height:22px}}
@media (max-width:22.4rem){.tabs a{font-size:.8125rem;padding:8px 6px 6px}.read{white-space:normal;height:44px}}
[data-saved] .plot circle{fill:var(--paper);stroke:var(--ink)}
.chart svg{display:block;width:100%;height:auto}
.chart{display:none}${widestThatFits("chart", CHART_WIDTHS)}`;
