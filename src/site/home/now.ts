import { scoreMeter } from "../../chart/badge.js";
import { parseBadgeScore } from "../../chart/chart-data.js";
import { CSS_VARIABLES } from "../../chart/colors.js";
import { type Language, translate } from "../../chart/locale.js";
import { type Tree, tree } from "../../chart/markup.js";
import type { Range } from "../../domain/evaluation.js";
import { type PhaseKey, phaseOf, type Signal } from "../../domain/score.js";
import type { FearGreedClass } from "../../domain/snapshot.js";
import type { AttributionRow } from "../attribution.js";
import { facts, type SettledRun, section, settledRunText } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, plainText, type Text, webLink } from "../html.js";
import { localeOf } from "../locales/locales.js";

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

export type FlagDays = Readonly<Partial<Record<"descentGuard" | "topRisk", string>>>;

/** The score and what goes with it. */
export interface NowView {
  readonly current: Current;
  readonly credits: Credits;
  /** `undefined` before there is a daily row. */
  readonly settled: SettledRun | undefined;
  /** Where the price's later place may lie; `undefined` in the first years. */
  readonly laterPlace: Range | undefined;
  /** Share of the days so far whose later place lay in their range, 0..1. */
  readonly coveredShare: number | undefined;
  /** How old a stale score is, in whole hours; `undefined` while it is fresh. */
  readonly staleHours?: number | undefined;
  /** YYYY-MM-DD: the first day of a flag that is up, as far as the record knows it. */
  readonly flagsSince?: FlagDays | undefined;
}

/** The score and what goes with it. */
export function nowSection(view: NowView, language: Language): Html {
  const { settled, laterPlace, coveredShare: covered } = view;
  const { btc } = view.current;
  const format = formatOf(language);
  const { common, home, cycle } = localeOf(language);
  const [words, { later }] = [home.now, cycle];
  const whole = (value: number) => `${Math.round(value)}`;
  const age = btc.stale
    ? html`<br><strong class="mark">▲ ${words.stale(format.hours(view.staleHours ?? 2))}</strong>`
    : undefined;
  const updated = html`<time datetime="${btc.updated_at}">${format.minute(btc.updated_at)}</time>${age}`;
  return html`<section class="now" aria-labelledby="now">
<h2 id="now" class="visually-hidden">${words.heading}</h2>
<p class="score"><strong>${format.score(btc.score)}</strong> <span class="soft visually-hidden">${words.of100}</span></p>
<div class="phase"><strong class="${btc.phase_key}">${translate(btc.phase_key, language)}</strong>${
    settled &&
    html`
<span>${common.terms.settled}${format.colon} ${settledRunText(settled, language)}</span>`
  }</div>
<div class="where">${scale(view.current)}${
    laterPlace &&
    html`
<p>${later.text(whole(laterPlace.low), whole(laterPlace.high))}${covered === undefined ? undefined : html` ${later.covered(format.quantile(covered))}`}</p>`
  }</div>
${facts([
  [words.signal, html`<strong>${translate(btc.signal, language)}</strong>`],
  [words.flags, flags(view, language)],
  [words.updated, html`${updated}${savedNote(btc.stale, language)}`],
])}
</section>`;
}

/** Unseen until `widgets/worker/worker.ts` shows the page as an old copy; `data-old` goes before its title then. */
function savedNote(isStale: boolean, language: Language): Html {
  const { old, saved } = localeOf(language).cycle;
  return html`<span id="saved" data-old="${isStale ? "" : `${plainText(old)} `}" hidden><br><strong class="saved mark">▲ ${saved}</strong></span>`;
}

/** `▲ Bear-market descent since Nov 8, 2024`, a line each. */
function flags({ current, flagsSince = {} }: NowView, language: Language): Text {
  const words = localeOf(language).home.now;
  const { descent_guard, top_risk } = current.btc.context;
  const isUp = { descentGuard: descent_guard !== null, topRisk: top_risk !== null };
  const raised = (["descentGuard", "topRisk"] as const).filter((flag) => isUp[flag]);
  if (raised.length === 0) return words.noFlags;
  const lines = raised.map((flag) => {
    const from = flagsSince[flag];
    const since = from === undefined ? undefined : html` ${words.since(formatOf(language).day(from))}`;
    return html`<span class="flag"><strong>▲\u00a0${translate(flag, language)}</strong>${since}</span>`;
  });
  return html`${lines}`;
}

/** The meter of the widgets. Says nothing that the text beside it does not say. */
function scale(current: Current): Tree {
  const drawn = scoreMeter({ x: 0, y: 3, width: 320 }, CSS_VARIABLES, parseBadgeScore(current));
  return tree("svg", { class: "scale", viewBox: "0 0 320 6", "aria-hidden": "true" }, ...drawn);
}

/** The live figures beside the score, each with its source. */
export function marketSection({ current, credits }: NowView, language: Language): Html {
  const { common, home, cycle } = localeOf(language);
  const { price, dominance, fearGreed } = common.terms;
  const { crypto, market } = current;
  const format = formatOf(language);
  const mood = home.now.moods[market.fear_greed.classification];
  const { key } = phaseOf(crypto.score);
  const cells: readonly (readonly [Text, Html])[] = [
    [price, html`<strong>${format.money(market.btc_price_usd)}</strong> USD${credit(credits.price)}`],
    [dominance, html`<strong>${format.percent(market.btc_dominance_pct)}</strong>${credit(credits.dominance)}`],
    [fearGreed, html`<strong>${market.fear_greed.value}</strong> ${mood}${credit(credits.fearGreed)}`],
    [
      home.now.crypto,
      html`<strong>${format.score(crypto.score)}</strong> <span class="${key}">${translate(key, language)}</span>`,
    ],
  ];
  return section("market", cycle.market.heading)`${facts(cells, "cells")}`;
}

function credit(row: AttributionRow | undefined): Html | undefined {
  const address = row && webLink(row.link);
  return row === undefined || address === undefined
    ? undefined
    : html` <small><a href="${address}">${row.name}</a></small>`;
}

/** The CSS of both sections. */
export const NOW_STYLE = `
.now{display:grid;grid-template:"s p f" auto "s w f" 1fr/auto minmax(20rem,1fr) 21rem;gap:0 3.2rem;align-items:start;margin:0}
.score{grid-area:s;margin:0}.score strong{font-size:7.75rem;line-height:1;font-weight:700;letter-spacing:-.055em;font-variant-numeric:tabular-nums;margin-left:-5px}
.phase{grid-area:p;padding-top:.7rem}.phase>span strong{font-weight:600}.phase>strong{display:block;font-size:2.5rem;line-height:1.1;letter-spacing:-.025em}.phase>span{font-size:.95rem}
.where{grid-area:w;margin-top:.6rem}.where p{font-size:.875rem;line-height:1.45;color:var(--soft);margin:.3rem 0 0}.where b{color:var(--ink);font-weight:600}
.scale{display:block;width:100%;max-width:28rem;margin-top:.2rem}
.facts{grid-area:f;margin:.75rem 0 0}.facts div{display:grid;grid-template-columns:5.75rem minmax(0,1fr);gap:.75rem;padding:.55rem 0;border-top:1px solid var(--line)}
dt{color:var(--soft);font-size:.875rem}dd{margin:0;font-variant-numeric:tabular-nums}dd small{display:inline-block}.facts dd{line-height:1.5}.flag{display:block}
.cells{display:grid;grid-template-columns:repeat(4,1fr);gap:1.5rem 2rem;max-width:none}.cells strong{font-size:1.6rem;font-weight:650;letter-spacing:-.025em}.cells small{display:block}
@media (max-width:67.4rem){.now{grid-template:"s p" auto "s w" auto "f f" auto/auto 1fr;gap:0 2rem}.score strong{font-size:6.5rem}.facts{display:grid;grid-template-columns:repeat(3,1fr);gap:0 1.5rem;max-width:none}.facts div{display:block}.cells{grid-template-columns:1fr 1fr}}
@media (max-width:43.7rem){.now{grid-template:"s p" auto "w w" auto "f f" auto/auto 1fr;gap:0 .9rem}.score strong{font-size:4rem;margin-left:-3px}.phase{padding-top:.3rem}.phase>strong{font-size:1.7rem}.phase>span{display:block;font-size:.8rem;line-height:1.35}.where{margin-top:.25rem}.where p{font-size:.8125rem;margin:.1rem 0 0}.facts{gap:0 .75rem;margin:.4rem 0 0;grid-template-columns:auto 1fr auto}.facts div{padding:0;border:0}.facts dt{font-size:.75rem}.facts dd{font-size:.8125rem;line-height:1.35}.cells strong{font-size:1.25rem}}
@media (max-width:22.4rem){.cells{grid-template-columns:1fr}.now{column-gap:.6rem}.score strong{font-size:3.4rem}.phase>strong{font-size:1.3rem}}`;
