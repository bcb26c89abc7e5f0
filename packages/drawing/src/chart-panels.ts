/**
 * The panels of a chart: the score in its five bands, and the price below it. The bands cover the whole scale, so that
 * a quiet month still shows where in the cycle it is.
 */
import type { ChartDay, ChartView, WeeklyTurn } from "./chart-data.js";
import type { ChartPlot } from "./chart-plot.js";
import { fillOf } from "./colors.js";
import {
  formatDecimal,
  formatScore,
  formatShortDay,
  formatUsd,
  type Language,
  PHASE_KEYS,
  phaseName,
  pickTranslation,
} from "./locale.js";
import * as words from "./locales/words.js";
import { type Tree, tree } from "./markup.js";
import { bandPaths, fitText, HALO, line, rect, roundToTenth, text, textWidth } from "./svg.js";

/** @param read index of the selected point */
export function chartPanels(view: ChartView, plot: ChartPlot, language: Language, read: number): Tree {
  const { now, state } = view;
  const { points, width, bottom, x, priceY, scoreY, isCycle, halvings, xAt } = plot;
  const newest = points.length - 1;
  const [last, day] = [points[newest], points[read]];
  const isOld = now?.isStale || state === "unreachable";
  const bands = phaseBands(plot, now?.phase ?? last?.phase, language);
  if (!last) return tree("g", {}, ...bands);
  const paths = bandPaths(points.map(({ score }, i) => [x(i), score]));
  const halvingLines = halvings.map((date) => `M${xAt(date)} 0V${bottom}`).join("");
  return tree(
    "g",
    {},
    ...bands,
    ...(halvingLines ? [dottedLine(halvingLines)] : []),
    ...paths.flatMap(([phase, places]) => {
      const d = places.map((run) => `M${run.map(([px, score]) => `${px} ${scoreY(score)}`).join("L")}`).join("");
      return d ? [line(d, fillOf(phase), isCycle ? 1.75 : 3, "round")] : [];
    }),
    ...(priceY ? priceLine(plot, priceY, language) : []),
    line(`M0 ${bottom + 0.5}H${width}`, "line"),
    ...(isCycle ? years(plot) : dates(plot, language)),
    ...(isCycle ? [] : [endScore(plot, 0, language), endScore(plot, newest, language)]),
    ...(isCycle ? turns(view, plot, language) : []),
    ...(day ? [line(`M${x(read)} 0V${bottom}`, "ink")] : []),
    dot(x(newest), scoreY(last.score), 5, fillOf(last.phase), isOld),
    ...(priceY ? [dot(x(newest), priceY(last.priceUsd), 3.5, "soft", isOld)] : []),
    ...(day ? [dot(x(read), scoreY(day.score), 5, "ink", true)] : []),
    ...(day && priceY ? [dot(x(read), priceY(day.priceUsd), 4, "ink", true)] : []),
  );
}

function dottedLine(d: string): Tree {
  return tree("path", { d, stroke: "var(--soft)", "stroke-dasharray": "1 4" });
}

/** A filled dot, or a ring. */
function dot(cx: number, cy: number, r: number, ink: string, isRing?: boolean, strokeWidth = 2): Tree {
  const colors = [`var(--${ink})`, "var(--background)"];
  const [fill, stroke] = isRing ? colors.reverse() : colors;
  return tree("circle", { cx, cy, r, fill, stroke, "stroke-width": strokeWidth });
}

/** Text with a halo, to separate it from the lines behind it. */
function textWithHalo(...parts: Parameters<typeof text>): Tree {
  const label = text(...parts);
  return { ...label, attributes: { ...label.attributes, ...HALO } };
}

/** The score at either end, clear of the line: below it if the line falls toward that end and the panel has room. */
function endScore({ points, width, scoreY, isNarrow }: ChartPlot, i: number, language: Language): Tree {
  const { score = 0 } = points[i] ?? {};
  const step = isNarrow ? 4 : 2;
  const beside = points[i ? i - step : step]?.score ?? score;
  const isBelow = score > 86 || (score > 14 && beside > score + 1);
  const y = scoreY(score) + (isBelow ? 17 : -9);
  const words = formatScore(score, language);
  return i ? textWithHalo(width - 8, y, words, 12.5, "ink", 700, "end") : textWithHalo(4, y, words, 11.5, "ink", 600);
}

/** The five phases with their names. */
function phaseBands(
  { width, margin, isNarrow, scoreY, scoreBottom }: ChartPlot,
  on: unknown,
  language: Language,
): Tree[] {
  const height = roundToTenth(scoreBottom / 5 - 1.5);
  return PHASE_KEYS.flatMap((key, i) => {
    const isOn = key === on;
    const names = [phaseName(key, language, isNarrow), phaseName(key, language, true)];
    return [
      rect(0, roundToTenth(scoreY(20 * i + 20) + 0.75), width, height, 0, fillOf(key), "var(--band)"),
      fitText(width + 8, scoreY(20 * i + 10) + 4, margin - 8, names, 11, key, isOn ? 700 : 500),
    ];
  });
}

/**
 * Highs and lows of the cycle as rings with their scores, and the highs' prices; the newest first, as far as they fit.
 */
function turns({ weekly }: ChartView, plot: ChartPlot, language: Language): readonly Tree[] {
  const newestFirst = weekly?.turns.toReversed() ?? [];
  const { xAt, scoreY, priceY, width } = plot;
  const scores = spread(newestFirst, 14, ({ date }) => xAt(date))
    .filter(([, x]) => x > 10 && x < width - 30)
    .flatMap(([{ kind, score }, x]) => {
      const y = scoreY(score);
      const isAbove = kind === "high" ? y > 20 : y > scoreY(0) - 20;
      return [
        textWithHalo(x, y + (isAbove ? -7 : 15), `${Math.round(score)}`, 11, "ink", 600, "middle"),
        dot(x, y, 3, "ink", true, 1.5),
      ];
    });
  if (!priceY) return scores;
  const highs = newestFirst.filter(({ kind }) => kind === "high");
  const nameOf = (turn: WeeklyTurn) => formatUsd(turn.priceUsd, language, true);
  const half = Math.max(...highs.map((turn) => textWidth(nameOf(turn), 6.5)));
  const prices = spread(highs, 2 * half, ({ date }) => Math.max(half, Math.min(width - half, xAt(date))));
  return [
    ...scores,
    ...prices.map(([turn, x]) => textWithHalo(x, priceY(turn.priceUsd) - 7, nameOf(turn), 11, "ink", 600, "middle")),
  ];
}

/** The points at least `gap` px from all earlier ones, with their x. */
function spread<T>(all: readonly T[], gap: number, xOf: (each: T) => number): readonly (readonly [T, number])[] {
  const result: (readonly [T, number])[] = [];
  for (const each of all) {
    const x = xOf(each);
    if (result.every(([, other]) => Math.abs(other - x) >= gap)) result.push([each, x]);
  }
  return result;
}

/** The price with its high and low, and the newest price at the right if the head has no room for it. */
function priceLine(
  { points, width, isNarrow, isCycle, x }: ChartPlot,
  priceY: (usd?: number) => number,
  language: Language,
): readonly Tree[] {
  const prices = points.map(({ priceUsd = 0 }) => priceUsd);
  const priceUsd = prices.at(-1) ?? 0;
  const extreme = (usd: number, name: string, down: number): readonly Tree[] => {
    const i = prices.indexOf(usd);
    const [word, amount] = [pickTranslation(name, language), ` ${formatUsd(usd, language, true)}`];
    const half = textWidth(word + amount, 5.5);
    const at = Math.max(half, Math.min(width - half, x(i)));
    const parts = [tree("tspan", { fill: "var(--soft)" }, word), amount];
    return [textWithHalo(at, priceY(usd) + down, parts, 11, "ink", 600, "middle")];
  };
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const isNamed = !isCycle && high > low;
  const y = priceY(priceUsd);
  const end = isNarrow
    ? [
        text(width + 8, y + 1, formatUsd(priceUsd, language, true), 11.5, "ink", 600),
        text(width + 8, y + 14, isCycle ? "" : priceChange(points, language), 11, "soft"),
      ]
    : [text(width + 8, y + 4, pickTranslation(words.PRICE, language), 11, "soft")];
  return [
    line(`M${prices.map((usd, i) => `${x(i)} ${priceY(usd)}`).join("L")}`, "soft", 1.5),
    ...(isNamed ? extreme(high, words.HIGH, -8) : []),
    ...(isNamed && !isNarrow ? extreme(low, words.LOW, 14) : []),
    ...end,
  ];
}

/** `+18.9%`, over all points */
export function priceChange(points: readonly ChartDay[], language: Language): string {
  const [first, last] = [points[0]?.priceUsd, points.at(-1)?.priceUsd];
  if (!first || !last) return "";
  const sign = language === "en" || language === "pt" ? "%" : "\u00a0%";
  return formatSigned(100 * (last / first - 1), language) + sign;
}

/** `+8.1`, `−8.1`, `±0.0` */
export function formatSigned(value: number, language: Language): string {
  const sign = value > 0.05 ? "+" : value < -0.05 ? "−" : "±";
  return sign + formatDecimal(Math.abs(value), language);
}

/** The first and the last day, the last marked as UTC, and two in between if there is room. */
function dates({ points, width, bottom, x }: ChartPlot, language: Language): readonly Tree[] {
  const newest = points.length - 1;
  const words = (i: number) => formatShortDay(points[i]?.date ?? "", language);
  const last = `${words(newest)} UTC`;
  const thirds = [0, Math.round(newest / 3), Math.round((2 * newest) / 3)];
  const places = 4 * textWidth(last, 11) > width ? [0] : thirds;
  const hasRoom = newest && textWidth(words(0) + last, 11) < width;
  return [
    ...(hasRoom ? places : []).map((i) => text(x(i), bottom + 15, words(i), 11, "soft", 0, i && "middle")),
    text(width, bottom + 15, last, 11, "soft", 0, "end"),
  ];
}

/** As many Januaries as fit. */
function years({ points, width, bottom, xAt }: ChartPlot): readonly Tree[] {
  const [from, to] = [Number(points[0]?.date.slice(0, 4)), Number(points.at(-1)?.date.slice(0, 4))];
  const step = Math.ceil(((to - from + 1) * 48) / width);
  return Array.from({ length: to - from }, (_, i) => to - i).flatMap((year) => {
    const x = xAt(`${year}-01-01`);
    return year % step || x < 16 || x > width - 16 ? [] : [text(x, bottom + 15, `${year}`, 11, "soft", 0, "middle")];
  });
}
