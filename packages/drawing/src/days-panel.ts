/**
 * The last 30 days: the price in the colors of the phases, and below it the score in the five bands of the whole scale,
 * so that a quiet month still shows where in the cycle it is.
 */
import type { ChartDay, ChartView } from "./chart-data.js";
import { fillOf } from "./colors.js";
import { formatScore, formatShortDay, formatUsd, type Language, PHASE_KEYS, phaseName } from "./locale.js";
import { type Tree, tree } from "./markup.js";
import { fitted, line, phaseRuns, rect, roundToTenth, shape, text, textWidth } from "./svg.js";

/** Height in px of a panel `width` px wide, including its dates. */
export function panelHeight(width: number): number {
  return isNarrow(width) ? 219 : 246;
}

function isNarrow(width: number): boolean {
  return width < 366;
}

/** Positions of the days in px, from the top left corner of the panel. */
export interface DaysPlot {
  /** The days, ending with the current score, which replaces the row of its day. */
  readonly points: readonly ChartDay[];
  /** Excludes the names right of the lines. */
  readonly width: number;
  readonly scoreTop: number;
  readonly bottom: number;
  readonly isNarrow: boolean;
  /** The x of the day with that index. */
  x(index: number): number;
  scoreY(score: number): number;
  /** Missing for crypto, which has no price. */
  readonly priceY: ((usd?: number) => number) | undefined;
}

export function daysPlot({ asset, days, now }: ChartView, total: number, height: number): DaysPlot {
  const narrow = isNarrow(total);
  const date = now?.updatedAt.slice(0, 10) ?? "";
  const points = now && days[0] ? [...days.filter((day) => day.date < date), { ...now, date }] : days;
  const prices = points.map(({ priceUsd = 0 }) => priceUsd);
  const low = Math.min(...prices);
  const range = Math.max(...prices) - low;
  const width = total - (narrow ? 56 : 110);
  // In a low frame both panels shrink alike.
  const share = Math.min(1, (height - 60) / (panelHeight(total) - 60));
  const bottom = height - 20;
  const scoreTop = asset === "crypto" ? 27 : bottom - Math.round(share * (narrow ? 95 : 115));
  const floor = scoreTop - 29;
  const priceY = (usd = 0) => roundToTenth(floor - (range ? (usd - low) / range : 0.5) * (floor - 27));
  return {
    points,
    width,
    scoreTop,
    bottom,
    isNarrow: narrow,
    x: (index) => roundToTenth((index * (width - 1)) / (points.length - 1 || 1) + 0.5),
    scoreY: (score) => roundToTenth(bottom - (score * (bottom - scoreTop)) / 100),
    priceY: asset === "crypto" ? undefined : priceY,
  };
}

/** @param read index of the selected day */
export function daysPanel({ now }: ChartView, plot: DaysPlot, language: Language, read: number): Tree {
  const { points, bottom, x, priceY, scoreY } = plot;
  const newest = points.length - 1;
  const [last, day] = [points[newest], points[read]];
  const paper = "background";
  const drawn = last
    ? [
        ...(priceY ? price(plot, priceY, language) : []),
        line(`M${points.map(({ score }, i) => `${x(i)} ${scoreY(score)}`).join("L")}`, "ink", 2),
        ...dates(plot, language),
        newestScore(plot, last, language),
        ...(day ? [line(`M${x(read)} 18V${bottom}`, "soft")] : []),
        ...(day && priceY ? [dot(x(read), priceY(day.priceUsd), paper, fillOf(day.phase), 2.5)] : []),
        ...(day ? [dot(x(read), scoreY(day.score), paper, "ink", 2.5)] : []),
        ...(priceY ? [dot(x(newest), priceY(last.priceUsd), fillOf(last.phase), paper, 2)] : []),
        dot(x(newest), scoreY(last.score), "ink", paper, 2),
      ]
    : [];
  return tree("g", {}, ...bands(plot, now?.phase ?? last?.phase, language), ...drawn);
}

function dot(cx: number, cy: number, fill: string, stroke: string, width: number): Tree {
  return tree("circle", { cx, cy, r: 4.5, fill: `var(--${fill})`, stroke: `var(--${stroke})`, "stroke-width": width });
}

/** Placed away from the line: below it if it comes from above, else above it, as far as the panel has room. */
function newestScore({ points, width, scoreY }: DaysPlot, { score }: ChartDay, language: Language): Tree {
  const before = points.at(-3)?.score ?? score;
  const isBelow = score > 88 || (score > 12 && before > score);
  return text(width - 9, scoreY(score) + (isBelow ? 16 : -8), formatScore(score, language), 11.5, "ink", 600, "end");
}

/** The five phases with their names, and the scores between them if there is room. */
function bands(plot: DaysPlot, on: unknown, language: Language): Tree[] {
  const { width, scoreTop, bottom, isNarrow: narrow, scoreY } = plot;
  const height = roundToTenth((bottom - scoreTop) / 5 - 1.5);
  // The lowest frames have room for little more than the current phase.
  const isLow = height < 11;
  const numbers = narrow ? [] : isLow ? [0, 100] : [0, 20, 40, 60, 80, 100];
  const [x, room] = narrow ? [width + 6, 56] : [width + 30, 90];
  return [
    ...PHASE_KEYS.flatMap((key, i) => {
      const isOn = key === on;
      const names = isLow && !isOn ? [""] : [phaseName(key, language, narrow), phaseName(key, language, true)];
      const top = roundToTenth(scoreY(20 * i + 20) + 0.75);
      return [
        rect(0, top, width, height, 2, fillOf(key), `var(--${isOn ? "pale" : "band"})`),
        fitted(x, scoreY(20 * i + 10) + 4, room, names, 11.5, key, isOn ? 700 : 500),
      ];
    }),
    ...numbers.map((each) => text(width + 24, scoreY(each) + 4, `${each}`, 11.5, "soft", 0, "end")),
  ];
}

/** The price in the phase colors over a pale area, with the newest, the highest and the lowest as text. */
function price(plot: DaysPlot, priceY: (usd?: number) => number, language: Language): readonly Tree[] {
  const { points, width, scoreTop, isNarrow: narrow, x } = plot;
  const newest = points.length - 1;
  const prices = points.map(({ priceUsd = 0 }) => priceUsd);
  const places = prices.map((usd, i) => `${x(i)} ${priceY(usd)}`);
  /** @param side -1 above the line, 1 below */
  const extreme = (usd: number, side: number): readonly Tree[] => {
    const i = prices.indexOf(usd);
    if (i > newest - 3) return []; // the newest price is there
    const words = formatUsd(usd, language, true);
    const at = Math.max(4, x(i));
    const y = priceY(usd) + 10 * side;
    return [
      shape(`M${at - 4} ${y}h8l-4 ${-5 * side}z`, "soft"),
      i < 2
        ? text(at + 8, y + 2, words, 11.5, "ink", 600)
        : text(Math.max(textWidth(words, 6), at), y + 4 + 8 * side, words, 11.5, "ink", 600, "middle"),
    ];
  };
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const { priceUsd = 0, phase } = points[newest] ?? {};
  const newestPrice = formatUsd(priceUsd, language, narrow);
  const base = scoreTop - 13;
  return [
    shape(`M${places.join("L")}V${base}H.5z`, "soft", 0.09),
    line(`M0 ${base + 0.5}H${width}`, "line"),
    ...phaseRuns(points).map(([of, from, to]) => line(`M${places.slice(from, to + 1).join("L")}`, fillOf(of), 2.2)),
    ...(high > low ? [...extreme(high, -1), ...extreme(low, 1)] : []),
    fitted(width + 8, priceY(priceUsd) + 4.5, narrow ? 56 : 110, [newestPrice], 13, phase, 700),
  ];
}

/** The first and the last day, the last marked as UTC, and two in between if there is room. */
function dates({ points, width, bottom, x }: DaysPlot, language: Language): readonly Tree[] {
  const newest = points.length - 1;
  const words = (i: number) => formatShortDay(points[i]?.date ?? "", language);
  const last = `${words(newest)} UTC`;
  const thirds = [0, Math.round(newest / 3), Math.round((2 * newest) / 3)];
  const shown = 4 * textWidth(last, 11.5) > width ? [0] : thirds;
  const hasRoom = newest && textWidth(words(0) + last, 11.5) < width;
  return [
    ...(hasRoom ? shown : []).map((i) => text(x(i), bottom + 15, words(i), 11.5, "soft", 0, i && "middle")),
    text(width, bottom + 15, last, 11.5, "soft", 0, "end"),
  ];
}
