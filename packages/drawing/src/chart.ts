/** The chart: the head, and below it score and price of the last 30 days, or of all weeks since the first score. */
import { type AttributionParts, withCredit } from "./attribution.js";
import type { ChartDay, ChartView } from "./chart-data.js";
import { chartPanels, formatSigned, priceChange } from "./chart-panels.js";
import { type ChartPlace, type ChartPlot, chartPlace, chartPlot, headHeight, type SwitchPlace } from "./chart-plot.js";
import { head, USUAL, warningSign } from "./head.js";
import {
  formatMonth,
  formatShortDate,
  formatShortDay,
  formatUsd,
  type Language,
  phaseName,
  pickTranslation,
} from "./locale.js";
import * as words from "./locales/words.js";
import { type Tree, tree } from "./markup.js";
import { fitText, isSmall, line, padding, rect, text, textWidth } from "./svg.js";
import { pointScore } from "./text-alternatives.js";

/**
 * @param width integer px, 180..1200
 * @param height available height, in px: if the chart needs more, its panels shrink
 * @param read index of the selected point
 */
export function chart(
  view: ChartView,
  width: number,
  language: Language,
  credit: AttributionParts,
  height?: number,
  read = -1,
): Tree {
  const place = chartPlace(view, width, language, credit, height);
  const { left, top, bottom } = place;
  const plot = chartPlot(view, place.width, bottom - top, language);
  const day = plot.points[read];
  const rule = headHeight(width) + 0.5;
  const quoteLabels = quote(view, plot, width, language);
  const quoteWidth = Math.max(0, ...quoteLabels.map(({ children }) => textWidth(`${children[0]}`, 13)));
  const parts = [
    ...head(view, width, language, secondLines(view, language), USUAL, quoteWidth && quoteWidth + 12),
    ...quoteLabels,
    line(`M${left} ${rule}h${place.width}`, "line"),
    ...(day ? reading(day, plot, place, width, language) : title(view, plot, place, width, language)),
    ...(day ? [] : place.switches.map((each) => option(each, each.range === (view.range ?? "30d")))),
    tree(
      "g",
      { transform: `translate(${left} ${top})`, "aria-hidden": "true" },
      chartPanels(view, plot, language, read),
    ),
  ];
  return withCredit(parts, place.rows, width, bottom + 25);
}

/** The price and its change at the right of the head if there is room; otherwise they are next to their line. */
function quote(
  { now }: ChartView,
  { points, isNarrow, isCycle }: ChartPlot,
  width: number,
  language: Language,
): Tree[] {
  if (isNarrow || !now?.priceUsd) return [];
  const end = width - padding(width);
  const change = priceChange(points, language);
  const below =
    isCycle || !change
      ? pickTranslation(words.BITCOIN_PRICE, language)
      : pickTranslation(words.IN_30_DAYS, language).replace("{}", change);
  return [
    text(end, 54, formatUsd(now.priceUsd, language), 18, "ink", 600, "end"),
    text(end, 73, below, 12, "soft", 0, "end"),
  ];
}

/** `of 100 · Signal: Hold`, then shorter texts for when there is no room. */
function secondLines({ now }: ChartView, language: Language): readonly string[] {
  const of = pickTranslation(words.OF_100, language);
  if (!now?.signal) return [of];
  const signal = pickTranslation(words.SIGNAL_NAMES[now.signal], language);
  const full = `${pickTranslation(words.SIGNAL, language)} ${signal}`;
  return [`${of} · ${full}`, full, signal];
}

/** A sentence about what the panels show, or that it could not be fetched. */
function title(view: ChartView, plot: ChartPlot, place: ChartPlace, width: number, language: Language): Tree[] {
  const { left, titleY } = place;
  const [beside] = isSmall(width) ? [] : place.switches;
  const room = beside ? beside.x - left - 8 : place.width;
  if (view.isHistoryUnreachable) {
    const texts = [words.NO_HISTORY, words.SHORT_NO_HISTORY].map((each) => pickTranslation(each, language));
    return [warningSign(left, titleY - 10.5, 0.95), fitText(left + 15, titleY, room - 15, texts, 12, "mark", 600)];
  }
  // No history will follow for an asset without a score, and none is known to follow while the score is unreachable.
  if (view.state && (view.state === "loading" || !plot.points[0])) return [];
  return [fitText(left, titleY, room, titles(plot, language), 12.5, "ink", 600)];
}

function titles({ points, isCycle }: ChartPlot, language: Language): readonly string[] {
  const pick = (texts: string, value: string) => pickTranslation(texts, language).replace("{}", value);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [pickTranslation(words.HISTORY_AWAITED, language)];
  if (isCycle) return [pick(words.SCORE_SINCE, first.date.slice(0, 4))];
  const change = last.score - first.score;
  const pointsText = formatSigned(change, language);
  const withChange = (texts: string, value: string) => `${pick(texts, "")} ${pick(words.IN_30_DAYS, value)}`;
  const text = change > 0 ? words.SCORE_ROSE : words.SCORE_FELL;
  return [
    ...(pointsText[0] === "±" ? [] : [withChange(text, pointsText.slice(1))]),
    withChange(words.SCORE, pointsText),
    `${pick(words.SCORE, "")} ${pointsText}`, // the switch next to it names the days
  ];
}

/** An option of the switch; widgets put a button with its name on top. */
function option({ name, x, y, width, height }: SwitchPlace, isOn: boolean): Tree {
  const label = text(x + width / 2, y + 15.5, name, 12, isOn ? "ink" : "soft", isOn ? 600 : 0, "middle");
  return tree("g", { "aria-hidden": "true" }, ...(isOn ? [rect(x, y, width, height, 6, "ink", ".07")] : []), label);
}

/**
 * The selected point, in place of title and switch. Where there is no room for the phase, the bands show its name.
 */
function reading(
  day: ChartDay,
  { isCycle }: ChartPlot,
  { left, titleY: y }: ChartPlace,
  width: number,
  language: Language,
): readonly Tree[] {
  const small = isSmall(width);
  const size = small ? 11.5 : 12.5;
  const { date, priceUsd, phase } = day;
  const name = tree("tspan", { fill: `var(--${phase})` }, ` ${phaseName(phase, language, width < 400)}`);
  const parts = [pointScore(day, isCycle, language), ...(small ? [] : [name])];
  const middle = left + (small ? (isCycle ? 0.5 : 0.41) : 0.48) * (width - 2 * left);
  const week = small ? `${formatMonth(date, language)} ${date.slice(0, 4)}` : formatShortDate(date, language);
  const when = isCycle ? week : formatShortDay(date, language);
  return [
    text(left, y, when, size, "soft"),
    text(middle, y, parts, size, small ? phase : "ink", 600, "middle"),
    ...(priceUsd ? [text(width - left, y, formatUsd(priceUsd, language, small), size, "ink", 600, "end")] : []),
  ];
}
