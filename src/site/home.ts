import type { Stay } from "../backtest/track-record.js";
import { scoreMeter } from "../chart/badge.js";
import { chart } from "../chart/chart.js";
import { type ChartDay, parseBadgeScore, parseCurrent } from "../chart/chart-data.js";
import { CSS_VARIABLES } from "../chart/colors.js";
import { cycleDeclarations, DARK_CYCLE, LIGHT_CYCLE } from "../chart/cycle/cycle-colors.js";
import type { CyclePast, CycleRange } from "../chart/cycle/cycle-data.js";
import { type Language, translate } from "../chart/locale.js";
import { type Tree, tree } from "../chart/markup.js";
import { daysTable } from "../chart/text-alternatives.js";
import type { Range } from "../domain/evaluation.js";
import { HALVING_DAYS } from "../domain/halvings.js";
import { formatDay } from "../domain/instant.js";
import { type PhaseKey, phaseOf, type Signal } from "../domain/score.js";
import type { FearGreedClass } from "../domain/snapshot.js";
import type { AttributionRow } from "./attribution.js";
import { CYCLE_SECTION_STYLE, cycleSection } from "./cycle/cycle-section.js";
import { MEANING_STYLE, meaningSection } from "./cycle/meaning.js";
import { OVERLAYS_STYLE, overlaysSection } from "./cycle/overlays.js";
import { SHARE_STYLE, shareSection } from "./cycle/share.js";
import { type AwaitedScore, FIRST_START_STYLE, firstStartSection } from "./first-start.js";
import { figuresOf, formatOf, hoursText } from "./format.js";
import {
  type Fold,
  flagsSection,
  methodSection,
  phasesSection,
  settledSection,
  signalsSection,
  wrongSection,
} from "./home-explained.js";
import { type Html, html, plainText, type Text, webLink } from "./html.js";
import { layout } from "./layout.js";
import type { Locale } from "./locales/locale.js";
import { localeOf } from "./locales/locales.js";
import { type SettledRun, settledRunText } from "./settled-run.js";
import { addressOf, linkTo, pagePath, type Site } from "./site.js";
import { structuredData } from "./structured-data.js";
import { BASE_STYLE, widestThatFits } from "./style.js";

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

/** What the front page shows of the market. */
export interface HomeView {
  readonly current: Current;
  /** Oldest first; none until 30 are there. */
  readonly days: readonly ChartDay[];
  readonly credits: Credits;
  /** `undefined` before there is a daily row. */
  readonly settled: SettledRun | undefined;
  /** Where the price's later place may lie; `undefined` in the first years. */
  readonly laterPlace: Range | undefined;
  /** How old a stale score is, in whole hours; `undefined` while it is fresh. */
  readonly staleHours?: number | undefined;
  /** YYYY-MM-DD: the first day of a flag that is up, as far as the record knows it. */
  readonly flagsSince?: FlagDays | undefined;
  /** Missing before there is a record. */
  readonly whole?: WholeCycle | undefined;
}

/** The past since the first score, and the part of it that is seen first. */
export interface WholeCycle {
  readonly past: CyclePast;
  /** Oldest first; the last one is under way. */
  readonly stays: readonly Stay[];
  /** Share of the days so far whose later place lay in their range, 0..1. */
  readonly coveredShare: number | undefined;
  readonly range: CycleRange;
}

/** Often enough to be seen moving, and no less than the time a cache may keep the page. */
const REFRESH_SECONDS = 5;

/** The front page. */
export function homePage(site: Site, language: Language, view: HomeView | AwaitedScore): string {
  const { home } = localeOf(language);
  const path = pagePath("home", language);
  const context: PageContext = { site, language, path, link: (to) => linkTo(path, to) };
  const ofCycle = "whole" in view && view.whole !== undefined ? ["/assets/cycle.js"] : [];
  return layout(site, {
    page: "home",
    language,
    ...("current" in view
      ? ofMoment(site, language, view)
      : { title: home.title(site.indexName), description: home.description, refreshSeconds: REFRESH_SECONDS }),
    style: HOME_PAGE_STYLE,
    scripts: site.offlineCopy ? [...ofCycle, "/assets/follow.js"] : ofCycle,
    isInstallable: true,
    body: html`<h1>${home.title(site.indexName)}</h1>
${"current" in view ? nowSection(view, home.now, language) : firstStartSection(view, language)}
${"current" in view ? pastSections(view, home, context) : undefined}
${shortSection(home, context)}`,
  });
}

/** `65.0 · Hot Zone · Peak Cycle Index`, so that a tab, a card and a search engine have the number; an old one says so. */
function ofMoment(site: Site, language: Language, { current: { btc }, whole, days }: HomeView) {
  const { old, moment } = localeOf(language).cycle;
  const { score, minute } = formatOf(language);
  const phase = translate(btc.phase_key, language);
  const mark = btc.stale ? `${plainText(old)} ` : "";
  const first = whole?.past.points[0];
  const from = first === undefined ? days[0]?.date : formatDay(first.day);
  const signal = translate(btc.signal, language);
  return {
    title: `${mark}${score(btc.score)} · ${phase} · ${site.indexName}`,
    description: `${mark}${plainText(moment(score(btc.score), phase, signal, minute(btc.updated_at)))}`,
    data: structuredData(site, language, { score: btc.score, phase, computedAt: btc.updated_at, from }),
  };
}

/** The whole cycle, what it means, earlier cycles, the market, and what to take away; without a record the last 30 days. */
function pastSections(view: HomeView, home: Locale["home"], context: PageContext): Html {
  const { language, link, path } = context;
  const { whole, current } = view;
  const market = marketSection(view, home.now, language);
  if (whole === undefined) {
    return html`${view.days.length > 0 ? chartSection(view, home.chart, context) : undefined}${market}`;
  }
  const { past, stays, range } = whole;
  const { settled } = view;
  const cycles = HALVING_DAYS.filter((day) => day >= (past.points[0]?.day ?? day)).length;
  return html`${cycleSection({ past, range, language, link, path, isStale: current.btc.stale })}
${settled && meaningSection({ stays, settled, cycles, language, record: link(pagePath("record", language)) })}
${overlaysSection(past, language)}
${market}
${shareSection(context)}`;
}

interface PageContext {
  readonly site: Site;
  readonly language: Language;
  /** Of this page. */
  readonly path: string;
  /** From this page to a path of the site. */
  readonly link: (to: string) => string;
}

/** The score, once, and what goes with it. */
function nowSection(view: HomeView, words: Locale["home"]["now"], language: Language): Html {
  const { settled, laterPlace } = view;
  const { btc } = view.current;
  const format = formatOf(language);
  const { later } = localeOf(language).cycle;
  const covered = view.whole?.coveredShare;
  const whole = (value: number) => `${Math.round(value)}`;
  return html`<section class="now" aria-labelledby="now">
<h2 id="now" class="visually-hidden">${words.heading}</h2>
<p class="score"><strong>${format.score(btc.score)}</strong> <span class="soft visually-hidden">${words.of100}</span></p>
<div class="phase"><strong class="${btc.phase_key}">${translate(btc.phase_key, language)}</strong>${
    settled &&
    html`
<span>${words.settled}: ${settledRunText(settled, language)}</span>`
  }</div>
<div class="where">${scale(view.current)}${
    laterPlace &&
    html`
<p>${later.text(whole(laterPlace.low), whole(laterPlace.high))}${covered === undefined ? undefined : html` ${later.covered(figuresOf(language).quantile(covered))}`}</p>`
  }</div>
<dl class="facts">
<div><dt>${words.signal}</dt><dd><strong>${translate(btc.signal, language)}</strong></dd></div>
<div><dt>${words.flags}</dt><dd>${flags(view, words, language)}</dd></div>
<div><dt>${words.updated}</dt><dd><time datetime="${btc.updated_at}">${format.minute(btc.updated_at)}</time>${btc.stale ? html`<br><strong class="mark">▲ ${words.stale(hoursText(view.staleHours ?? 2, language))}</strong>` : undefined}${savedNote(btc.stale, language)}</dd></div>
</dl>
</section>`;
}

/** Unseen until `widgets/worker/worker.ts` shows the page as an old copy; `data-old` goes before its title then. */
function savedNote(isStale: boolean, language: Language): Html {
  const { old, saved } = localeOf(language).cycle;
  return html`<span id="saved" data-old="${isStale ? "" : `${plainText(old)} `}" hidden><br><strong class="saved mark">▲ ${saved}</strong></span>`;
}

/** The live figures beside the score, each with its source. */
function marketSection({ current, credits }: HomeView, words: Locale["home"]["now"], language: Language): Html {
  const { crypto, market } = current;
  const format = formatOf(language);
  const mood = words.moods[market.fear_greed.classification];
  const { key } = phaseOf(crypto.score);
  return html`<section aria-labelledby="market">
<h2 id="market">${localeOf(language).cycle.market.heading}</h2>
<dl class="cells">
<div><dt>${words.price}</dt><dd><strong>${format.money(market.btc_price_usd)}</strong> USD${credit(credits.price)}</dd></div>
<div><dt>${words.dominance}</dt><dd><strong>${format.percent(market.btc_dominance_pct)}</strong>${credit(credits.dominance)}</dd></div>
<div><dt>${words.fearGreed}</dt><dd><strong>${market.fear_greed.value}</strong> ${mood}${credit(credits.fearGreed)}</dd></div>
<div><dt>${words.crypto}</dt><dd><strong>${format.score(crypto.score)}</strong> <span class="${key}">${translate(key, language)}</span></dd></div>
</dl>
</section>`;
}

function credit(row: AttributionRow | undefined): Html | undefined {
  const address = row && webLink(row.link);
  return row === undefined || address === undefined
    ? undefined
    : html` <small><a href="${address}">${row.name}</a></small>`;
}

/** `▲ Bear-market descent since Nov 8, 2024`, a line each. */
function flags({ current, flagsSince = {} }: HomeView, words: Locale["home"]["now"], language: Language): Text {
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

/** Widths in px in which the chart of the front page is drawn; its style shows the one that fits. */
const CHART_WIDTHS = [288, 360, 560, 860] as const;

/** The 30 days, as the chart people embed draws them, and as a table. */
function chartSection(
  { current, days }: HomeView,
  words: Locale["home"]["chart"],
  { language, link }: PageContext,
): Html {
  const now = parseCurrent(current);
  const charts = CHART_WIDTHS.map((width) => {
    const drawn = chart({ now, days }, { width, colors: CSS_VARIABLES, language });
    return html`<div class="chart w${width}">${drawn}</div>
`;
  });
  return html`<section aria-labelledby="days">
<h2 id="days">${words.heading}</h2>
<figure>
${charts}<figcaption>${words.note(link(pagePath("embed", language)))}</figcaption>
</figure>
<details><summary>${words.table}</summary><div class="wide" tabindex="0" role="region" aria-label="${words.table}">${daysTable(days, language)}</div></details>
</section>`;
}

/** Pages with the long answers. */
const LONG = ["method", "record", "docs", "embed", "status"] as const;

/** Short answers, and where the long ones are. */
function shortSection(home: Locale["home"], context: PageContext): Html {
  const { language, link } = context;
  const { cycle, common } = localeOf(language);
  const more = (section: string) => home.more(`${link(pagePath("method", language))}#${section}`);
  const fold: Fold = { language, link, more };
  const pages = LONG.map(
    (page) => html`
<li><a href="${link(pagePath(page, language))}">${common.menu[page]}</a></li>`,
  );
  return html`<section aria-labelledby="short">
<h2 id="short">${cycle.short.heading}</h2>
<div class="short"><div>
<p>${home.lead}</p>
<p>${cycle.short.long}</p>
<ul>${pages}
</ul>
</div>
<div>
${phasesSection(home.phases, fold)}
${settledSection(home.settled, fold)}
${signalsSection(home.signals, fold)}
${flagsSection(home.flags, fold)}
${methodSection(home.method, fold)}
${wrongSection(home.wrong, fold)}
${useSection(home.use, context)}
${proSection(home.pro)}
</div></div>
</section>`;
}

/** The two endpoints and their conditions. */
function useSection(words: Locale["home"]["use"], { site, language, link }: PageContext): Html {
  return html`<details class="fold" id="use"><summary><h3>${words.heading}</h3></summary>
<p>${words.intro}</p>
<ul>
<li>${words.current(link("/api/public/nhci"))}</li>
<li>${words.history(link("/api/public/nhci/history"))}</li>
</ul>
<pre tabindex="0"><code>curl ${addressOf(site, "/api/public/nhci")}</code></pre>
<p>${words.limits(link(pagePath("docs", language)))}</p>
<p>${words.attribution(link(pagePath("attribution", language)))}</p>
</details>`;
}

/** What is announced. */
function proSection({ heading, soon, text }: Locale["home"]["pro"]): Html {
  return html`<details class="fold" id="pro"><summary><h3>${heading} <small class="soft">${soon}</small></h3></summary>
<p>${text}</p>
</details>`;
}

const WIDE_FRAME = `:root{${cycleDeclarations(LIGHT_CYCLE)}}@media (prefers-color-scheme:dark){:root{${cycleDeclarations(DARK_CYCLE)}}}@media print{:root{${cycleDeclarations(LIGHT_CYCLE)}}}
main{padding-top:.5rem}main>section:not(.now,.whole){margin:4rem 0 0}main>section>h2:not(.visually-hidden){border-top:1px solid var(--ink);padding-top:1.1rem;font-size:1.6rem;letter-spacing:-.015em}
h1{font-size:.95rem;font-weight:400;color:var(--soft);letter-spacing:0;margin:0 0 .1rem}
@media (max-width:43.7rem){h1{font-size:.8125rem}main>section:not(.now,.whole){margin-top:3rem}main>section>h2:not(.visually-hidden){font-size:1.375rem}header{padding-top:.4rem;padding-bottom:.2rem}main{padding-top:0}}`;

const NOW = `
.now{display:grid;grid-template:"s p f" auto "s w f" 1fr/auto minmax(20rem,1fr) 21rem;gap:0 3.2rem;align-items:start;margin:0}
.score{grid-area:s;margin:0}.score strong{font-size:7.75rem;line-height:1;font-weight:700;letter-spacing:-.055em;font-variant-numeric:tabular-nums;margin-left:-5px}
.phase{grid-area:p;padding-top:.7rem}.phase>span strong{font-weight:600}.phase>strong{display:block;font-size:2.5rem;line-height:1.1;letter-spacing:-.025em}.phase>span{font-size:.95rem}
.where{grid-area:w;margin-top:.6rem}.where p{font-size:.875rem;line-height:1.45;color:var(--soft);margin:.3rem 0 0}.where b{color:var(--ink);font-weight:600}
.scale{display:block;width:100%;max-width:28rem;margin-top:.2rem}
.facts{grid-area:f;margin:.75rem 0 0}.facts div{display:grid;grid-template-columns:5.75rem minmax(0,1fr);gap:.75rem;padding:.55rem 0;border-top:1px solid var(--line)}
dt{color:var(--soft);font-size:.875rem}dd{margin:0;font-variant-numeric:tabular-nums}dd small{display:inline-block}.facts dd{line-height:1.5}.flag{display:block}
.cells{display:grid;grid-template-columns:repeat(4,1fr);gap:1.5rem 2rem;max-width:none}.cells strong{font-size:1.6rem;font-weight:650;letter-spacing:-.025em}.cells small{display:block}
.fold{border-top:1px solid var(--line)}.fold:last-of-type{border-bottom:1px solid var(--line)}.fold summary{padding:.6rem 0;margin:0}.fold summary h3{display:inline;font-size:1rem;margin:0}.fold>:not(summary){margin-bottom:.9rem}
.short{display:grid;grid-template-columns:18rem minmax(0,1fr);gap:0 3.5rem}.short>*{min-width:0}.short ul{list-style:none;padding:0}.fold ul{list-style:disc;padding-left:1.25rem}@media (max-width:62rem){.short{grid-template-columns:1fr;gap:1rem}}
@media (max-width:67.4rem){.now{grid-template:"s p" auto "s w" auto "f f" auto/auto 1fr;gap:0 2rem}.score strong{font-size:6.5rem}.facts{display:grid;grid-template-columns:repeat(3,1fr);gap:0 1.5rem;max-width:none}.facts div{display:block}.cells{grid-template-columns:1fr 1fr}}
@media (max-width:43.7rem){.now{grid-template:"s p" auto "w w" auto "f f" auto/auto 1fr;gap:0 .9rem}.score strong{font-size:4rem;margin-left:-3px}.phase{padding-top:.3rem}.phase>strong{font-size:1.7rem}.phase>span{display:block;font-size:.8rem;line-height:1.35}.where{margin-top:.25rem}.where p{font-size:.8125rem;margin:.1rem 0 0}.facts{gap:0 .75rem;margin:.4rem 0 0;grid-template-columns:auto 1fr auto}.facts div{padding:0;border:0}.facts dt{font-size:.75rem}.facts dd{font-size:.8125rem;line-height:1.35}.cells strong{font-size:1.25rem}}
@media (max-width:22.4rem){.cells{grid-template-columns:1fr}.now{column-gap:.6rem}.score strong{font-size:3.4rem}.phase>strong{font-size:1.3rem}}`;

const REST = `
figure{margin:0}figcaption{color:var(--soft);font-size:.9rem;margin-top:.5rem;max-width:42rem}
.chart svg{display:block;width:100%;height:auto}
summary{cursor:pointer;margin-top:.75rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 3rem}.pair>*{min-width:0}.pair th:last-child,.pair td:last-child{padding-right:0}
@media (max-width:50rem){.pair{grid-template-columns:1fr}}
@media (max-width:26rem){.pair table{font-size:.85rem}.pair th,.pair td{padding-right:.6rem}}
.range{white-space:nowrap}
@media (max-width:40rem){.stack .range{float:right;padding:0}}`;

/** All CSS of the page. */
export const HOME_PAGE_STYLE = `${BASE_STYLE}${WIDE_FRAME}${NOW}${CYCLE_SECTION_STYLE}${MEANING_STYLE}${OVERLAYS_STYLE}${SHARE_STYLE}${FIRST_START_STYLE}${REST}\n.chart{display:none}${widestThatFits("w", CHART_WIDTHS)}`;
