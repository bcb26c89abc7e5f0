/**
 * The last 30 days: the price in the colors of the phases, and below it the score in the five bands of the whole scale,
 * so that a quiet month still shows where in the cycle it is.
 */
import type { ChartDay, ChartView } from "./chart-data.js";
import { formatScore, formatShortDay, formatUsd, type Language, pickTranslation, translateShort } from "./locale.js";
import { type Tree, tree } from "./markup.js";
import { PHASE_KEYS, PHASE_NAMES } from "./phases.js";
import { fitted, line, rect, roundToTenth, shape, text, textWidth } from "./svg.js";

/** Height in px of a panel of that width with its dates. */
export function panelHeight(width: number): number {
  return isNarrow(width) ? 219 : 246;
}

function isNarrow(width: number): boolean {
  return width < 366;
}

/** Where the days lie in px: with the score now at their end, which takes the place of the row of its day. */
export type DaysPlot = readonly [
  points: readonly ChartDay[],
  /** Of the plot, without the names right of it. */
  width: number,
  scoreTop: number,
  bottom: number,
  narrow: boolean,
  x: (index: number) => number,
  /** Not of crypto, which has no price. */
  priceY: ((usd?: number) => number) | undefined,
  scoreY: (score: number) => number,
];

export function daysPlot({ asset, days, now }: ChartView, total: number, height: number): DaysPlot {
  const narrow = isNarrow(total);
  const date = now?.updatedAt.slice(0, 10) ?? "";
  const points: readonly ChartDay[] =
    now && days[0] ? [...days.filter((day) => day.date < date), { ...now, date }] : days;
  const prices = points.map(({ priceUsd = 0 }) => priceUsd);
  const low = Math.min(...prices);
  const range = Math.max(...prices) - low;
  const width = total - (narrow ? 56 : 110);
  // In a low frame both panels give up height alike.
  const share = Math.min(1, (height - 60) / (panelHeight(total) - 60));
  const bottom = height - 20;
  const scoreTop = asset === "crypto" ? 27 : bottom - Math.round(share * (narrow ? 95 : 115));
  const floor = scoreTop - 29;
  return [
    points,
    width,
    scoreTop,
    bottom,
    narrow,
    (index) => roundToTenth((index * (width - 1)) / (points.length - 1 || 1) + 0.5),
    asset === "crypto"
      ? undefined
      : (usd = 0) => roundToTenth(floor - (range ? (usd - low) / range : 0.5) * (floor - 27)),
    (score) => roundToTenth(bottom - (score * (bottom - scoreTop)) / 100),
  ];
}

/** @param read index of the day that is being read */
export function daysPanel({ now }: ChartView, plot: DaysPlot, language: Language, read: number): Tree {
  const [points, width, , bottom, , x, priceY, scoreY] = plot;
  const newest = points.length - 1;
  const last = points[newest];
  const day = points[read];
  const ring = (at: number, y: number, stroke: string, fill = "background", px = 2.5) =>
    tree("circle", {
      cx: x(at),
      cy: y,
      r: 4.5,
      fill: `var(--${fill})`,
      stroke: `var(--${stroke})`,
      "stroke-width": px,
    });
  const drawn = last
    ? [
        ...(priceY ? price(plot, priceY, language) : []),
        line(`M${points.map(({ score }, i) => `${x(i)} ${scoreY(score)}`).join("L")}`, "ink", 2),
        ...dates(plot, language),
        // On that side of the line on which its phase has more room.
        text(
          width - 9,
          scoreY(last.score) + (last.score % 20 < 10 && last.score < 90 ? -7 : 15),
          formatScore(last.score, language),
          11.5,
          "ink",
          600,
          "end",
        ),
        ...(day
          ? [
              line(`M${x(read)} 18V${bottom}`, "soft"),
              ...(priceY ? [ring(read, priceY(day.priceUsd), `fill-${day.phase}`)] : []),
              ring(read, scoreY(day.score), "ink"),
            ]
          : []),
        ...(priceY ? [ring(newest, priceY(last.priceUsd), "background", `fill-${last.phase}`, 2)] : []),
        ring(newest, scoreY(last.score), "background", "ink", 2),
      ]
    : [];
  return tree("g", {}, ...bands(plot, now?.phase ?? last?.phase, language), ...drawn);
}

/** The five phases with their names, and where there is room the scores between them. */
function bands(
  [, width, scoreTop, bottom, narrow, , , scoreY]: DaysPlot,
  on: unknown,
  language: Language,
): readonly Tree[] {
  const height = roundToTenth((bottom - scoreTop) / 5 - 1.5);
  // In the lowest frames there is room for little more than the current one.
  const isLow = height < 11;
  const numbers = narrow ? [] : isLow ? [0, 100] : [0, 20, 40, 60, 80, 100];
  return [
    ...PHASE_KEYS.flatMap((key, i) => {
      const isOn = key === on;
      const name = narrow ? translateShort(key, language) : pickTranslation(PHASE_NAMES[key], language);
      return [
        rect(
          0,
          roundToTenth(scoreY(20 * i + 20) + 0.75),
          width,
          height,
          2,
          `fill-${key}`,
          `var(--${isOn ? "pale" : "band"})`,
        ),
        fitted(
          width + (narrow ? 6 : 30),
          scoreY(20 * i + 10) + 4,
          narrow ? 56 : 90,
          [isLow && !isOn ? "" : name],
          11.5,
          key,
          isOn ? 700 : 500,
        ),
      ];
    }),
    ...numbers.map((each) => text(width + 24, scoreY(each) + 4, `${each}`, 11.5, "soft", 0, "end")),
  ];
}

/** The price in the colors of the phases over a pale area, the newest, the highest and the lowest. */
function price(
  [points, width, scoreTop, , narrow, x]: DaysPlot,
  priceY: (usd?: number) => number,
  language: Language,
): readonly Tree[] {
  const newest = points.length - 1;
  const prices = points.map(({ priceUsd = 0 }) => priceUsd);
  const places = prices.map((usd, i) => `${x(i)} ${priceY(usd)}`);
  const lines: Tree[] = [];
  for (let from = 0, to = 1; to <= newest; to++) {
    const phase = points[from]?.phase;
    if (to < newest && points[to]?.phase === phase) continue;
    // A line goes on to the day on which the phase is another one.
    lines.push(line(`M${places.slice(from, to + 1).join("L")}`, phase ? `fill-${phase}` : "soft", 2.2));
    from = to;
  }
  /** @param side -1 above the line, 1 below */
  const extreme = (usd: number, side: number): readonly Tree[] => {
    const i = prices.indexOf(usd);
    const words = formatUsd(usd, language, true);
    const at = Math.max(4, x(i));
    const y = priceY(usd) + 10 * side;
    const isFirst = i < 2;
    return i > newest - 3
      ? [] // the newest price stands there
      : [
          shape(`M${at - 4} ${y}h8l-4 ${-5 * side}z`, "soft"),
          text(
            isFirst ? at + 8 : Math.max(textWidth(words, 6), at),
            y + (isFirst ? 2 : 4 + 8 * side),
            words,
            11.5,
            "ink",
            600,
            !isFirst && "middle",
          ),
        ];
  };
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const { priceUsd = 0, phase } = points[newest] ?? {};
  const words = formatUsd(priceUsd, language, narrow);
  const base = scoreTop - 13;
  return [
    shape(`M${places.join("L")}V${base}H.5z`, "soft", 0.09),
    line(`M0 ${base + 0.5}H${width}`, "line"),
    ...lines,
    ...(high > low ? [...extreme(high, -1), ...extreme(low, 1)] : []),
    fitted(width + 8, priceY(priceUsd) + 4.5, narrow ? 53 : 110, [words], 13, phase, 700),
  ];
}

/** The first and the last day, which says that they are UTC days, and two between where there is room. */
function dates([points, width, , bottom, , x]: DaysPlot, language: Language): readonly Tree[] {
  const newest = points.length - 1;
  const words = (i: number) => formatShortDay(points[i]?.date ?? "", language);
  const last = `${words(newest)} UTC`;
  const hasRoom = textWidth(words(0) + last, 11.5) < width;
  const shown =
    newest && hasRoom
      ? 4 * textWidth(last, 11.5) > width
        ? [0]
        : [0, 1, 2].map((n) => Math.round((newest * n) / 3))
      : [];
  return [
    ...shown.map((i) => text(x(i), bottom + 15, words(i), 11.5, "soft", 0, i && "middle")),
    text(width, bottom + 15, last, 11.5, "soft", 0, "end"),
  ];
}
