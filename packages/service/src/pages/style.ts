/**
 * The style of pages: sheets that lie beside the modules that use them, and the rules that are made of numbers of the
 * drawings.
 */
import { readFileSync } from "node:fs";
import { cssDeclarations, DARK, LIGHT, PHASE_KEYS } from "peak-cycle-drawing";

/**
 * The colors of the drawings as variables, and a class for each phase. Light and dark follow the reader's system; paper
 * is light.
 */
const COLORS = `:root{color-scheme:light dark;${cssDeclarations(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${cssDeclarations(DARK)}}}
@media print{:root{color-scheme:light;${cssDeclarations(LIGHT)}}}
${PHASE_KEYS.map((key) => `.${key}{color:var(--${key});--text:var(--${key});--fill:var(--fill-${key})}`).join("")}
`;

/** What all pages look like. */
export const BASE_STYLE = COLORS + styleSheet("./base.css", import.meta.url);

/**
 * Media queries: for each of several widths in px, the places in which it is the widest that fits. The first fits
 * always.
 */
export function fittingRanges(widths: readonly number[]): readonly string[] {
  return widths.map((width, i) => {
    const next = widths[i + 1];
    const least = i === 0 ? [] : [`(min-width:${width}px)`];
    const most = next === undefined ? [] : [`(max-width:${next - 0.02}px)`];
    return [...least, ...most].join(" and ");
  });
}

/** The text of a style sheet. The build puts the text in the place of the call (`tools/bundle.ts`). */
export function styleSheet(name: string, besides: string): string {
  return readFileSync(new URL(name, besides), "utf8");
}
