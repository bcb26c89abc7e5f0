/**
 * The row of years above or below a ruler, with its legend. Labels are measured in digit widths, as the style sheet
 * measures the ruler (`ch`), so that they fit at every text size. Each of `WIDTHS` has its own labels, and the style
 * shows the widest set that fits.
 */

import { type Html, html, plainText, type Text } from "./html.js";
import { positionClass } from "./scale.js";

export interface RulerTurn {
  readonly kind: "high" | "low";
  readonly year: number;
  /** 0..100 */
  readonly score: number;
}

/** Minimum widths of a ruler in digits. */
export const WIDTHS = [0, 34, 46, 70, 110, 150] as const;

interface Label {
  readonly text: string;
  readonly half: number;
  readonly x: number;
}

/** The legend of a row: at its start or end if there is no year, otherwise on its own line. */
interface Legend {
  readonly texts: readonly [long: Text, short: Text];
  readonly side: "start" | "end";
}

/** The years of a row and its legend, once for each of `WIDTHS`. */
export function rulerRow(turns: readonly RulerTurn[], { texts, side }: Legend): readonly Html[] {
  const byScore = turns.toSorted((one, other) => one.score - other.score);
  return WIDTHS.map((least, i) => {
    const width = Math.max(24, least);
    const labels = labelsOf(byScore, width);
    const isFree = (text: Text) => {
      const reach = LETTER * plainText(text).length + GAP;
      return labels.every(({ x, half }) => reach < (side === "start" ? x - half : width - x - half));
    };
    const beside = texts.find(isFree);
    const legend = html`<b class="${beside === undefined ? "own " : ""}${side}">${beside ?? texts[0]}</b>`;
    const spans = labels.map(({ text, x, half }) => {
      const end = x + half > width - 0.2 ? " end" : x - half < 0.2 ? " start" : "";
      const place = end === " end" ? 100 : end === "" ? (100 * x) / width : 0;
      return html`<span class="${positionClass(place)}${end}">${text}</span>`;
    });
    return html`<span class="w${i}">${legend}${spans}</span>`;
  });
}

/** An upper bound for the mean width of a text's letters, in digits. */
const LETTER = 0.96;

/** In digits: distance below which marks share a label, gap between two labels, and how far a label may move aside. */
const [NEAR, GAP, ASIDE] = [3, 1, 1.3];

/** Close marks share a label; a label that would touch another moves aside a little, or the two are merged. */
function labelsOf(turns: readonly RulerTurn[], width: number): readonly Label[] {
  const at = ({ score }: RulerTurn) => (width * score) / 100;
  let groups: (readonly RulerTurn[])[] = [];
  for (const turn of turns) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && at(turn) - at(before) < NEAR) groups[groups.length - 1] = [...last, turn];
    else groups.push([turn]);
  }
  for (;;) {
    const labels = groups.map((group) => labelOf(group, width, at));
    const touching = moveAside(labels, width);
    if (touching === undefined) return labels;
    const [one = [], other = []] = groups.slice(touching - 1, touching + 1);
    groups = groups.toSpliced(touching - 1, 2, [...one, ...other]);
  }
}

interface Movable extends Label {
  x: number;
}

function labelOf(group: readonly RulerTurn[], width: number, at: (turn: RulerTurn) => number): Movable {
  const text = nameOf(group.map(({ year }) => year));
  const half = lengthOf(text) / 2;
  const [first, last] = [group[0], group.at(-1)] as [RulerTurn, RulerTurn];
  return { text, half, x: Math.max(half, Math.min(width - half, (at(first) + at(last)) / 2)) };
}

/** @returns the index of a label that can only be merged with the previous one */
function moveAside(labels: readonly Movable[], width: number): number | undefined {
  for (const [i, label] of labels.entries()) {
    const before = labels[i - 1];
    const overlap = before === undefined ? 0 : before.x + before.half + GAP + label.half - label.x;
    if (overlap <= 0) continue;
    if (overlap > ASIDE || label.x + overlap + label.half > width) return i;
    label.x += overlap;
  }
  return undefined;
}

/** `2013 ’17 ’21`; more than three years become a range. */
function nameOf(years: readonly number[]): string {
  const all = [...new Set(years)].sort((one, other) => one - other);
  const short = (year: number) => `’${String(year).slice(2)}`;
  const [first = 0, last = 0] = [all[0], all.at(-1)];
  if (all.length > 3) return `${first}–${String(last).slice(2)}`;
  return all.map((year, i) => (i === 0 ? `${year}` : short(year))).join("\u2002");
}

/** In digits: a digit is one wide, an apostrophe less. */
function lengthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character === "’" ? 0.5 : 1), 0);
}
