import { PHASE_KEYS, wordOf } from "../labels.js";
import type { Manner } from "../manner.js";
import { widthOf } from "../measure.js";
import { type Attributes, type Tree, tree } from "../tree.js";
import type { RecordPlot } from "./record-plot.js";
import { recordWord } from "./record-words.js";

/** Height in px of a row of the legend. */
const LEGEND_ROW = 17;

type Entry = readonly [symbol: keyof typeof SYMBOLS, word: Parameters<typeof recordWord>[0]];

/** Drawn in a box of 14 px by 8, below and right of its corner. */
const SYMBOLS = { high: "l4 7l4-7z", low: "m0 7l4-7l4 7z", halving: "m6-3v14", smoothed: "m0 4h13", weekly: "m0 4h13" };

const NARROW: readonly Entry[] = [
  ["high", "high"],
  ["low", "low"],
  ["halving", "halving"],
  ["smoothed", "smoothed"],
];
const WIDE: readonly Entry[] = [...NARROW, ["weekly", "weekly"]];

/** Below the years: what the marks and lines mean, and in a narrow drawing the phases. */
export function legend(plot: RecordPlot, { ink, language }: Manner): readonly Tree[] {
  const top = plot.scoreBottom + 40;
  const looks: Readonly<Record<Entry[0], Attributes>> = {
    high: { fill: ink.mark },
    low: { fill: ink.mark },
    halving: { stroke: ink.soft, "stroke-dasharray": "2 3" },
    smoothed: { stroke: ink.ink, "stroke-width": 2 },
    weekly: { stroke: ink.soft, "stroke-width": 0.75 },
  };
  let x = plot.left;
  const entries = (plot.isNarrow ? NARROW : WIDE).flatMap(([symbol, word], i) => {
    const text = recordWord(word, language);
    const isSecondRow = plot.isNarrow && i >= 2;
    if (plot.isNarrow) x = plot.left + (i % 2) * ((plot.right - plot.left) / 2);
    const y = top + (isSecondRow ? LEGEND_ROW : 0);
    const drawn = [
      tree("path", { d: `M${x} ${y - 8}${SYMBOLS[symbol]}`, ...looks[symbol] }),
      tree("text", { x: x + 19, y, fill: ink.soft }, text),
    ];
    x += 19 + Math.round(widthOf(text, plot.size)) + 18;
    return drawn;
  });
  return plot.isNarrow ? [...entries, ...phases(plot, top + 2 * LEGEND_ROW, { ink, language })] : entries;
}

/** The highest first, in two columns. */
function phases(plot: RecordPlot, top: number, { ink, language }: Pick<Manner, "ink" | "language">): readonly Tree[] {
  const half = (plot.right - plot.left) / 2;
  return PHASE_KEYS.map((phase, index) => {
    const place = PHASE_KEYS.length - 1 - index;
    const at = { x: plot.left + (place % 2) * half, y: top + LEGEND_ROW * (place >> 1), fill: ink[phase] };
    return tree("text", at, `${20 * index}–${20 * index + 20} ${wordOf(phase, language)}`);
  });
}
