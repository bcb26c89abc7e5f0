/** Style sheets that lie beside the modules that use them. */
import { readFileSync } from "node:fs";

/** The text of a style sheet. The build puts the text in the place of the call (`tools/bundle.ts`). */
export function styleSheet(name: string, besides: string): string {
  return readFileSync(new URL(name, besides), "utf8");
}

/** A style sheet with values in the places of `var(--name)`: in a media query, too, where CSS itself knows no variables. */
export function withValues(css: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`var(${name})`, value), css);
}
