/** HTML templates that escape their values. */

import { escapeMarkup, serialize, type Tree } from "peak-cycle-drawing";

/** Text that is already HTML. Only `html` and `trustedHtml` create it. */
export class Html {
  readonly #text: string; // private, so that no other object with a `text` passes for one

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

/**
 * Our own text, unescaped: a style, a script, a data block, output of the build. Never pass it anything from outside.
 */
export function trustedHtml(text: string): Html {
  return new Html(text);
}

/** A data block in a page for its script; no text inside can close it. @param replacer as in `JSON.stringify` */
export function dataBlock(id: string, data: object, replacer?: (name: string, value: unknown) => unknown): Html {
  const text = JSON.stringify(data, replacer).replaceAll("<", "\\u003c");
  return html`<script type="application/json" id="${id}">${trustedHtml(text)}</script>`;
}

/** A sentence: plain text, or prose with links and code in it. */
export type Text = string | Html;

/** A value in a template: text and numbers are escaped, trees are serialized, `undefined` adds nothing. */
export type Part = Html | Tree | string | number | undefined | readonly (Html | Tree)[];

/** A template whose values cannot become markup, neither in text nor in quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = "";
  let inAttribute = false;
  for (const [i, literal] of strings.entries()) {
    text += literal;
    if (literal.includes('"')) inAttribute = /="[^"]*$/.test(literal);
    const part = parts[i];
    const markup = markupOf(part);
    text += inAttribute && typeof part === "object" ? escapeMarkup(plainText(new Html(markup))) : markup;
  }
  return new Html(text);
}

function markupOf(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part !== "object") return escapeMarkup(String(part));
  return "tag" in part ? serialize(part) : part.map(markupOf).join("");
}

/** Joins sentences. */
export function join(parts: readonly Text[], separator: Text): Html {
  return html`${parts.map((part, i) => html`${i === 0 ? "" : separator}${part}`)}`;
}

const ESCAPED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** A sentence without its markup, for places that cannot have any: a title, an attribute, the name of a drawing. */
export function plainText(text: Text): string {
  if (typeof text === "string") return text;
  return text.text.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ESCAPED[name] ?? "");
}

/** A URL for `href`: only http and https, so that no configured text becomes a script. */
export function webLink(address: string): string | undefined {
  const isWeb = URL.canParse(address) && ["http:", "https:"].includes(new URL(address).protocol);
  return isWeb ? address : undefined;
}
