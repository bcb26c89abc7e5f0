import { chartWord } from "./chart-words.js";
import type { Manner } from "./manner.js";
import type { Note } from "./note.js";
import type { Now } from "./reading.js";
import { PAD, PARTS_HEIGHT, scoreParts } from "./score-parts.js";
import { type Tree, tree } from "./tree.js";

/** What the head of a chart shows. */
export interface HeadView {
  /** `undefined` before the first score is known. */
  readonly now: Now | undefined;
  readonly note?: Note | undefined;
}

/** Base lines in px of the signal and the two flags: below the parts of a badge, or opposite them at the right. */
const BELOW = [141, 160, 179] as const;
const OPPOSITE = [103, 26, 122] as const;

/** The parts of a badge, the signal, and each raised flag behind a warning sign. */
export function head(view: HeadView, manner: Manner): readonly Tree[] {
  const { now } = view;
  const { width, ink, language } = manner;
  const parts = scoreParts(view, manner);
  if (!now) return parts;
  const [first, ...others] = isNarrow(width) ? BELOW : OPPOSITE;
  const at = isNarrow(width) ? { x: PAD } : { x: width - PAD, "text-anchor": "end" };
  const flags = (["descentGuard", "topRisk"] as const).filter((flag) => now[flag]);
  return [
    ...parts,
    tree("text", { ...at, y: first }, `${chartWord("signal", language)}: ${chartWord(now.signal, language)}`),
    ...flags.map((flag, index) =>
      tree("text", { ...at, y: others[index], fill: ink.mark }, `▲ ${chartWord(flag, language)}`),
    ),
  ];
}

/** Height in px of the head of a chart of that width. */
export function headHeight(width: number): number {
  return isNarrow(width) ? 193 : PARTS_HEIGHT;
}

/** Too narrow for two texts beside each other. */
function isNarrow(width: number): boolean {
  return width < 320;
}
