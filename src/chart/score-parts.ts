import { wordOf } from "./labels.js";
import type { Manner } from "./manner.js";
import type { ScoreView } from "./note.js";
import { minuteText, scoreText } from "./numbers.js";
import type { Color } from "./palette.js";
import { steps } from "./steps.js";
import { type Attributes, type Tree, tree } from "./tree.js";

/** Space in px between the sides of a picture and what is inside. */
export const PAD = 16;

/** Height in px of the parts below, with the space above and below them. */
export const PARTS_HEIGHT = 136;

/** One below the other: title or note, number, steps, phase, time. Without a score: title, a dash, why there is none. */
export function scoreParts(
  { now, note = now?.isStale ? "stale" : undefined }: ScoreView,
  { width, ink, language }: Manner,
): readonly Tree[] {
  const text = (y: number, fill: Color, words: Tree["children"], type: Attributes = {}) =>
    tree("text", { x: PAD, y, fill: ink[fill], ...type }, ...words);
  const outOf = tree("tspan", { dx: 6, "font-size": 13, "font-weight": 400, fill: ink.soft }, "/ 100");
  const state = now?.phase ?? note ?? "waiting";
  return [
    now && note ? text(26, "mark", [wordOf(note, language)]) : text(26, "soft", ["Bitcoin"]),
    text(64, "ink", [now ? scoreText(now.score, language) : "–", outOf], { "font-size": 36, "font-weight": 600 }),
    ...steps({ x: PAD, y: 80, width: width - 2 * PAD }, ink, now),
    text(103, now?.phase ?? "mark", [wordOf(state, language)], { "font-size": 15, "font-weight": 600 }),
    ...(now ? [text(122, "soft", [minuteText(now.updatedAt)])] : []),
  ];
}
