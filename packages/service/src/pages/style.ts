/** The style of pages: the sheets next to the modules that use them, and rules generated from the drawings' numbers. */
import { readFileSync } from "node:fs";
import { cssDeclarations, DARK, LIGHT, PHASE_KEYS } from "peak-cycle-drawing";

/**
 * The drawings' colors as variables, and a class for each phase. Light and dark follow the reader's system; printed
 * pages are light.
 */
const COLORS = `:root{color-scheme:light dark;${cssDeclarations(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${cssDeclarations(DARK)}}}
@media print{:root{color-scheme:light;${cssDeclarations(LIGHT)}}}
${PHASE_KEYS.map((key) => `.${key}{color:var(--${key});--text:var(--${key});--fill:var(--fill-${key})}`).join("")}
`;

/** The style of all pages. */
export const BASE_STYLE = COLORS + styleSheet("./base.css", import.meta.url);

/**
 * Media queries that select, for each of several widths in px, the screens where it is the widest that fits. The first
 * always fits.
 */
export function fittingRanges(widths: readonly number[]): readonly string[] {
  return widths.map((width, i) => {
    const next = widths[i + 1];
    const least = i === 0 ? [] : [`(min-width:${width}px)`];
    const most = next === undefined ? [] : [`(max-width:${next - 0.02}px)`];
    return [...least, ...most].join(" and ");
  });
}

/** The text of a style sheet. The build replaces the call with the text (`tools/bundle.ts`). */
export function styleSheet(name: string, besides: string): string {
  return readFileSync(new URL(name, besides), "utf8");
}
