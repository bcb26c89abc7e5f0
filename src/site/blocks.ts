import type { Tree } from "../chart/markup.js";
import { type Html, html, type Part, type Text } from "./html.js";

/** One item below the other. */
export function list(items: readonly Text[]): Html {
  return html`<ul>${items.map(
    (item) => html`
<li>${item}</li>`,
  )}
</ul>`;
}

/** The names of a table's columns. */
export function tableHead(names: readonly Part[]): Html {
  return html`<thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;
}

/** A place that scrolls by itself, for what is wider or longer than its page has room for; the keyboard reaches it. */
export function scrollable(label: Text, content: Html | Tree, className: "wide" | "wide scroll" | "wide days"): Html {
  return html`<div class="${className}" tabindex="0" role="region" aria-label="${label}">${content}</div>`;
}

/** The name of a column in front of its value; the style shows it where the table is too narrow for a head. */
export function narrowLabel(label: Text): Html {
  return html`<span class="label" aria-hidden="true">${label} </span>`;
}
