import type { Manner } from "../manner.js";
import { widthOf } from "../measure.js";
import { type Tree, tree } from "../tree.js";
import type { RecordPlot } from "./record-plot.js";
import type { RecordView } from "./record-view.js";
import { recordWord } from "./record-words.js";

/** Base line in px of the names of the periods. */
const NAMES = 14;

/** The periods by name above both panels, with a line where each begins; the later one stands on ground of its own. */
export function periodMarks({ periods }: RecordView, plot: RecordPlot, { ink, language }: Manner): readonly Tree[] {
  const { left, right, scoreBottom } = plot;
  return periods.flatMap(({ key, from }, index) => {
    const start = index === 0 ? left : plot.x(from);
    const isLater = key === "later";
    const ground = { x: start, y: 0.5, width: right - start, height: scoreBottom - 0.5, fill: ink.ink };
    const edge = { d: `M${start} 3V${scoreBottom}`, stroke: ink.ink, "stroke-width": isLater ? 1.5 : 0.75 };
    const word = recordWord(key, language);
    const isCut = start + 5 + widthOf(word, plot.size) > plot.width;
    const place = isCut ? { x: plot.width - 2, "text-anchor": "end" } : { x: start + 5 };
    const name = { ...place, y: NAMES, fill: ink.ink, "font-weight": isLater ? 700 : 500 };
    return [
      ...(isLater ? [tree("rect", { ...ground, "fill-opacity": 0.05 })] : []),
      ...(index === 0 ? [] : [tree("path", edge)]),
      tree("text", name, word),
    ];
  });
}
