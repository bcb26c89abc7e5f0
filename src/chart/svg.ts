import type { ColorTokens } from "./colors.js";
import type { Language } from "./locale.js";
import { type Tree, tree } from "./markup.js";

/** How a picture is to be drawn. */
export interface RenderOptions {
  /** Integer px, 180..1200; a badge is at most 400 wide. */
  readonly width: number;
  readonly colors: ColorTokens;
  readonly language: Language;
}

/** Space in px between the sides of a picture and what is inside. */
export const PADDING = 16;

/** The root of badge, chart and share card: an `<svg>` with a rounded hairline border. */
export function svgRoot(
  children: readonly Tree[],
  height: number,
  textAlternative: string,
  { width, colors }: RenderOptions,
): Tree {
  return tree(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": textAlternative,
      "font-family": "system-ui,sans-serif",
      "font-size": 12,
      fill: colors.text,
    },
    tree("rect", {
      x: 0.5,
      y: 0.5,
      width: width - 1,
      height: height - 1,
      rx: 8,
      fill: colors.background,
      stroke: colors.border,
    }),
    ...children,
  );
}

/** The text alternative of a drawing, put together from its texts in their order: `Bitcoin. 72.4 / 100. Hot Zone. …` */
export function summarize(drawn: readonly Tree[]): string {
  return drawn.map(textIn).filter(Boolean).join(". ");
}

function textIn(part: Tree | string): string {
  return typeof part === "string" ? part : part.children.map(textIn).join(" ");
}

/** Widths of characters in em, narrowest first; a character in none of the classes is 0.64 em wide. */
const CHARACTER_WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijlI .,:;'|/·]/, 0.35],
  [/[frt()!-]/, 0.44],
  [/[mwMW%&…—+]/, 1],
  [/[A-ZÀ-Ý]/, 0.79],
];

/**
 * An upper bound for the width of a text in px at a font size in px and weight 400: what DejaVu Sans and Verdana take, the
 * widest common fonts of the stack above. Inter, Segoe UI, Roboto and San Francisco are about 15 % narrower.
 */
export function textWidth(text: string, fontSize: number): number {
  const widthOf = (character: string) =>
    CHARACTER_WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? 0.64;
  return [...text].reduce((sum, character) => sum + fontSize * widthOf(character), 0);
}
