import { type Language, translate } from "../chart/locale.js";
import type { Tree } from "../chart/markup.js";
import type { PhaseKey } from "../domain/score.js";
import { formatOf } from "./format.js";
import { type Html, html, type Part, type Text, trustedHtml } from "./html.js";
import { localeOf } from "./locales/locales.js";

// What several pages are built of.

/** Begins a part of a page with its heading; the template behind it is what follows. @param id of the heading, to which addresses lead */
export function section(id: string, heading: Text): typeof html {
  return (strings, ...parts) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${html(strings, ...parts)}
</section>
`;
}

/** One item below the other, unless the style of the class says otherwise. */
export function list(items: readonly Text[], className?: "columns" | "facts" | "legend" | "row"): Html {
  return html`<ul${className && html` class="${className}"`}>${items.map(
    (item) => html`
<li>${item}</li>`,
  )}
</ul>`;
}

/** Points whose first sentence names them: it is bold. */
export function namedPoints(points: Readonly<Record<string, Text>>): readonly Html[] {
  const bold = (text: string) => text.replace(/^((?:<[^>]*>)?)(.*?\.)(?= )/, "$1<strong>$2</strong>");
  return Object.values(points).map((point) => trustedHtml(bold(html`${point}`.text)));
}

/** Names, and beside each what is to be said; one of which nothing is known is left out. */
export function facts(rows: readonly (readonly [name: Text, says: Part])[], className = "facts"): Html {
  const known = rows.filter(([, says]) => says !== undefined);
  return html`<dl class="${className}">${known.map(
    ([name, says]) => html`
<div><dt>${name}</dt><dd>${says}</dd></div>`,
  )}
</dl>`;
}

/** A text to be copied, as it is. */
export function codeBlock(text: Part): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>
`;
}

interface TableOptions {
  readonly id?: string;
  readonly caption?: Text;
  /** Id of the heading that stands for a caption. */
  readonly labelledBy?: string;
  readonly className?: string;
}

/** A table with a head, or without one where there are no columns. The first cell of a row names it. */
export function table(
  columns: readonly Part[],
  rows: readonly (readonly Part[])[],
  { id, caption, labelledBy, className }: TableOptions = {},
): Html {
  const lines = rows.map(
    ([name, ...cells]) => html`
<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  );
  return html`<table${id && html` id="${id}"`}${className && html` class="${className}"`}${labelledBy && html` aria-labelledby="${labelledBy}"`}>${caption && html`<caption>${caption}</caption>`}${columns.length > 0 ? tableHead(columns) : undefined}
<tbody>${lines}
</tbody></table>`;
}

function tableHead(names: readonly Part[]): Html {
  return html`<thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;
}

/** A drawing in several widths, of which the style shows one (`widestThatFits`). @param name of the kind of drawing, and prefix of their classes */
export function inWidths(name: string, widths: readonly number[], draw: (width: number) => Tree): readonly Html[] {
  return widths.map(
    (width) => html`<div class="${name} ${name}${width}">${draw(width)}</div>
`,
  );
}

/** The name of a column in front of its value; the style shows it where the table is too narrow for a head. */
export function narrowLabel(label: Text): Html {
  return html`<span class="label" aria-hidden="true">${label} </span>`;
}

/** A place that scrolls by itself, for what is wider or longer than its page has room for; the keyboard reaches it. */
export function scrollable(label: Text, content: Html | Tree, className: "wide" | "wide scroll" | "wide days"): Html {
  return html`<div class="${className}" tabindex="0" role="region" aria-label="${label}">${content}</div>`;
}

/** The settled phase, and since when. */
export interface SettledRun {
  readonly key: PhaseKey;
  /** YYYY-MM-DD, a UTC day. */
  readonly since: string;
  /** That day included. */
  readonly days: number;
}

/** `Hot Zone, for 12 days, since Nov 10, 2026` */
export function settledRunText({ key, since, days }: SettledRun, language: Language): Html {
  const { now } = localeOf(language).status;
  const format = formatOf(language);
  const span = now.since(format.days(days), format.day(since));
  return html`<strong class="${key}">${translate(key, language)}</strong>, ${span}`;
}

/** A place of a page and what it is called. */
export interface ContentsEntry {
  /** Of an element of the page. */
  readonly id: string;
  readonly heading: Text;
  /** Whether it is a part of the place before it. */
  readonly isPart?: boolean;
}

/** A page that needs a list of its contents. */
interface LongPage {
  /** The heading of the page and what stands below it. */
  readonly head: Html;
  /** The heading of that list. */
  readonly label: Text;
  /** In the order of the page; a line is drawn between two groups. */
  readonly groups: readonly (readonly ContentsEntry[])[];
  readonly body: Html;
}

/**
 * A page with a list of its contents, which stays beside it where it is wide and folds above it where it is narrow. It needs no
 * script: in a wide window the style shows what the closed `details` holds.
 */
export function withContents({ head, label, groups, body }: LongPage): Html {
  const lists = groups.map(
    (entries) => html`<ul>${entries.map(
      ({ id, heading, isPart }) => html`
<li${isPart ? html` class="part"` : undefined}><a href="#${id}">${heading}</a></li>`,
    )}
</ul>`,
  );
  return html`<div class="reference">
<div class="head">
${head}
</div>
<nav class="toc" aria-label="${label}"><details><summary>${label}</summary>
${lists}
</details></nav>
<div class="body" id="all">
${body}
</div>
</div>`;
}

/** From this width on there is room for contents of 13rem beside a text of 45rem. */
const WIDE = "@media (min-width:64rem)";

/** A browser that cannot show what a closed element holds keeps the summary, wide too. */
export const CONTENTS_STYLE = `
.reference>.body{container-type:inline-size;min-width:0}.body>section:first-child,.body>.chapter>section:first-child{margin-top:1rem}
.reference .body>section>h2{border-top:1px solid var(--ink);padding-top:1rem;font-size:1.5rem}
.fold{border-top:1px solid var(--line)}.fold+:not(.fold){border-top:1px solid var(--line)}.fold>summary{padding:.6rem 0;cursor:pointer;color:var(--link);font-size:.95rem}.fold caption{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.toc{border-block:1px solid var(--line);margin:1.25rem 0;font-size:.95rem}.toc summary{padding:.7rem 0;font-weight:600;margin:0}
.toc ul{list-style:none;margin:0;padding:.4rem 0}.toc ul+ul{border-top:1px solid var(--line)}.toc li{margin:0}
.toc a{display:block;padding:.35rem 0;color:inherit;text-decoration:none;line-height:1.35}.toc a:hover{text-decoration:underline}
.toc .part{padding-left:1rem;font-size:.9em}
.toc details{scroll-target-group:auto}.toc a:target-current{font-weight:600;color:var(--link)}
${WIDE}{.reference{display:grid;grid-template:"toc head" auto "toc body" 1fr/13rem minmax(0,1fr);column-gap:3rem}.head{grid-area:head}.reference>.body{grid-area:body}
.toc{grid-area:toc;align-self:start;position:sticky;top:0;max-height:100vh;overflow-y:auto;border:0;margin:0;padding:.3rem 0 1rem;font-size:.9rem}
@supports selector(::details-content){.toc summary{display:none}.toc details::details-content{content-visibility:visible;block-size:auto}}}
@media print{.reference{display:block}.toc{display:none}}`;
