/** The page `/status`: whether the score is fresh, and what it is based on. */
import { translate } from "peak-cycle-drawing";
import { formatDay, formatInstant, type Instant, SECOND_MS, scoreNumber } from "peak-cycle-model";
import type { SourceFault } from "../domain/errors.js";
import type { HourlyScore } from "../domain/snapshot.js";
import type { SourceHealth } from "../domain/source-state.js";
import { kindsOf } from "../sources/order.js";
import type { AttributionRow } from "./attribution.js";
import { facts, list, narrowLabel, type PhaseRun, section, table, withContents } from "./blocks.js";
import { formatOf } from "./format.js";
import { type Html, html, joined, type Part, type Text } from "./html.js";
import { status as words } from "./locales/en/status.js";
import { localeOf } from "./locales/locales.js";
import { pageKind } from "./page-kind.js";
import type { PageContext } from "./site.js";
import { BASE_STYLE, CONTENTS_STYLE, styleSheet } from "./style.js";

export const statusPage = pageKind({
  page: "status",
  style: BASE_STYLE + CONTENTS_STYLE + styleSheet("./status.css", import.meta.url),
  content: (page, view: StatusFigures | AwaitedStart) => ({
    title: words.title(page.site.indexName),
    description: words.description,
    body: "score" in view ? scoredStatus(page, view) : waiting(page, view),
  }),
});

const { home } = localeOf("en");
const format = formatOf("en");

/** A service without a score. */
export interface AwaitedStart {
  /** How far the first fetch is, 0..1; `undefined` while nothing is known of it. */
  readonly share?: number;
  /** Since when nothing more has come. */
  readonly stalledSince?: Instant;
  /** The titles of the sources in use, when nothing more comes. */
  readonly silent?: readonly string[];
  readonly troubles?: readonly string[];
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
  /** Why nothing may be stored now, in sentences for anyone. */
  readonly troubles?: readonly string[];
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

function waiting(page: PageContext, { share, stalledSince, silent = [], troubles = [] }: AwaitedStart): Html {
  const fetched =
    share === undefined
      ? undefined
      : html`
<p>${words.firstFetch(format.share(Math.floor(100 * share) / 100))}</p>`;
  const stalled =
    stalledSince &&
    html`
<p class="mark">${home.start.stalled(format.minute(formatInstant(stalledSince)))}</p>
${list(silent)}`;
  return html`${heading()}${troublesNote(troubles)}
<p class="waiting">${words.waiting}</p>${fetched}${stalled}
${limitsSection()}${jsonNote(page)}`;
}

/** Why nothing may be stored now. */
function troublesNote(troubles: readonly string[]): Html {
  return html`${troubles.map(
    (trouble) => html`
<p class="verdict mark">${trouble}</p>`,
  )}`;
}

function heading(): Html {
  return html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>`;
}

/** What the page can say, and what not. */
function limitsSection(): Html {
  return section("limits", words.limits.heading)`${list(Object.values(words.limits.points))}`;
}

function jsonNote({ link }: PageContext): Html {
  return html`<p>${words.json(link("/api/public/nhci/meta"))}</p>`;
}

function scoredStatus(page: PageContext, figures: StatusFigures): Html {
  const at = formatInstant(figures.at);
  const sections = [
    ["now", nowSection(figures)],
    ["figures", figuresSection(figures)],
    ["sources", sourcesSection(figures, page)],
    ["limits", limitsSection()],
  ] as const;
  return withContents({
    head: html`${heading()}${troublesNote(figures.troubles ?? [])}
<p class="soft"><time datetime="${at}">${words.asOf(format.minute(at))}</time></p>`,
    groups: [sections.map(([id]) => ({ id, heading: words[id].heading }))],
    body: html`${sections.map(([, content]) => content)}${jsonNote(page)}`,
  });
}

/** Whether the score is fresh, when the next one comes, and where it stands. */
function nowSection(figures: StatusFigures): Html {
  const { terms } = words;
  const { at, score, isStale, coverage, settled, nextScoreAt, nextRowAt } = figures;
  const { phase } = score.btc;
  const freshness = isStale
    ? html`<p class="verdict mark"><span aria-hidden="true">○</span> ${words.now.stale}</p>`
    : html`<p class="verdict"><span aria-hidden="true">●</span> ${words.now.fresh}</p>`;
  const moment = (instant: Instant) => {
    const text = formatInstant(instant);
    return html`<time datetime="${text}">${format.minute(text)}</time>`;
  };
  const overdue = nextRowAt < at ? html` <span class="mark">${words.now.overdue}</span>` : undefined;
  const age = format.ago((at - score.computedAt) / SECOND_MS);
  const rows: readonly (readonly [Text, Part])[] = [
    [words.now.computed, html`${moment(score.computedAt)} <span class="soft">${age}</span>`],
    [words.now.nextScore, nextScoreAt === undefined ? html`${words.now.unknown}` : moment(nextScoreAt)],
    [words.now.nextRow, html`${moment(nextRowAt)}${overdue}`],
    [words.now.score, format.score(scoreNumber(score.btc.score))],
    [terms.phase, html`<strong class="${phase}">${translate(phase, "en")}</strong>`],
    [terms.settled, settled && runText(settled)],
    [words.now.change, changesList(figures)],
    [words.now.coverage, coverage >= 1 ? words.now.complete : words.now.partly(format.share(coverage))],
  ];
  return section("now", words.now.heading)`${freshness}
${facts(rows)}`;
}

/** `Hot Zone, for 12 days, since Nov 10, 2026` */
function runText({ phase, since, days }: PhaseRun): Html {
  const span = words.now.since(format.days(days), format.day(formatDay(since)));
  return html`<strong class="${phase}">${translate(phase, "en")}</strong>, ${span}`;
}

function changesList({ changes }: StatusFigures): Html {
  const { days, points } = format;
  const items = [1, 7, 30].map((span, i) => {
    const change = changes[i];
    return html`<span class="soft">${days(span)}</span> ${change === undefined ? words.now.unknown : points(change)}`;
  });
  return list(items, "row");
}

/** Where the live figures came from, and how old each is. */
function figuresSection({ btcPrice, btcDominance, fearGreed, sources }: StatusFigures): Html {
  const { heading, intro, columns, single } = words.figures;
  const titleOf = (source: string) => sources.find((row) => row.source === source)?.title ?? source;
  const row = (name: Text, { source, ageSeconds, isSingle }: QuoteFigures) => {
    const note = isSingle ? html` <span class="soft">${single}</span>` : undefined;
    return [name, html`${titleOf(source)}${note}`, format.ago(ageSeconds)];
  };
  const rows = [
    row(words.terms.price, btcPrice),
    row(words.terms.dominance, btcDominance),
    row(words.terms.fearGreed, fearGreed),
  ];
  return section("figures", heading)`<p>${intro}</p>
${table(columns, rows, { className: "stack", labelledBy: "figures" })}`;
}

/** What each source gives, when it last did, and how it is. */
function sourcesSection({ sources }: StatusFigures, page: PageContext): Html {
  const rows = sources.map((source) => sourceRow(source));
  return section("sources", words.sources.heading)`<p>${words.sources.intro}</p>
${table(words.sources.columns, rows, { className: "stack sources", labelledBy: "sources" })}
<p>${words.sources.terms(page.pageLink("attribution"))}</p>`;
}

/** The signs before the words, so that a glance finds what is wrong. */
const SIGNS: Readonly<Record<SourceHealth, string>> = { ok: "✓", failing: "×", idle: "–" };

function sourceRow(figures: SourceFigures): readonly Part[] {
  const { health, ageSeconds, title, source } = figures;
  const gives = kindsOf(source).map((kind) => words.sources.gives[kind]);
  const answer = ageSeconds === undefined ? words.sources.never : format.ago(ageSeconds);
  return [
    title,
    joined(gives, ", "),
    html`${narrowLabel(words.sources.columns[2])}${answer}`,
    html`<span class="${health}"><span aria-hidden="true">${SIGNS[health]}</span> <strong>${words.sources.health[health]}</strong>${reason(figures)}</span>`,
  ];
}

function reason({ health, fault }: SourceFigures): Html | undefined {
  if (health === "idle") return html` <span class="why">${words.sources.idle}</span>`;
  return health === "failing" && fault !== undefined
    ? html` <span class="why">${words.sources.faults[fault]}</span>`
    : undefined;
}
