/** What all drawings share: the root of a picture, text widths, texts, lines and areas. */

import type { PhaseKey } from "peak-cycle-model";
import type { ColorToken } from "./colors.js";
import { PHASE_KEYS, phaseAt } from "./locale.js";
import { type Tree, tree } from "./markup.js";

/** An `<svg>` with its size in px. Its colors are CSS variables. */
export function pictureRoot(width: number, height: number, ...children: readonly Tree[]): Tree {
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return tree(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...size,
      "font-family": "system-ui,sans-serif",
      "font-variant": "tabular-nums",
      "stroke-linejoin": "round",
    },
    ...children,
  );
}

/** The text alternative of a drawing: its texts in order, `Bitcoin cycle index. 72.4. Hot Zone. …` */
export function summarize(node: Tree): string {
  if (node.attributes["aria-hidden"] !== undefined) return "";
  if (node.attributes["aria-label"] !== undefined) return `${node.attributes["aria-label"]}`;
  return node.children
    .map((child) => (typeof child === "string" ? child : summarize(child)))
    .filter(Boolean)
    .join(node.tag === "text" ? "" : ". ")
    .replaceAll(" . ", " "); // a row that ends in a space goes on in the next
}

/**
 * An upper bound for the width in px of a text of weight 400: the width in DejaVu Sans and Verdana, the widest common
 * fonts of the stack above. Inter, Segoe UI, Roboto and San Francisco are about 15 % narrower.
 */
export function textWidth(text: string, fontSize: number): number {
  return [...text].reduce((sum, character) => sum + fontSize * emOf(character), 0);
}

function emOf(character: string): number {
  if (/[ijlI .,:;'|/·]/.test(character)) return 0.35;
  if (/[frt()!-]/.test(character)) return 0.44;
  if (/[mwMW%&…—+\u2e80-\uffff]/.test(character)) return 1;
  return /[A-ZÀ-Ý]/.test(character) ? 0.79 : 0.64;
}

/** No real text consists only of the widest characters of each class. */
export const LIKELY = 0.92;

/** The width in px of a text of weight 600 in common system fonts; drawings stretch it to this width in any other. */
export function semiBoldWidth(text: string, fontSize: number): number {
  return roundToTenth(0.9 * textWidth(text, fontSize));
}

/** Upper bound for the width of bold text relative to `textWidth`. */
export const BOLD = 1.12;

/** Tenths of a px are finer than any screen shows, and keep files short. */
export function roundToTenth(px: number): number {
  return Math.round(10 * px) / 10;
}

/** A point in px. */
export type Point = readonly [x: number, y: number];

/** A line as the `d` of a path: relative steps without leading zeros, which take half the bytes of absolute ones. */
export function pathData(points: readonly Point[]): string {
  let [x, y] = [0, 0];
  return points
    .map((point, i) => {
      const [nextX, nextY] = [Math.round(10 * point[0]), Math.round(10 * point[1])];
      const step = `${i === 0 ? "M" : i === 1 ? "l" : ""}${number(nextX - x, i > 1)}${number(nextY - y, true)}`;
      [x, y] = [nextX, nextY];
      return step;
    })
    .join("");
}

/** `.5`, `-1`: after another number, one without a sign needs a space. */
function number(tenths: number, isBehindAnother: boolean): string {
  const text = String(tenths / 10).replace(/^(-?)0\./, "$1.");
  return isBehindAnother && !text.startsWith("-") ? ` ${text}` : text;
}

/** A halo that separates text from the lines behind it. */
export const HALO = {
  "paint-order": "stroke",
  stroke: "var(--background)",
  "stroke-width": 3.5,
  "stroke-linejoin": "round",
} as const;

/**
 * Cuts a line of scores where it crosses from one phase into the next, so that it always has the color of the band it
 * is in. A gradient would need an id, which could clash when pictures share a document.
 *
 * @param places from left to right
 */
export function bandPaths(
  places: readonly (readonly [x: number, score: number])[],
): readonly (readonly [phase: PhaseKey, runs: readonly Point[][]])[] {
  const runs: Point[][][] = PHASE_KEYS.map(() => []);
  let before: Point | undefined;
  let last: PhaseKey | undefined;
  for (const place of places.flatMap((each, i) => [...crossings(places[i - 1] ?? each, each), each])) {
    const phase = phaseAt(((before ?? place)[1] + place[1]) / 2);
    const own = runs[PHASE_KEYS.indexOf(phase)] ?? [];
    if (phase !== last) own.push(before ? [before] : []);
    own.at(-1)?.push(place);
    [before, last] = [place, phase];
  }
  return PHASE_KEYS.map((phase, i) => [phase, runs[i] ?? []]);
}

/** Where a straight line of scores crosses from one phase into another, in its direction. */
function crossings([x, score]: Point, [toX, to]: Point): readonly Point[] {
  const boundaries = [20, 40, 60, 80].filter((each) => (each - score) * (each - to) < 0);
  return (to < score ? boundaries.reverse() : boundaries).map((boundary) => {
    return [roundToTenth(x + ((toX - x) * (boundary - score)) / (to - score)), boundary];
  });
}

/** Text that starts, ends or is centered at a point on its baseline. */
export function text(
  x: number,
  y: number,
  content: string | readonly (Tree | string)[],
  size = 11.5,
  fill: ColorToken = "ink",
  weight?: number,
  anchor?: "end" | "middle" | false | 0,
  textLength?: number,
): Tree {
  return tree(
    "text",
    {
      ...{ x: roundToTenth(x), y: roundToTenth(y), "font-size": size, fill: `var(--${fill})` },
      ...{ "font-weight": weight || undefined, "text-anchor": anchor || undefined },
      ...{ textLength, lengthAdjust: textLength && "spacingAndGlyphs" },
    },
    ...[content].flat(),
  );
}

/**
 * Text that fits its room: the first of `texts` that fits at 10.5 px and at no less than 87 % of its size, or the last
 * in a smaller size.
 *
 * @param room right of its start, in px
 */
export function fitText(
  x: number,
  y: number,
  room: number,
  texts: readonly string[],
  size: number,
  fill?: ColorToken,
  weight?: number,
): Tree {
  const bold = Number(weight) > 500 ? BOLD : 1;
  const most = Math.min(1.15, size / LEAST_SIZE) * room;
  const content = texts.find((each) => bold * textWidth(each, size) < most) ?? texts.at(-1) ?? "";
  return text(x, y, content, roundToTenth(Math.min(size, room / bold / textWidth(content, 1))), fill, weight);
}

/** The size of the smallest texts, in px. */
const LEAST_SIZE = 10.5;

/** A rectangle with rounded corners. @param stroke of its edge */
export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  rx: number,
  fill: ColorToken,
  opacity?: string | false,
  stroke?: string,
): Tree {
  const style = { fill: `var(--${fill})`, "fill-opacity": opacity || undefined, stroke };
  return tree("rect", { x, y, width, height, rx, ...style });
}

/** A line. @param d of its path */
export function line(d: string, stroke: ColorToken, width = 1, cap?: "round"): Tree {
  return tree("path", { d, fill: "none", stroke: `var(--${stroke})`, "stroke-width": width, "stroke-linecap": cap });
}

/** A filled shape. @param d of its path */
export function shape(d: string, fill: ColorToken): Tree {
  return tree("path", { d, fill: `var(--${fill})` });
}

/** Whether a picture has little room: the smallest badge, and a chart in the narrowest columns. */
export function isSmall(width: number): boolean {
  return width < 300;
}

/** Space in px between the sides of a picture and its content. */
export function padding(width: number): number {
  return isSmall(width) ? 12 : 16;
}
