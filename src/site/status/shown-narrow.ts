import { type Html, html } from "../html.js";

/** The name of a column in front of its value, where the table is so narrow that its head is not seen. */
export function shownNarrow(label: string): Html {
  return html`<span class="label" aria-hidden="true">${label} </span>`;
}
