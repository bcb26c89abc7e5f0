import { escapeMarkup, serialize, type Tree } from "../chart/markup.js";

/** Text that is HTML already. Made by `html` alone. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: text and numbers are escaped, trees are drawn, nothing is drawn for `undefined`. */
export type Part = Html | Tree | string | number | undefined | readonly (Html | Tree)[];

/** A template whose values cannot become markup, in text as well as in quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, next, i) => text + drawn(parts[i - 1]) + next));
}

function drawn(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part !== "object") return escapeMarkup(String(part));
  return "tag" in part ? serialize(part) : part.map(drawn).join("");
}

/** An address for `href`: only http and https, so that no configured text becomes a script. */
export function webLink(address: string): string | undefined {
  const isWeb = URL.canParse(address) && ["http:", "https:"].includes(new URL(address).protocol);
  return isWeb ? address : undefined;
}
