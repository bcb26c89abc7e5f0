/** The building blocks of several pages: sections, folds, lists and tables. */
import type { Language, Tree } from "peak-cycle-drawing";
import { type Html, html, type Part, type Text } from "./html.js";
import { localeOf } from "./locales/locales.js";

/**
 * Starts a section of a page with its heading; the template after it is the content.
 *
 * @param id of the heading, for links to it
 */
export function section(id: string, heading: Text): typeof html {
  return (strings, ...parts) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${html(strings, ...parts)}
</section>
`;
}

/**
 * Starts a section that opens when its heading is pressed; the template after it is the content.
 *
 * @param note shown at the end of the heading's line
 */
export function details(id: string, heading: Text, note?: Text): typeof html {
  const aside = note === undefined ? undefined : html` <small>${note}</small>`;
  return (strings, ...parts) => html`<details class="fold" id="${id}"><summary><h3>${heading}</h3>${aside}</summary>
<div>${html(strings, ...parts)}</div></details>
`;
}

/** A choice of a few links. @param label names the choice for screen readers */
export function tabs(
  label: Text,
  links: readonly { readonly href: string; readonly text: Text; readonly isCurrent: boolean }[],
): Html {
  const items = links.map(
    ({ href, text, isCurrent }) => html`
<a href="${href}" rel="nofollow"${isCurrent ? html` aria-current="true"` : undefined}>${text}</a>`,
  );
  return html`<nav class="tabs" aria-label="${label}">${items}
</nav>`;
}

/** A row of figures, each with its name and an optional note. */
export function figureTiles(cells: readonly (readonly [name: Text, figure: Part, note?: Part])[]): Html {
  return html`<dl class="figures">${cells.map(
    ([name, figure, note]) => html`
<div><dt>${name}</dt><dd><b>${figure}</b>${note === undefined ? undefined : html` <small>${note}</small>`}</dd></div>`,
  )}
</dl>`;
}

/** One item per line, unless the class's style says otherwise. */
export function list(items: readonly Text[], className?: string): Html {
  return html`<ul${className && html` class="${className}"`}>${items.map(
    (item) => html`
<li>${item}</li>`,
  )}
</ul>`;
}

/** Names with their values; a name without a value is left out. */
export function facts(rows: readonly (readonly [name: Text, value: Part])[], className = "facts"): Html {
  const shownRows = rows.filter(([, value]) => value !== undefined);
  return html`<dl class="${className}">${shownRows.map(
    ([name, value]) => html`
<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}
</dl>`;
}

/** Code to copy, with a button that works if the page loads `copy.js`; without a script the button is hidden. */
export function codeBlock(text: Part, language: Language): Html {
  const { copy, copied, selected } = localeOf(language).common;
  return html`<div class="code"><pre tabindex="0"><code>${text}</code></pre><button type="button" class="copy"
data-copied="${copied}" data-selected="${selected}">${copy}</button></div>
`;
}

/**
 * A table with a head. The first cell of a row names it. On narrow screens, the cells of a `stack` are below each
 * other, and `rows` have a line for each value with the name of its column.
 */
export function table(columns: readonly Part[], rows: readonly (readonly Part[])[], className?: string): Html {
  const isRows = className === "rows";
  const heads = columns.map((name) => html`<th scope="col">${name}</th>`);
  const lines = rows.map(
    ([name, ...cells]) => html`
<tr><th scope="row">${name}</th>${cells.map(
      (cell, i) => html`<td${isRows ? html` data-label="${columns[i + 1]}"` : undefined}>${cell}</td>`,
    )}</tr>`,
  );
  return html`<table${className && html` class="${className}"`}><thead><tr>${heads}</tr></thead>
<tbody>${lines}
</tbody></table>`;
}

/** A region that scrolls separately, for content too wide or long for the page; it can be focused by keyboard. */
export function scrollable(label: Text, content: Html | Tree, className: "wide" | "wide scroll"): Html {
  return html`<div class="${className}" tabindex="0" role="region" aria-label="${label}">${content}</div>`;
}
