import { scoreMeter } from "../chart/badge.js";
import { chart } from "../chart/chart.js";
import { type ChartDay, parseBadgeScore, parseCurrent } from "../chart/chart-data.js";
import { CSS_VARIABLES } from "../chart/colors.js";
import { type Language, translate } from "../chart/locale.js";
import { type Tree, tree } from "../chart/markup.js";
import { daysTable } from "../chart/text-alternatives.js";
import type { Range } from "../domain/evaluation.js";
import { type PhaseKey, phaseOf, type Signal } from "../domain/score.js";
import type { FearGreedClass } from "../domain/snapshot.js";
import type { FirstStart } from "../operations/first-start.js";
import type { AttributionRow } from "./attribution.js";
import { duration, formatOf, shareFormat } from "./format.js";
import { flagsSection, methodSection, phasesSection, signalsSection, wrongSection } from "./home-explained.js";
import { type Html, html, joined, type Text, webLink } from "./html.js";
import { layout } from "./layout.js";
import type { Locale } from "./locales/locale.js";
import { localeOf } from "./locales/locales.js";
import { type SettledRun, settledRunText } from "./settled-run.js";
import { addressOf, linkTo, pagePath, type Site } from "./site.js";
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
}

/** What the front page shows before the first score. */
export interface Awaited {
  /** `undefined` until something is known of it. */
  readonly firstStart: FirstStart | "elsewhere" | undefined;
}

/** Often enough to be seen moving, and no less than the time a cache may keep the page. */
const REFRESH_SECONDS = 5;

/** The front page. */
export function homePage(site: Site, language: Language, view: HomeView | Awaited): string {
  const { home } = localeOf(language);
  const path = pagePath("home", language);
  const context: PageContext = { site, language, link: (to) => linkTo(path, to) };
  return layout(site, {
    page: "home",
    language,
    title: home.title(site.indexName),
    description: home.description,
    style: HOME_PAGE_STYLE,
    scripts: [],
    ...("current" in view ? {} : { refreshSeconds: REFRESH_SECONDS }),
    body: html`<h1>${site.indexName}</h1>
<p class="lead">${home.lead}</p>
${"current" in view ? nowSection(view, home.now, language) : waitingSection(view, home, language)}
${"current" in view && view.days.length > 0 ? chartSection(view, home.chart, context) : undefined}
${phasesSection(home.phases, language)}
${signalsSection(home.signals, language)}
${flagsSection(home.flags, language)}
${methodSection(home.method)}
${wrongSection(home.wrong, context)}
${useSection(home.use, context)}
${proSection(home.pro)}`,
  });
}

/** What is being collected, how far it is, and how long it still takes. */
function waitingSection({ firstStart }: Awaited, { waiting, start }: Locale["home"], language: Language): Html {
  if (firstStart === "elsewhere") return html`<p class="waiting">${start.elsewhere}</p>`;
  if (firstStart === undefined) return html`<p class="waiting">${waiting}</p>`;
  const { share, secondsLeft } = firstStart;
  const percent = shareFormat(language);
  const left = secondsLeft === undefined ? start.unknown : start.left(duration(secondsLeft, language));
  const rows = START_PARTS.map((name) => {
    const own = firstStart.parts.filter(({ part }) => startPartOf(part) === name);
    const [done, total] = [
      own.reduce((sum, each) => sum + each.done, 0),
      own.reduce((sum, each) => sum + each.total, 0),
    ];
    return html`
<li><span>${start.parts[name]}</span> ${bar(done, total, start.parts[name])} <span class="soft">${percent(total === 0 ? 1 : Math.floor((100 * done) / total) / 100)}</span></li>`;
  });
  return html`<section class="start" aria-labelledby="start">
<h2 id="start" class="visually-hidden">${start.heading}</h2>
<p class="waiting">${waiting}</p>
<p><strong>${percent(Math.floor(100 * share) / 100)}</strong> ${bar(share, 1, start.heading)}</p>
<p>${left} ${start.refreshes}</p>
<ul>${rows}
</ul>
</section>`;
}

function bar(done: number, total: number, label: Text): Html {
  return html`<progress value="${Math.round(done * 1000) / 1000}" max="${Math.max(total, 1)}" aria-label="${label}"></progress>`;
}

const START_PARTS = ["prices", "onChain", "fearGreed", "majors", "candles", "history"] as const;

function startPartOf(part: string): (typeof START_PARTS)[number] {
  if (part === "btc-close") return "prices";
  if (part === "mvrv") return "onChain";
  if (part === "fear-greed") return "fearGreed";
  if (part === "btc-hour-close") return "candles";
  return part === "history" ? "history" : "majors";
}

interface PageContext {
  readonly site: Site;
  readonly language: Language;
  /** From this page to a path of the site. */
  readonly link: (to: string) => string;
}

/** The number now, and what goes with it. */
function nowSection(
  { current, credits, settled, laterPlace }: HomeView,
  words: Locale["home"]["now"],
  language: Language,
): Html {
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
${
  settled &&
  html`<div><dt>${words.settled}</dt><dd>${settledRunText(settled, language)}</dd></div>
`
}${
  laterPlace &&
  html`<div><dt>${words.range}</dt><dd>${range(btc.score, laterPlace, language)}<br><small class="soft">${words.rangeNote}</small></dd></div>
`
}<div><dt>${words.signal}</dt><dd><strong>${translate(btc.signal, language)}</strong></dd></div>
<div><dt>${words.flags}</dt><dd>${flags(btc.context, words)}</dd></div>
<div><dt>${words.crypto}</dt><dd>${format.score(crypto.score)}, ${translate(phaseOf(crypto.score).key, language)}</dd></div>
<div><dt>${words.price}</dt><dd>${format.money(market.btc_price_usd)} USD${credit(credits.price)}</dd></div>
<div><dt>${words.dominance}</dt><dd>${format.percent(market.btc_dominance_pct)}${credit(credits.dominance)}</dd></div>
<div><dt>${words.fearGreed}</dt><dd>${market.fear_greed.value}, ${mood}${credit(credits.fearGreed)}</dd></div>
<div><dt>${words.updated}</dt><dd><time datetime="${btc.updated_at}">${format.minute(btc.updated_at)}</time></dd></div>
</dl>
</section>`;
}

/** `67; later place between 38 and 97` */
function range(score: number, { low, high }: Range, language: Language): Text {
  const whole = (value: number) => `${Math.round(value)}`;
  return localeOf(language).common.laterPlace(whole(score), whole(low), whole(high));
}

function credit(row: AttributionRow | undefined): Html | undefined {
  const address = row && webLink(row.link);
  return row === undefined || address === undefined
    ? undefined
    : html` <small><a href="${address}">${row.name}</a></small>`;
}

function flags({ descent_guard, top_risk }: Current["btc"]["context"], words: Locale["home"]["now"]): Text {
  const raised = [descent_guard === null ? [] : words.descentGuard, top_risk === null ? [] : words.topRisk].flat();
  return raised.length === 0 ? words.noFlags : joined(raised, "; ");
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

/** The two endpoints and their conditions. */
function useSection(words: Locale["home"]["use"], { site, language, link }: PageContext): Html {
  return html`<section aria-labelledby="use">
<h2 id="use">${words.heading}</h2>
<p>${words.intro}</p>
<ul>
<li>${words.current(link("/api/public/nhci"))}</li>
<li>${words.history(link("/api/public/nhci/history"))}</li>
</ul>
<pre tabindex="0"><code>curl ${addressOf(site, "/api/public/nhci")}</code></pre>
<p>${words.limits(link(pagePath("docs", language)))}</p>
<p>${words.attribution(link(pagePath("attribution", language)))}</p>
</section>`;
}

/** What is announced. */
function proSection({ heading, soon, text }: Locale["home"]["pro"]): Html {
  return html`<section aria-labelledby="pro">
<h2 id="pro">${heading} <small class="soft">${soon}</small></h2>
<p>${text}</p>
</section>`;
}

const NOW = `
.now{display:grid;grid-template-columns:minmax(15rem,20rem) 1fr;gap:1rem 3.5rem;align-items:start;margin:2rem 0 3rem}
.score{margin:0;line-height:1}.score strong{font-size:clamp(4rem,3rem + 5vw,6rem);font-weight:700;letter-spacing:-.04em;font-variant-numeric:tabular-nums}
.phase{margin:.25rem 0 0;font-size:1.35rem;font-weight:600;line-height:1.3}
.scale{display:block;width:100%;max-width:20rem;margin-top:.6rem}
.facts{margin:.35rem 0 0}.facts div{display:grid;grid-template-columns:11rem minmax(0,1fr);gap:0 1rem;padding:.4rem 0;border-bottom:1px solid var(--line)}
.facts div:last-child{border:0}dt{color:var(--soft)}dd{margin:0;font-variant-numeric:tabular-nums}dd small{display:inline-block}
@media (max-width:50rem){.now{grid-template-columns:1fr}.facts div{grid-template-columns:minmax(6.5rem,38%) minmax(0,1fr)}}`;

const START = `
.start progress{accent-color:var(--link);width:min(20rem,100%);vertical-align:middle}
.start ul{list-style:none;padding:0}.start li{display:grid;grid-template-columns:minmax(0,1fr) minmax(5rem,14rem) 4rem;gap:.25rem 1rem;align-items:center}.start li progress{width:100%}.start li>:last-child{text-align:right}
@media (max-width:40rem){.start li{grid-template-columns:minmax(0,1fr) 4rem}.start li progress{grid-row:2;grid-column:1/-1}}`;

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
export const HOME_PAGE_STYLE = `${BASE_STYLE}${NOW}${START}${REST}\n.chart{display:none}${widestThatFits("w", CHART_WIDTHS)}`;
