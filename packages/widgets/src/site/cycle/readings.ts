import {
  CSS_VARIABLES,
  type CycleChartData,
  cycleScale,
  fillOf,
  formatLongDay,
  formatScore,
  formatUsd,
  type Language,
  translate,
} from "peak-cycle-drawing";
import { element } from "../../shared/dom.js";
import type { Readable } from "../../shared/point-reader.js";

export type ReadingWords = Readonly<Record<"price" | "score" | "phase" | "since", string>>;

interface ReadingOptions {
  readonly plot: HTMLElement;
  readonly language: Language;
  readonly words: ReadingWords;
}

const DAY_MS = 86_400_000;

/** From so many times the price on, percent are hard to read. */
const MULTIPLES = 10;

/** What the points of the long chart say when they are read. */
export function readingsOf(data: CycleChartData, { plot, language, words }: ReadingOptions): Readable {
  const { points } = data;
  const newest = points.at(-1)?.priceUsd ?? 0;
  const scale = cycleScale(data);
  const price = plot.querySelector<HTMLElement>("b");
  const dayOf = (index: number) => points[index]?.day ?? 0;
  const date = (index: number) => formatLongDay(new Date(DAY_MS * dayOf(index)).toISOString().slice(0, 10), language);
  const reading = (index: number): readonly (readonly [name: string, value: string])[] => {
    const point = points[index];
    if (point === undefined) return [];
    const { priceUsd, score, phase } = point;
    const since = newest / priceUsd;
    const digits = { maximumFractionDigits: Math.abs(since - 1) < 0.1 ? 1 : 0 };
    const percent = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero", ...digits });
    return [
      [words.price, formatUsd(priceUsd, language)],
      [words.score, score === undefined ? "–" : formatScore(score, language)],
      [words.phase, phase === undefined ? "–" : translate(phase, language)],
      [words.since, since < MULTIPLES ? percent.format(since - 1).replace("-", "−") : `×${Math.round(since)}`],
    ];
  };
  return {
    count: points.length,
    x: (index) => scale.x(dayOf(index)),
    y: (index) => {
      const { priceUsd = 0, score = undefined } = points[index] ?? {};
      return [scale.priceY(priceUsd), score === undefined ? undefined : scale.scoreY(score)];
    },
    say: (index) => [date(index), ...reading(index).map((parts) => parts.join(" "))].join(", "),
    show: (index, box) => {
      const phase = points[index]?.phase;
      const rows = reading(index).map(([name, value], i) => {
        const strong = element("strong", value);
        if (i === 2 && phase !== undefined) strong.className = phase;
        return element("span", element("small", name), strong);
      });
      box.replaceChildren(element("strong", date(index)), ...rows);
      // Beside the line, on the side that has room.
      const share = scale.x(dayOf(index));
      box.className = share > 0.5 ? "before" : "";
      box.style.setProperty("--at", `${100 * (share > 0.5 ? 1 - share : share)}%`);
      // The labels of highs stand at the top, where a reading of one would hide its own.
      box.style.setProperty("--top", scale.priceY(points[index]?.priceUsd ?? 0) < 0.33 ? "31%" : "4%");
      if (price) price.style.borderColor = phase === undefined ? "" : CSS_VARIABLES[fillOf(phase)];
    },
  };
}
