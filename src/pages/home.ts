import type { AttributionRow } from "./attribution.js";
import { type Html, html, webLink } from "./html.js";
import { layout, type Site } from "./layout.js";

/** The current answer, as far as the page shows it. */
export interface Current {
  readonly btc: {
    readonly score: number;
    readonly phase: string;
    readonly signal: string;
    readonly context: { readonly descent_guard: string | null; readonly top_risk: string | null };
    readonly updated_at: string;
    readonly stale: boolean;
  };
  readonly crypto: { readonly score: number; readonly phase: string };
  readonly market: {
    readonly btc_price_usd: number;
    readonly btc_dominance_pct: number;
    readonly fear_greed: { readonly value: number; readonly classification: string };
  };
}

/** Who is credited beside each live figure; the sources' terms ask for it. */
export interface Credits {
  readonly price: AttributionRow | undefined;
  readonly dominance: AttributionRow | undefined;
  readonly fearGreed: AttributionRow | undefined;
}

/** The front page. @param shown `undefined` before the first score */
export function homePage(
  site: Site,
  shown: { readonly current: Current; readonly credits: Credits } | undefined,
): string {
  return layout(
    site,
    site.indexName,
    html`<h1>${site.indexName}</h1>
<p class="soft">Where Bitcoin stands in its cycle, from 0 (bottom) to 100 (peak). Computed every hour.</p>
${shown === undefined ? html`<p>There is no score yet: the service is collecting the past it needs.</p>` : reading(shown.current, shown.credits)}
${usage(site)}`,
  );
}

function reading({ btc, crypto, market }: Current, credits: Credits): Html {
  return html`<p class="score">${btc.score.toFixed(1)}</p>
<p>${btc.phase}${btc.stale ? html` · <span class="mark">stale: older than 2 hours</span>` : undefined}</p>
<dl>
<dt>Signal</dt><dd>${btc.signal}</dd>
<dt>Flags</dt><dd>${flags(btc.context)}</dd>
<dt>Updated</dt><dd><time datetime="${btc.updated_at}">${minute(btc.updated_at)} UTC</time></dd>
<dt>Crypto as a whole</dt><dd>${crypto.score.toFixed(1)}, ${crypto.phase}</dd>
<dt>Bitcoin price</dt><dd>${USD.format(market.btc_price_usd)} USD${credit(credits.price)}</dd>
<dt>Bitcoin dominance</dt><dd>${market.btc_dominance_pct.toFixed(2)} %${credit(credits.dominance)}</dd>
<dt>Fear &amp; Greed</dt><dd>${market.fear_greed.value}, ${market.fear_greed.classification}${credit(credits.fearGreed)}</dd>
</dl>`;
}

/** `83,236.56` */
const USD = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function credit(row: AttributionRow | undefined): Html | undefined {
  const address = row && webLink(row.link);
  return row === undefined || address === undefined
    ? undefined
    : html`<br><small><a href="${address}">${row.name}</a></small>`;
}

function flags({ descent_guard, top_risk }: Current["btc"]["context"]): string {
  const raised = [
    descent_guard === null ? [] : "a bear-market descent is under way",
    top_risk === null ? [] : "a cycle-top distribution was seen in the last 30 days",
  ].flat();
  return raised.length === 0 ? "none is raised" : raised.join("; ");
}

/** `2026-11-21 07:30` */
function minute(instant: string): string {
  return instant.slice(0, 16).replace("T", " ");
}

function usage({ baseUrl }: Site): Html {
  const address = baseUrl.href.replace(/\/$/, "");
  return html`<h2 id="use">Use it</h2>
<p>Two JSON answers, free, without a key, open to every origin:</p>
<ul>
<li><a href="api/public/nhci">Current score</a>, renewed every hour</li>
<li><a href="api/public/nhci/history">The last 30 days</a>, renewed daily at 06:00 UTC</li>
</ul>
<pre>curl ${address}/api/public/nhci</pre>
<p>At most 20 requests a minute per address, both together; the next one is answered with 429 and
<code>Retry-After</code>. Whoever shows a score names the index and this site; see
<a href="attribution">sources and attribution</a>.</p>
<p class="soft">API Pro is coming soon: full history since 2017, personal keys, higher limits.
Nothing here is financial advice.</p>`;
}
