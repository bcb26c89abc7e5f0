import { type Html, html, type Part } from "../html.js";

/** A heading, and whether figures stand below it. */
export interface Column {
  readonly name: Part;
  readonly isNumber?: boolean;
}

/** The first cell names the row; rows of a `kind` look like it. */
export interface Row {
  readonly cells: readonly Part[];
  readonly kind?: string;
}

/** A table in a place of its own to scroll. @param caption unique on the page */
export function wideTable(caption: string, columns: readonly Column[], rows: readonly Row[]): Html {
  const isOfCases = rows.some(({ kind }) => kind !== undefined && kind !== "first");
  const heads = columns.map(({ name, isNumber }) => html`<th scope="col"${isNumber ? NUMBER : undefined}>${name}</th>`);
  const lines = rows.map(({ cells, kind }) => {
    const [first, ...others] = cells;
    const written = others.map((cell, i) => html`<td${columns[i + 1]?.isNumber ? NUMBER : undefined}>${cell}</td>`);
    return html`
<tr${kind === undefined ? undefined : html` class="${kind}"`}><th scope="row">${first}</th>${written}</tr>`;
  });
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table${isOfCases ? CASES : undefined}><caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>${lines}
</tbody></table></div>
`;
}

const NUMBER = html` class="number"`;
const CASES = html` class="cases"`;

/** Columns by their names, all but the first `texts` of them for figures. */
export function columnsOf(names: readonly Part[], texts: number): readonly Column[] {
  return names.map((name, i) => ({ name, isNumber: i >= texts }));
}
