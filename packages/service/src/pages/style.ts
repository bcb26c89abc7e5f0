/** The style of pages: sheets that lie beside the modules that use them, and the rules that are made of numbers of the drawings. */
import { readFileSync } from "node:fs";
import { cssDeclarations, DARK, LIGHT, PHASE_KEYS } from "peak-cycle-drawing";

/** The colors of the drawings as variables, and a class for each phase. Light and dark follow the reader's system; paper is light. */
const COLORS = `:root{color-scheme:light dark;${cssDeclarations(LIGHT)};--tint:color-mix(in srgb,var(--ink) 4%,var(--paper));--column:73rem}
@media (prefers-color-scheme:dark){:root{${cssDeclarations(DARK)}}}
@media print{:root{color-scheme:light;${cssDeclarations(LIGHT)}}}
${PHASE_KEYS.map((key) => `.${key}{color:var(--${key})}`).join("")}
`;

/** What all pages look like. */
export const BASE_STYLE = COLORS + styleSheet("./base.css", import.meta.url);

/** The style of a page with a list of its contents (`withContents` in `blocks.ts`). */
export const CONTENTS_STYLE = styleSheet("./contents.css", import.meta.url);

/**
 * The rules by which one of several drawings of different widths is shown: the widest that fits into its column, or the narrowest.
 *
 * @param className of all of them
 * @param prefix of the class that each has besides, which ends in its width
 */
export function widestThatFits(className: string, widths: readonly number[], prefix = className): string {
  const rules = fittingRanges(widths).map((range, i) => `@container ${range}{.${prefix}${widths[i]}{display:block}}`);
  const least = `@supports not (container-type:inline-size){.${prefix}${widths[0]}{display:block}}`;
  return `.${className}{display:none}${rules.join("")}${least}\n`;
}

/** Media queries: for each of several widths in px, the places in which it is the widest that fits. The first fits always. */
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

/** A style sheet with values in the places of `var(--name)`: in a media query, too, where CSS itself knows no variables. */
export function withValues(css: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`var(${name})`, value), css);
}
