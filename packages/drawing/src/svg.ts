/** What all drawings share: the root of a picture, the widths of texts, and lines as paths. */

import type { ColorTokens } from "./colors.js";
import type { Language } from "./locale.js";
import { type Attributes, type Tree, tree } from "./markup.js";

/** How a drawing is to look. */
export interface DrawingStyle {
  readonly colors: ColorTokens;
  readonly language: Language;
}

/** How a picture is to be drawn. */
export interface RenderOptions extends DrawingStyle {
  /** Integer px, 180..1200; a badge is at most 400 wide. */
  readonly width: number;
}

/** Space in px between the sides of a picture and what is inside. */
export const PADDING = 16;

/** Sizes in px. */
interface SvgOptions extends Pick<RenderOptions, "width" | "colors"> {
  readonly height: number;
  readonly fontSize?: number;
}

/** An `<svg>` that is read as one picture, without a border. */
export function plainSvg(
  children: readonly Tree[],
  textAlternative: string,
  { width, height, fontSize, colors }: SvgOptions,
): Tree {
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const text = { "font-family": "system-ui,sans-serif", "font-size": fontSize, fill: colors.text };
  const root = { xmlns: "http://www.w3.org/2000/svg", ...size, role: "img", "aria-label": textAlternative, ...text };
  return tree("svg", root, ...children);
}

/** The text alternative of a drawing, put together from its texts in their order: `Bitcoin. 72.4 / 100. Hot Zone. …` */
export function summarize(drawn: readonly Tree[]): string {
  return drawn.map(textIn).filter(Boolean).join(". ");
}

function textIn(part: Tree | string): string {
  return typeof part === "string" ? part : part.children.map(textIn).join(" ").trim();
}

/**
 * An upper bound for the width of a text in px at a font size in px and weight 400: what DejaVu Sans and Verdana take, the
 * widest common fonts of the stack above. Inter, Segoe UI, Roboto and San Francisco are about 15 % narrower.
 */
export function textWidth(text: string, fontSize: number): number {
  const widthOf = (character: string) =>
    CHARACTER_WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? 0.64;
  return [...text].reduce((sum, character) => sum + fontSize * widthOf(character), 0);
}

/** Widths of characters in em, narrowest first; a character in none of the classes is 0.64 em wide. */
const CHARACTER_WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijlI .,:;'|/·]/, 0.35],
  [/[frt()!-]/, 0.44],
  [/[mwMW%&…—+]/, 1],
  [/[A-ZÀ-Ý]/, 0.79],
];

/** How much wider bold type is at most than `textWidth` knows. */
export const BOLD = 1.12;

/** Keeps a text apart from the lines behind it. */
export function halo(colors: ColorTokens): Attributes {
  return { "paint-order": "stroke", stroke: colors.background, "stroke-width": 3 };
}

/** Tenths of a px are finer than any screen shows, and shorter in a file. */
export function roundToTenth(px: number): number {
  return Math.round(10 * px) / 10;
}

/** A point in px. */
export type Point = readonly [x: number, y: number];

/** A line as the `d` of an SVG path: relative steps without leading zeros, which takes half the bytes of absolute ones. */
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

/** `.5`, `-1`: behind another number, one without a sign needs a space. */
function number(tenths: number, isBehindAnother: boolean): string {
  const text = String(tenths / 10).replace(/^(-?)0\./, "$1.");
  return isBehindAnother && !text.startsWith("-") ? ` ${text}` : text;
}

/** A text with its start at a point in px, which is on its base line. */
export function text(x: number, y: number, content: string, style: Attributes = {}): Tree {
  return tree("text", { x, y, ...style }, content);
}

export const SEMIBOLD = { "font-weight": 600 };
