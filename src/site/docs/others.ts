import { type Html, html } from "../html.js";
import { type DocsWords, OTHER_PATHS, type OtherPath } from "../locales/docs-shape.js";
import { tryIt } from "./try-it.js";

/** How long each may be kept. */
const CACHE: Readonly<Record<OtherPath, keyof DocsWords["others"]["cacheOf"]>> = {
  "/api/public/nhci/history.csv": "hour",
  "/api/public/nhci/score.txt": "minute",
  "/api/public/nhci/proof/leaves": "minutes",
  "/feed.atom": "minutes",
  "/feed.json": "minutes",
  "/embed/nhci-chart.js": "hour",
  "/embed/nhci-badge.js": "hour",
  "/embed/<version>/…": "year",
  "/embed/nhci": "minute",
  "/embed/nhci-chart.svg": "minutes",
  "/embed/nhci-card.png": "minutes",
  "/oembed": "hour",
  "/openapi.json": "hour",
  "/healthz": "never",
  "/readyz": "never",
};

/** Those with a short answer in JSON. */
const CAN_TRY: readonly OtherPath[] = ["/feed.json", "/healthz", "/readyz"];

/** Everything that answers besides the two endpoints. */
export function othersSection({ others, tryIt: words }: DocsWords, link: (to: string) => string): Html {
  const columns = others.columns.map((each) => html`<th scope="col">${each}</th>`);
  return html`<section aria-labelledby="others">
<h2 id="others">${others.heading}</h2>
<table class="stack paths"><thead><tr>${columns}</tr></thead>
<tbody>${OTHER_PATHS.map(
    (path) => html`
<tr><th scope="row"><code>${path}</code></th><td>${others.rows[path]}</td><td class="soft">${others.cacheOf[CACHE[path]]}</td></tr>`,
  )}
</tbody></table>
${CAN_TRY.map(
  (path) => html`<h3><code>GET ${path}</code></h3>
${tryIt(link(path), words)}
`,
)}</section>`;
}
