import { type Html, html, webLink } from "./html.js";
import { attributionLine, layout, type Site } from "./layout.js";

/** One source in use. */
export interface AttributionRow {
  /** As on a stored figure, e.g. `coin-metrics`. */
  readonly source: string;
  /** The name, or the credit the source wants to see. */
  readonly name: string;
  /** What the service takes from it. */
  readonly gives: string;
  readonly link: string;
  /** License or terms, in one line. */
  readonly license: string;
}

/** Who is to be named by those who show a score, and whom the service itself has to name. */
export function attributionPage(site: Site, rows: readonly AttributionRow[]): string {
  return layout(
    site,
    `Attribution · ${site.indexName}`,
    html`<p><a href="./">${site.indexName}</a></p>
<h1>Attribution</h1>
<h2>When you show a score</h2>
<p>Name the index and the service with its address, for instance with this line:</p>
<pre>${attributionLine(site)}</pre>
<p>When you show the market figures too, name their sources as well.</p>
<h2>Sources in use</h2>
<div class="wide"><table>
<thead><tr><th scope="col">Source</th><th scope="col">Gives</th><th scope="col">License or terms</th></tr></thead>
<tbody>${rows.map(row)}</tbody>
</table></div>`,
  );
}

function row({ name, gives, link, license }: AttributionRow): Html {
  const address = webLink(link);
  return html`
<tr><td>${address === undefined ? name : html`<a href="${address}">${name}</a>`}</td><td>${gives}</td><td>${license}</td></tr>`;
}
