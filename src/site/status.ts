import { type Language, translate } from "../chart/locale.js";
import type { SourceFault } from "../domain/errors.js";
import type { ServedDay } from "../domain/history.js";
import { instantOf } from "../domain/instant.js";
import type { PhaseKey } from "../domain/score.js";
import type { SourceHealth } from "../domain/source-state.js";
import { kindsOf } from "../operations/ask-sources.js";
import {
  CONTENTS_STYLE,
  facts,
  list,
  narrowLabel,
  type SettledRun,
  section,
  settledRunText,
  table,
  withContents,
} from "./blocks.js";
import { formatOf } from "./format.js";
import { type Html, html, joined, type Part, type Text } from "./html.js";
import { layout } from "./layout.js";
import type { Locale } from "./locales/locale.js";
import { localeOf } from "./locales/locales.js";
import { servedSection, YEAR_WIDTHS } from "./served.js";
import { type PageContext, pageContext, type Site } from "./site.js";
import { BASE_STYLE, widestThatFits } from "./style.js";

/** What the page about the state of the service shows. */
export interface StatusView {
  /** The moment to which ages are counted, ISO 8601; the page says it. */
  readonly at: string;
  readonly meta: StatusMeta;
  /** At most the last 366 days, oldest first, as in `HistoryContext`. */
  readonly served: readonly ServedDay[];
}

/** What the page shows of the answer `/api/public/nhci/meta`. */
export interface StatusMeta {
  /** ISO 8601. */
  readonly updated_at: string;
  readonly stale: boolean;
  /** Share of the score's weight that stands on data, 0..1. */
  readonly coverage: number;
  readonly btc: {
    readonly score: number;
    readonly phase_key: PhaseKey;
    /** Points, one decimal; `null` without a row of that day. */
    readonly change: { readonly "1d": number | null; readonly "7d": number | null; readonly "30d": number | null };
  };
  /** `null` before there is a daily row. */
  readonly settled: SettledRun | null;
  /** ISO 8601. */
  readonly next: { readonly score_at: string | null; readonly history_at: string };
  readonly market: {
    readonly btc_price_usd: StatusFigure;
    readonly btc_dominance_pct: StatusFigure;
    readonly fear_greed: StatusFigure;
  };
  readonly sources: readonly StatusSource[];
}

/** Where a live figure came from, and how old it is. */
interface StatusFigure {
  readonly source: string;
  readonly age_seconds: number;
  /** Whether only one source in use gives it. */
  readonly single_source: boolean;
}

/** One source in use. */
export interface StatusSource {
  /** As on a stored figure, e.g. `coin-metrics`. */
  readonly name: string;
  /** The name a person knows it by: `title` of its `AttributionRow`. */
  readonly title: string;
  readonly health: SourceHealth;
  /** Since its last usable answer; `null` when there was none. */
  readonly age_seconds: number | null;
  /** Why it gave nothing usable when it was last asked. */
  readonly fault: SourceFault | null;
}

/** Whether the score is fresh, what it stands on, and how the service has kept up. @param view `undefined` before the first score */
export function statusPage(site: Site, language: Language, view: StatusView | undefined): string {
  const { common, status: words } = localeOf(language);
  const page = pageContext(site, "status", language);
  const head = html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>`;
  const limits = section("limits", words.limits.heading)`${list(Object.values(words.limits.points))}`;
  const json = html`<p>${words.json(page.link("/api/public/nhci/meta"))}</p>`;
  if (view === undefined) {
    const body = html`${head}
<p class="waiting">${common.waiting}</p>
${limits}${json}`;
    return layout(page, { style: STATUS_PAGE_STYLE, body });
  }
  const { at, meta, served } = view;
  const year = servedSection(served, { words: words.served, language, at: instantOf(at) });
  const sections = [
    ["now", nowSection(view, words.now, language)],
    ["figures", figuresSection(meta, language)],
    ["sources", sourcesSection(meta, words.sources, page)],
    ...(year === undefined ? [] : [["served", year] as const]),
    ["limits", limits],
  ] as const;
  const body = withContents({
    head: html`${head}
<p class="soft"><time datetime="${at}">${words.asOf(formatOf(language).minute(at))}</time></p>`,
    label: common.contents,
    groups: [sections.map(([id]) => ({ id, heading: words[id].heading }))],
    body: html`${sections.map(([, content]) => content)}${json}`,
  });
  return layout(page, { style: STATUS_PAGE_STYLE, body });
}

/** Whether the score is fresh, when the next one comes, and where it stands. */
function nowSection({ at, meta }: StatusView, words: Locale["status"]["now"], language: Language): Html {
  const { terms } = localeOf(language).common;
  const { stale, updated_at, next, btc, settled } = meta;
  const format = formatOf(language);
  const ageSeconds = (Date.parse(at) - Date.parse(updated_at)) / 1000;
  const freshness = stale
    ? html`<p class="verdict mark"><span aria-hidden="true">○</span> ${words.stale}</p>`
    : html`<p class="verdict"><span aria-hidden="true">●</span> ${words.fresh}</p>`;
  const moment = (instant: string | null) =>
    instant === null ? html`${words.unknown}` : html`<time datetime="${instant}">${format.minute(instant)}</time>`;
  const overdue = next.history_at < at ? html` <span class="mark">${words.overdue}</span>` : undefined;
  const rows: readonly (readonly [Text, Part])[] = [
    [words.computed, html`${moment(updated_at)} <span class="soft">${format.ago(ageSeconds)}</span>`],
    [words.nextScore, moment(next.score_at)],
    [words.nextRow, html`${moment(next.history_at)}${overdue}`],
    [words.score, format.score(btc.score)],
    [terms.phase, html`<strong class="${btc.phase_key}">${translate(btc.phase_key, language)}</strong>`],
    [terms.settled, settled === null ? undefined : settledRunText(settled, language)],
    [words.change, changes(meta, words, language)],
    [words.coverage, meta.coverage >= 1 ? words.complete : words.partly(format.share(meta.coverage))],
  ];
  return section("now", words.heading)`${freshness}
${facts(rows)}`;
}

function changes({ btc }: StatusMeta, words: Locale["status"]["now"], language: Language): Html {
  const { "1d": day, "7d": week, "30d": month } = btc.change;
  const items = [day, week, month].map((change, i) => {
    const points = change === null ? words.unknown : formatOf(language).points(change);
    return html`<span class="soft">${words.spans[i]}</span> ${points}`;
  });
  return list(items, "row");
}

/** Where the live figures came from, and how old each is. */
function figuresSection({ market, sources }: StatusMeta, language: Language): Html {
  const { common, status } = localeOf(language);
  const words = status.figures;
  const titleOf = (name: string) => sources.find((each) => each.name === name)?.title ?? name;
  const row = (name: Text, { source, age_seconds, single_source }: StatusFigure) => {
    const single = single_source ? html` <span class="soft">${words.single}</span>` : undefined;
    return [name, html`${titleOf(source)}${single}`, formatOf(language).ago(age_seconds)];
  };
  const rows = [
    row(common.terms.price, market.btc_price_usd),
    row(common.terms.dominance, market.btc_dominance_pct),
    row(common.terms.fearGreed, market.fear_greed),
  ];
  return section("figures", words.heading)`<p>${words.intro}</p>
${table(words.columns, rows, { className: "stack", labelledBy: "figures" })}`;
}

/** What each source gives, when it last did, and how it is. */
function sourcesSection({ sources }: StatusMeta, words: Locale["status"]["sources"], page: PageContext): Html {
  const rows = sources.map((source) => sourceRow(source, words, page.language));
  return section("sources", words.heading)`<p>${words.intro}</p>
${table(words.columns, rows, { className: "stack sources", labelledBy: "sources" })}
<p>${words.terms(page.pageLink("attribution"))}</p>`;
}

/** The signs before the words, so that a glance finds what is wrong. */
const SIGNS: Readonly<Record<SourceHealth, string>> = { ok: "✓", failing: "×", idle: "–" };

function sourceRow(source: StatusSource, words: Locale["status"]["sources"], language: Language): readonly Part[] {
  const { health, age_seconds, title, name } = source;
  const gives = kindsOf(name).map((kind) => words.gives[kind]);
  const answer = age_seconds === null ? words.never : formatOf(language).ago(age_seconds);
  return [
    title,
    joined(gives, ", "),
    html`${narrowLabel(words.columns[2])}${answer}`,
    html`<span class="${health}"><span aria-hidden="true">${SIGNS[health]}</span> <strong>${words.health[health]}</strong>${reason(source, words)}</span>`,
  ];
}

function reason({ health, fault }: StatusSource, words: Locale["status"]["sources"]): Html | undefined {
  if (health === "idle") return html` <span class="why">${words.idle}</span>`;
  return health === "failing" && fault !== null ? html` <span class="why">${words.faults[fault]}</span>` : undefined;
}

const REST = `
.verdict{font-size:1.35rem;font-weight:600;line-height:1.3}
.facts div{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:0 1rem;padding:.4rem 0;border-bottom:1px solid var(--line)}
.facts div:last-child{border:0}dt{color:var(--soft)}dd{margin:0;font-variant-numeric:tabular-nums}
.row{display:flex;flex-wrap:wrap;gap:.1rem 1.5rem;list-style:none;margin:0;padding:0}.row li{margin:0}
@media (max-width:50rem){.facts div{grid-template-columns:minmax(6.5rem,38%) minmax(0,1fr)}}
@media (max-width:17rem){.facts div{display:block}}
.failing{color:var(--mark)}.idle{color:var(--soft)}.why{font-size:.9rem}
.label{display:none}@media (max-width:40rem){.label{display:inline;color:var(--soft)}.stack caption{display:block}}
@media (min-width:40.01rem){.sources td:nth-child(3){white-space:nowrap}.sources td:last-child{width:34%}}
figure{margin:1.25rem 0}figcaption{color:var(--soft);font-size:.9rem;margin-top:.75rem}
.year{width:100%;height:auto}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;list-style:none;margin:0;padding:0;max-width:none}.legend li{margin:0}.legend svg{vertical-align:-2px}
summary{cursor:pointer;margin-top:.75rem}.days{max-height:32rem;overflow:auto}
.days tbody>tr>*{white-space:nowrap;font-weight:400}`;

/** All CSS of the page. */
export const STATUS_PAGE_STYLE = `${BASE_STYLE}${CONTENTS_STYLE}${REST}\n.year{display:none}${widestThatFits("y", YEAR_WIDTHS)}
@media print{.year{display:none}.y560{display:block}.days{max-height:none}}`;
