import { scoreMeter } from "../../chart/badge.js";
import { parseBadgeScore } from "../../chart/chart-data.js";
import { CSS_VARIABLES } from "../../chart/colors.js";
import { type Language, translate } from "../../chart/locale.js";
import { type Tree, tree } from "../../chart/markup.js";
import type { FearGreedClass } from "../../domain/fear-greed.js";
import { type PhaseKey, phaseOf } from "../../domain/phase.js";
import type { Signal } from "../../domain/signal.js";
import type { AttributionRow } from "../attribution.js";
import { formatOf } from "../format.js";
import { type Html, html, webLink } from "../html.js";
import type { NowWords } from "../locales/shape.js";

/** The current answer, as far as the page shows it. */
export interface Current {
  readonly btc: {
    readonly score: number;
    readonly phase_key: PhaseKey;
    readonly signal: Signal;
    readonly context: { readonly descent_guard: string | null; readonly top_risk: string | null };
    readonly updated_at: string;
    readonly stale: boolean;
  };
  readonly crypto: { readonly score: number };
  readonly market: {
    readonly btc_price_usd: number;
    readonly btc_dominance_pct: number;
    readonly fear_greed: { readonly value: number; readonly classification: FearGreedClass };
  };
}

/** Who is credited beside each live figure; the sources' terms ask for it. */
export interface Credits {
  readonly price: AttributionRow | undefined;
  readonly dominance: AttributionRow | undefined;
  readonly fearGreed: AttributionRow | undefined;
}

interface Shown {
  readonly current: Current;
  readonly credits: Credits;
}

/** The number now, and what goes with it. */
export function nowSection({ current, credits }: Shown, words: NowWords, language: Language): Html {
  const { btc, crypto, market } = current;
  const format = formatOf(language);
  const mood = words.moods[market.fear_greed.classification];
  return html`<section class="now" aria-labelledby="now">
<h2 id="now" class="visually-hidden">${words.heading}</h2>
<div class="reading">
<p class="score"><strong>${format.score(btc.score)}</strong> <span class="soft">${words.of100}</span></p>
<p class="phase ${btc.phase_key}">${translate(btc.phase_key, language)}</p>
${scale(current)}
${btc.stale ? html`<p class="mark">${words.stale}</p>` : undefined}
</div>
<dl class="facts">
<div><dt>${words.signal}</dt><dd><strong>${translate(btc.signal, language)}</strong></dd></div>
<div><dt>${words.flags}</dt><dd>${flags(btc.context, words)}</dd></div>
<div><dt>${words.crypto}</dt><dd>${format.score(crypto.score)}, ${translate(phaseOf(crypto.score).key, language)}</dd></div>
<div><dt>${words.price}</dt><dd>${format.money(market.btc_price_usd)} USD${credit(credits.price)}</dd></div>
<div><dt>${words.dominance}</dt><dd>${format.percent(market.btc_dominance_pct)}${credit(credits.dominance)}</dd></div>
<div><dt>${words.fearGreed}</dt><dd>${market.fear_greed.value}, ${mood}${credit(credits.fearGreed)}</dd></div>
<div><dt>${words.updated}</dt><dd><time datetime="${btc.updated_at}">${format.minute(btc.updated_at)}</time></dd></div>
</dl>
</section>`;
}

function credit(row: AttributionRow | undefined): Html | undefined {
  const address = row && webLink(row.link);
  return row === undefined || address === undefined
    ? undefined
    : html` <small><a href="${address}">${row.name}</a></small>`;
}

function flags({ descent_guard, top_risk }: Current["btc"]["context"], words: NowWords): string {
  const raised = [descent_guard === null ? [] : words.descentGuard, top_risk === null ? [] : words.topRisk].flat();
  return raised.length === 0 ? words.noFlags : raised.join("; ");
}

/** The meter of the widgets. Says nothing that the text beside it does not say. */
function scale(current: Current): Tree {
  const drawn = scoreMeter({ x: 0, y: 3, width: 320 }, CSS_VARIABLES, parseBadgeScore(current));
  return tree("svg", { class: "scale", viewBox: "0 0 320 6", "aria-hidden": "true" }, ...drawn);
}
