import { OTHER_TINT } from "../bands.js";
import { PHASE_KEYS, wordOf } from "../labels.js";
import type { Manner } from "../manner.js";
import { type Tree, tree } from "../tree.js";
import type { RecordPlot } from "./record-plot.js";
import { recordWord } from "./record-words.js";

/** The five phases as tinted bands with the scores at which they begin, and where there is room with their names. */
export function scoreBands(plot: RecordPlot, { ink, language }: Manner): readonly Tree[] {
  const { left, right, scoreTop } = plot;
  const bands = PHASE_KEYS.flatMap((phase, index) => {
    const [top, bottom] = [plot.score(20 * index + 20), plot.score(20 * index)];
    const rect = { x: left, y: top, width: right - left, height: bottom - top - 1, fill: ink[phase] };
    const begin = { x: left - 5, y: bottom + 4, "text-anchor": "end", fill: ink.soft };
    return [tree("rect", { ...rect, "fill-opacity": OTHER_TINT }), tree("text", begin, `${20 * index}`)];
  });
  return [
    tree("text", { x: 2, y: scoreTop - 10, fill: ink.soft }, recordWord("score", language)),
    ...bands,
    ...(plot.isNarrow ? [] : names(plot, { ink, language })),
  ];
}

function names(plot: RecordPlot, { ink, language }: Pick<Manner, "ink" | "language">): readonly Tree[] {
  const halo = { "paint-order": "stroke", stroke: ink.paper, "stroke-width": 3 };
  return PHASE_KEYS.map((phase, index) => {
    const at = { x: plot.left + 5, y: plot.score(20 * index + 20) + 15, fill: ink[phase], ...halo };
    return tree("text", at, wordOf(phase, language));
  });
}
