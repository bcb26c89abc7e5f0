/** The page `/status`: whether the score is fresh, what it is based on, and how the service has kept up. */
import { type Language, translate } from "peak-cycle-drawing";
import { formatDay, formatInstant, type Instant, SECOND_MS, scoreNumber } from "peak-cycle-model";
import type { SourceFault } from "../domain/errors.js";
import type { ServedDay } from "../domain/history.js";
import type { HourlyScore } from "../domain/snapshot.js";
import type { SourceHealth } from "../domain/source-state.js";
import { kindsOf } from "../ingest/ask-sources.js";
import type { AttributionRow } from "./attribution.js";
import { facts, list, narrowLabel, type PhaseRun, section, table, withContents } from "./blocks.js";
import { formatOf } from "./format.js";
import { type Html, html, joined, type Part, type Text } from "./html.js";
import type { Locale } from "./locales/locale.js";
import { localeOf } from "./locales/locales.js";
import { pageKind } from "./page-kind.js";
import { servedSection, YEAR_WIDTHS } from "./served.js";
import type { PageContext } from "./site.js";
import { BASE_STYLE, CONTENTS_STYLE, styleSheet, widestThatFits } from "./style.js";

export const statusPage = pageKind({
  page: "status",
  style: [
    BASE_STYLE,
    CONTENTS_STYLE,
    widestThatFits("year", YEAR_WIDTHS, "y"),
    styleSheet("./status.css", import.meta.url),
  ].join(""),
  content: (page, view: StatusView | StalledStart | undefined) => ({
    body: view !== undefined && "figures" in view ? scoredStatus(page, view) : waiting(page, view),
  }),
});

/** What the page about the state of the service shows. */
export interface StatusView {
  readonly figures: StatusFigures;
  /** At most the last 366 days, oldest first, as in `HistoryContext`. */
  readonly served: readonly ServedDay[];
}

/** A first start that gets nothing more. */
export interface StalledStart {
  readonly stalledSince: Instant;
  /** The titles of the sources in use. */
  readonly silent: readonly string[];
}

/** What the score is based on at a moment. */
export interface StatusFigures {
  /** The moment to which ages are counted. */
  readonly at: Instant;
  readonly score: HourlyScore;
  readonly isStale: boolean;
  /** Share of the score's weight that stands on data, 0..1. */
  readonly coverage: number;
  /** Points against the rows 1, 7 and 30 days before, one decimal; `undefined` without a row of that day. */
  readonly changes: readonly (number | undefined)[];
  /** `undefined` before there is a daily row. */
  readonly settled: PhaseRun | undefined;
  readonly nextScoreAt: Instant | undefined;
  readonly nextRowAt: Instant;
  readonly btcPrice: QuoteFigures;
  readonly btcDominance: QuoteFigures;
  readonly fearGreed: QuoteFigures;
  /** The sources in use. */
  readonly sources: readonly SourceFigures[];
}

/** Where a live figure came from, and how old it is. */
export interface QuoteFigures {
  readonly source: string;
  readonly observedAt: Instant;
  readonly ageSeconds: number;
  /** Whether only one source in use gives it. */
  readonly isSingle: boolean;
}

/** One source in use. */
export interface SourceFigures extends Pick<AttributionRow, "source" | "title" | "gives"> {
  readonly health: SourceHealth;
  /** When it last gave something usable; `undefined` when it never has. */
  readonly answeredAt: Instant | undefined;
  readonly ageSeconds: number | undefined;
  /** Why it gave nothing usable when it was last asked. */
  readonly fault: SourceFault | undefined;
}

function waiting(page: PageContext, stalled: StalledStart | undefined): Html {
  const { common, status: words } = localeOf(page.language);
  return html`${heading(words)}
<p class="waiting">${common.waiting}</p>${stalled && stalledNote(stalled, page.language)}
${limitsSection(words)}${jsonNote(page)}`;
}

function stalledNote({ stalledSince, silent }: StalledStart, language: Language): Html {
  const { stalled } = localeOf(language).home.start;
  return html`
<p class="mark">${stalled(formatOf(language).minute(formatInstant(stalledSince)))}</p>
${list(silent)}`;
}

function heading(words: Locale["status"]): Html {
  return html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>`;
}

/** What the page can say, and what not. */
function limitsSection({ limits }: Locale["status"]): Html {
  return section("limits", limits.heading)`${list(Object.values(limits.points))}`;
}

function jsonNote({ language, link }: PageContext): Html {
  return html`<p>${localeOf(language).status.json(link("/api/public/nhci/meta"))}</p>`;
}

function scoredStatus(page: PageContext, { figures, served }: StatusView): Html {
  const { language } = page;
  const { common, status: words } = localeOf(language);
  const at = formatInstant(figures.at);
  const year = servedSection(served, { words: words.served, language, at: figures.at });
  const sections = [
    ["now", nowSection(figures, words.now, language)],
    ["figures", figuresSection(figures, language)],
    ["sources", sourcesSection(figures, words.sources, page)],
    ...(year === undefined ? [] : [["served", year] as const]),
    ["limits", limitsSection(words)],
  ] as const;
  return withContents({
    head: html`${heading(words)}
<p class="soft"><time datetime="${at}">${words.asOf(formatOf(language).minute(at))}</time></p>`,
    label: common.contents,
    groups: [sections.map(([id]) => ({ id, heading: words[id].heading }))],
    body: html`${sections.map(([, content]) => content)}${jsonNote(page)}`,
  });
}

/** Whether the score is fresh, when the next one comes, and where it stands. */
function nowSection(figures: StatusFigures, words: Locale["status"]["now"], language: Language): Html {
  const { terms } = localeOf(language).common;
  const { at, score, isStale, coverage, settled, nextScoreAt, nextRowAt } = figures;
  const { phase } = score.btc;
  const format = formatOf(language);
  const freshness = isStale
    ? html`<p class="verdict mark"><span aria-hidden="true">○</span> ${words.stale}</p>`
    : html`<p class="verdict"><span aria-hidden="true">●</span> ${words.fresh}</p>`;
  const moment = (instant: Instant) => {
    const text = formatInstant(instant);
    return html`<time datetime="${text}">${format.minute(text)}</time>`;
  };
  const overdue = nextRowAt < at ? html` <span class="mark">${words.overdue}</span>` : undefined;
  const age = format.ago((at - score.computedAt) / SECOND_MS);
  const rows: readonly (readonly [Text, Part])[] = [
    [words.computed, html`${moment(score.computedAt)} <span class="soft">${age}</span>`],
    [words.nextScore, nextScoreAt === undefined ? html`${words.unknown}` : moment(nextScoreAt)],
    [words.nextRow, html`${moment(nextRowAt)}${overdue}`],
    [words.score, format.score(scoreNumber(score.btc.score))],
    [terms.phase, html`<strong class="${phase}">${translate(phase, language)}</strong>`],
    [terms.settled, settled && runText(settled, words, language)],
    [words.change, changesList(figures, words, language)],
    [words.coverage, coverage >= 1 ? words.complete : words.partly(format.share(coverage))],
  ];
  return section("now", words.heading)`${freshness}
${facts(rows)}`;
}

/** `Hot Zone, for 12 days, since Nov 10, 2026` */
function runText({ phase, since, days }: PhaseRun, words: Locale["status"]["now"], language: Language): Html {
  const format = formatOf(language);
  const span = words.since(format.days(days), format.day(formatDay(since)));
  return html`<strong class="${phase}">${translate(phase, language)}</strong>, ${span}`;
}

function changesList({ changes }: StatusFigures, words: Locale["status"]["now"], language: Language): Html {
  const { days, points } = formatOf(language);
  const items = [1, 7, 30].map((span, i) => {
    const change = changes[i];
    return html`<span class="soft">${days(span)}</span> ${change === undefined ? words.unknown : points(change)}`;
  });
  return list(items, "row");
}

/** Where the live figures came from, and how old each is. */
function figuresSection({ btcPrice, btcDominance, fearGreed, sources }: StatusFigures, language: Language): Html {
  const { common, status } = localeOf(language);
  const words = status.figures;
  const titleOf = (source: string) => sources.find((row) => row.source === source)?.title ?? source;
  const row = (name: Text, { source, ageSeconds, isSingle }: QuoteFigures) => {
    const single = isSingle ? html` <span class="soft">${words.single}</span>` : undefined;
    return [name, html`${titleOf(source)}${single}`, formatOf(language).ago(ageSeconds)];
  };
  const rows = [
    row(common.terms.price, btcPrice),
    row(common.terms.dominance, btcDominance),
    row(common.terms.fearGreed, fearGreed),
  ];
  return section("figures", words.heading)`<p>${words.intro}</p>
${table(words.columns, rows, { className: "stack", labelledBy: "figures" })}`;
}

/** What each source gives, when it last did, and how it is. */
function sourcesSection({ sources }: StatusFigures, words: Locale["status"]["sources"], page: PageContext): Html {
  const rows = sources.map((source) => sourceRow(source, words, page.language));
  return section("sources", words.heading)`<p>${words.intro}</p>
${table(words.columns, rows, { className: "stack sources", labelledBy: "sources" })}
<p>${words.terms(page.pageLink("attribution"))}</p>`;
}

/** The signs before the words, so that a glance finds what is wrong. */
const SIGNS: Readonly<Record<SourceHealth, string>> = { ok: "✓", failing: "×", idle: "–" };

function sourceRow(figures: SourceFigures, words: Locale["status"]["sources"], language: Language): readonly Part[] {
  const { health, ageSeconds, title, source } = figures;
  const gives = kindsOf(source).map((kind) => words.gives[kind]);
  const answer = ageSeconds === undefined ? words.never : formatOf(language).ago(ageSeconds);
  return [
    title,
    joined(gives, ", "),
    html`${narrowLabel(words.columns[2])}${answer}`,
    html`<span class="${health}"><span aria-hidden="true">${SIGNS[health]}</span> <strong>${words.health[health]}</strong>${reason(figures, words)}</span>`,
  ];
}

function reason({ health, fault }: SourceFigures, words: Locale["status"]["sources"]): Html | undefined {
  if (health === "idle") return html` <span class="why">${words.idle}</span>`;
  return health === "failing" && fault !== undefined
    ? html` <span class="why">${words.faults[fault]}</span>`
    : undefined;
}
