import { PHASE_KEYS, translate } from "../locale.js";
import { type Attributes, type Tree, tree } from "../markup.js";
import { type RenderOptions, textWidth } from "../svg.js";
import type { RecordLayout } from "./record-layout.js";
import { translateRecord } from "./record-texts.js";

/** Height in px of a row of the legend. */
const ROW_HEIGHT = 17;

/** Drawn in a box of 14 px by 8, below and right of its corner. */
const SYMBOLS = { high: "l4 7l4-7z", low: "m0 7l4-7l4 7z", halving: "m6-3v14", smoothed: "m0 4h13", weekly: "m0 4h13" };

type LegendEntry = keyof typeof SYMBOLS;

const NARROW: readonly LegendEntry[] = ["high", "low", "halving", "smoothed"];
const WIDE: readonly LegendEntry[] = [...NARROW, "weekly"];

/** Below the years: what the marks and lines mean, and in a narrow drawing the phases. */
export function legend(layout: RecordLayout, { colors, language }: RenderOptions): readonly Tree[] {
  const top = layout.scoreBottom + 40;
  const styles: Readonly<Record<LegendEntry, Attributes>> = {
    high: { fill: colors.accent },
    low: { fill: colors.accent },
    halving: { stroke: colors.muted, "stroke-dasharray": "2 3" },
    smoothed: { stroke: colors.text, "stroke-width": 2 },
    weekly: { stroke: colors.muted, "stroke-width": 0.75 },
  };
  let x = layout.left;
  const entries = (layout.isNarrow ? NARROW : WIDE).flatMap((entry, i) => {
    const text = translateRecord(entry, language);
    const isSecondRow = layout.isNarrow && i >= 2;
    if (layout.isNarrow) x = layout.left + (i % 2) * ((layout.right - layout.left) / 2);
    const y = top + (isSecondRow ? ROW_HEIGHT : 0);
    const drawn = [
      tree("path", { d: `M${x} ${y - 8}${SYMBOLS[entry]}`, ...styles[entry] }),
      tree("text", { x: x + 19, y, fill: colors.muted }, text),
    ];
    x += 19 + Math.round(textWidth(text, layout.fontSize)) + 18;
    return drawn;
  });
  return layout.isNarrow ? [...entries, ...phases(layout, top + 2 * ROW_HEIGHT, { colors, language })] : entries;
}

/** The highest first, in two columns. */
function phases(
  layout: RecordLayout,
  top: number,
  { colors, language }: Pick<RenderOptions, "colors" | "language">,
): readonly Tree[] {
  const half = (layout.right - layout.left) / 2;
  return PHASE_KEYS.map((phase, index) => {
    const position = PHASE_KEYS.length - 1 - index;
    const at = { x: layout.left + (position % 2) * half, y: top + ROW_HEIGHT * (position >> 1), fill: colors[phase] };
    return tree("text", at, `${20 * index}–${20 * index + 20} ${translate(phase, language)}`);
  });
}
