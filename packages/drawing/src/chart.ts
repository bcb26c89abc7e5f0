/** The chart: the head, with price and score of the last 30 days below it. */
import { type AttributionParts, chartFooter, framed, linkTo } from "./attribution.js";
import type { ChartDay, ChartView } from "./chart-data.js";
import { daysPanel, daysPlot, panelHeight } from "./days-panel.js";
import { clockText, head, headBottom, ruler, rulerX } from "./head.js";
import { formatScore, formatShortDay, formatUsd, type Language, phaseName, pickTranslation } from "./locale.js";
import * as words from "./locales/words.js";
import { type Tree, tree } from "./markup.js";
import { isSmall, padding, text, textWidth } from "./svg.js";

/**
 * @param width integer px, 180..1200
 * @param height available height, in px: if the chart needs more, it drops the ruler and shrinks the panels
 * @param read index of the selected day
 */
export function chart(
  view: ChartView,
  width: number,
  language: Language,
  credit: AttributionParts,
  height?: number,
  read = -1,
): Tree {
  const { left, top, bottom, hasRuler } = chartPlace(width, height);
  const plot = daysPlot(view, width - 2 * left, bottom - top);
  const day = plot.points[read];
  const numbers = [0, 20, 40, 60, 80, 100].map((each) => {
    const anchor = each && (each < 100 ? "middle" : "end");
    return text(rulerX(width, each), headBottom(width) + 15, `${each}`, 11, "soft", 0, anchor);
  });
  const drawn = [
    ...head(view, width, language, secondLines(view, language)),
    ...(hasRuler ? [ruler(view, width, numbers)] : []),
    ...(day ? reading(day, width, top - 7, language) : title(view, plot.points, width, top - 7, language)),
    tree("g", { transform: `translate(${left} ${top})`, "aria-hidden": "true" }, daysPanel(view, plot, language, read)),
  ];
  return chartFrame(view, drawn, width, language, credit, bottom + 6);
}

/** Frames a chart with attribution, price sources and time. */
export function chartFrame(
  { now, asset }: ChartView,
  drawn: readonly Tree[],
  width: number,
  language: Language,
  credit: AttributionParts,
  top: number,
): Tree {
  const sources = linkTo(`${credit[2].replace(/\/*$/, "")}/attribution`, pickTranslation(words.SOURCES, language));
  const y = top + chartFooter(width) - 12.5;
  const time = text(width - padding(width), y, clockText(now), 11, "soft", 0, "end");
  return framed([...drawn, time], credit, width, top, asset === "crypto" ? tree("tspan") : sources);
}

/** The position of a chart's plot, in px. */
export interface ChartPlace {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly hasRuler: boolean;
  /** Height of the whole chart. */
  readonly height: number;
}

export function chartPlace(width: number, room = 9999): ChartPlace {
  const left = padding(width);
  const panel = panelHeight(width - 2 * left);
  const rest = 6 + chartFooter(width);
  const base = headBottom(width) + 44;
  const hasRuler = room > base + panel + rest - 40;
  const top = hasRuler ? base : base - 45;
  const bottom = Math.max(top + 130, Math.min(top + panel, room - rest));
  return { left, top, bottom, hasRuler, height: bottom + rest };
}

/** Height in px of a chart `width` px wide. */
export function chartHeight(width: number): number {
  return chartPlace(width).height;
}

/** `of 100 · Signal: Hold`, then a shorter text for when there is no room. */
export function secondLines({ now }: ChartView, language: Language): readonly string[] {
  const of = pickTranslation(words.OF_100, language);
  if (!now) return [pickTranslation(words.AWAITED, language)];
  if (!now.signal) return [of];
  const signal = pickTranslation(words.SIGNAL_NAMES[now.signal], language);
  return [`${of} · ${pickTranslation(words.SIGNAL, language)} ${signal}`, signal];
}

/** The title of the panels, and the change they show. */
function title({ asset }: ChartView, days: readonly ChartDay[], width: number, y: number, language: Language): Tree[] {
  const left = padding(width);
  const full = pickTranslation(words.DAYS_TITLE, language);
  const name = asset === "crypto" || width < 400 ? full.replace(/.*, /, "") : full;
  const room = width - 2 * left - 4;
  const change = changeTexts(days, language).find((each) => textWidth(name + each, 13) < room);
  return [text(left, y, name, 13, "ink", 600), text(width - left, y, change ?? "", 13, "soft", 0, "end")];
}

/** The narrowest charts show only the phase's color here, not its name; the bands have the names. */
function reading({ date, priceUsd, score, phase }: ChartDay, width: number, y: number, language: Language) {
  const left = padding(width);
  const small = isSmall(width);
  const parts = [
    formatShortDay(date, language),
    ...(priceUsd ? [formatUsd(priceUsd, language, small)] : []),
    formatScore(score, language),
    ...(small ? [] : [phaseName(phase, language, width < 400)]),
  ];
  const last = parts.length - 1;
  const size = small ? 11.5 : 13;
  return parts.map((part, i) => {
    if (!i) return text(left, y, part, size, "soft");
    if (i === last) return text(width - left, y, part, size, phase, 600, "end");
    const share = i > 1 ? i / last : small ? 0.56 : 0.37;
    return text(left + share * (width - 2 * left), y, part, size, "ink", 600, "middle");
  });
}

/** `price +6.6% · score +2.6`, or the score alone. */
function changeTexts(days: readonly ChartDay[], language: Language): readonly string[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const signed = (value: number) => `${value < -0.04 ? "−" : "+"}${formatScore(Math.abs(value), language)}`;
  const score = `${pickTranslation(words.SCORE_CHANGE, language)} ${signed(last.score - first.score)}`;
  if (!first.priceUsd || !last.priceUsd) return [score];
  const sign = language === "en" || language === "pt" ? "%" : "\u00a0%";
  const percent = signed(100 * (last.priceUsd / first.priceUsd - 1)) + sign;
  return [`${pickTranslation(words.PRICE_CHANGE, language)} ${percent} · ${score}`, score];
}
