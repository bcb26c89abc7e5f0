import { box } from "./box.js";
import { creditHeight } from "./credit.js";
import type { Manner } from "./manner.js";
import type { ScoreView } from "./note.js";
import { PARTS_HEIGHT, scoreParts } from "./score-parts.js";
import { summaryOf } from "./summary.js";
import type { Tree } from "./tree.js";

/** What a badge shows. Without a score it says why there is none. */
export type BadgeView = ScoreView;

/** The compact picture: score, phase, time. An `<svg>` of the same height in every state and at every width. */
export function badge(view: BadgeView, manner: Manner): Tree {
  const parts = scoreParts(view, manner);
  return box(parts, PARTS_HEIGHT, summaryOf(parts), manner);
}

/** Height in px of a badge of that width. */
export function badgeHeight(width: number, hasCredit: boolean): number {
  return PARTS_HEIGHT + (hasCredit ? creditHeight(width) : 0);
}
