/** The page `/status`: whether the score is fresh, and what it is based on. */
import { translate } from "peak-cycle-drawing";
import { formatDay, formatInstant, type Instant, SECOND_MS, scoreNumber } from "peak-cycle-model";
import type { SourceFault } from "../domain/errors.js";
import type { HourlyScore } from "../domain/snapshot.js";
import type { SourceHealth } from "../domain/source-state.js";
import { kindsOf } from "../sources/order.js";
import type { AttributionRow } from "./attribution.js";
import { facts, figures, fold, list, type PhaseRun, section, table } from "./blocks.js";
import { formatOf } from "./format.js";
import { type Html, html, joined, type Part } from "./html.js";
import { status as words } from "./locales/en/status.js";
import { localeOf } from "./locales/locales.js";
import { pageKind } from "./page-kind.js";
import type { PageContext } from "./site.js";
import { BASE_STYLE, styleSheet } from "./style.js";

export const statusPage = pageKind({
  page: "status",
  style: BASE_STYLE + styleSheet("./status.css", import.meta.url),
  content: (page, view: StatusFigures | AwaitedStart) => ({
    title: words.title(page.site.indexName),
    description: words.description,
    body: "score" in view ? scoredStatus(page, view) : waiting(page, view),
  }),
});

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

function waiting({ link }: PageContext, { share, stalledSince, silent = [], troubles = [] }: AwaitedStart): Html {
  const { start } = localeOf("en").home;
  const fetched = share === undefined ? "" : words.firstFetch(format.share(Math.floor(100 * share) / 100));
  const stalled =
    stalledSince &&
    html`<p class="mark">${start.stalled(format.minute(formatInstant(stalledSince)))}</p>${list(silent)}`;
  return html`<section>${headline(words.waiting, false)}<p class="lede">${fetched}</p>
${stalled}${troublesOf(troubles)}</section>
${section("details", words.details)`${limitsFold()}<p class="note">${words.json(link("/api/public/nhci/meta"))}</p>`}`;
}

/** One line that says it all. */
function headline(sentence: string, isGood: boolean): Html {
  const [kind, sign] = isGood ? ["good", "✓"] : ["bad", "!"];
  return html`<h1 class="works"><span class="${kind}" aria-hidden="true">${sign}</span>${sentence}</h1>
`;
}

function headlineOf({ at, score, isStale, nextRowAt, sources, troubles = [] }: StatusFigures): Html {
  const age = format.ago((at - score.computedAt) / SECOND_MS);
  const failing = sources.filter(({ health }) => health === "failing").length;
  const { verdict } = words;
  if (isStale) return headline(verdict.stale(age), false);
  if (troubles.length > 0) return headline(verdict.trouble(age), false);
  if (nextRowAt < at) return headline(verdict.late(age), false);
  return failing > 0 ? headline(verdict.failing(failing, age), true) : headline(verdict.works(age), true);
}

/** Why nothing may be stored now. */
function troublesOf(troubles: readonly string[]): Html {
  return html`${troubles.map((trouble) => html`<p class="mark">${trouble}</p>`)}`;
}

function scoredStatus(page: PageContext, view: StatusFigures): Html {
  const { at, nextScoreAt, nextRowAt, coverage, sources, troubles = [] } = view;
  const used = sources.filter(({ health }) => health !== "idle");
  const answering = used.filter(({ health }) => health === "ok").length;
  const time = (instant: Instant | undefined) =>
    instant === undefined ? words.unknown : html`${format.time(formatInstant(instant))} <span>UTC</span>`;
  const [now, json] = [formatInstant(at), words.json(page.link("/api/public/nhci/meta"))];
  return html`<section>${headlineOf(view)}${troublesOf(troubles)}${figures([
    [words.top.nextScore, time(nextScoreAt)],
    [
      words.top.nextRow,
      html`${time(nextRowAt)}${nextRowAt < at ? html` <span class="mark">${words.overdue}</span>` : undefined}`,
    ],
    [words.top.sources, html`${answering} <span>${words.top.of(used.length)}</span>`],
    [words.top.coverage, format.share(coverage)],
  ])}</section>
${section("details", words.details)`${scoreFold(view)}${figuresFold(view)}${sourcesFold(view, page)}${limitsFold()}
<p class="note"><time datetime="${now}">${words.asOf(format.minute(now))}</time> ${json}</p>`}`;
}

function scoreFold({ score, coverage, settled, changes }: StatusFigures): Html {
  const { phase } = score.btc;
  const number = format.score(scoreNumber(score.btc.score));
  const computed = formatInstant(score.computedAt);
  const moved = [1, 7, 30].map((span, i) => {
    const change = changes[i];
    return html`${format.days(span)} ${change === undefined ? "–" : html`<b>${format.points(change)}</b>`}`;
  });
  const run =
    settled &&
    html`<b class="${settled.phase}">${translate(settled.phase, "en")}</b> ${words.score.since(
      format.days(settled.days),
      format.day(formatDay(settled.since)),
    )}`;
  return fold("score", words.score.heading, words.score.note(number, format.time(computed)))`${facts([
    [words.score.phase, html`<b class="${phase}">${translate(phase, "en")}</b>`],
    [words.score.settled, run],
    [words.score.change, joined(moved, " · ")],
    [words.score.coverage, coverage >= 1 ? words.score.complete : words.score.partly(format.share(coverage))],
  ])}`;
}

/** Where the live figures came from, and how old each is. */
function figuresFold({ btcPrice, btcDominance, fearGreed, sources }: StatusFigures): Html {
  const { heading, note, columns, single, names } = words.figures;
  const titleOf = (source: string) => sources.find((row) => row.source === source)?.title ?? source;
  const row = (name: string, { source, ageSeconds, isSingle }: QuoteFigures) => [
    name,
    html`${titleOf(source)}${isSingle ? html` <span class="soft">${single}</span>` : undefined}`,
    format.ago(ageSeconds),
  ];
  const rows = [row(names.price, btcPrice), row(names.dominance, btcDominance), row(names.fearGreed, fearGreed)];
  return fold("figures", heading, note(format.ago(btcPrice.ageSeconds)))`${table(columns, rows, "stack")}`;
}

/** What each source gives, when it last did, and how it is. */
function sourcesFold({ sources }: StatusFigures, page: PageContext): Html {
  const { heading, intro, columns, note, terms } = words.sources;
  const count = (health: SourceHealth) => sources.filter((source) => source.health === health).length;
  return fold("sources", heading, note(count("ok"), count("failing")))`<p>${intro}</p>
${table(columns, sources.map(sourceRow), "stack")}<p>${terms(page.pageLink("attribution"))}</p>`;
}

/** The signs before the words, so that a glance finds what is wrong. */
const SIGNS: Readonly<Record<SourceHealth, string>> = { ok: "✓", failing: "×", idle: "–" };

function sourceRow({ health, ageSeconds, title, source, fault }: SourceFigures): readonly Part[] {
  const gives = kindsOf(source).map((kind) => words.sources.gives[kind]);
  const answer = ageSeconds === undefined ? words.sources.never : format.ago(ageSeconds);
  const failure = fault && words.sources.faults[fault];
  const reason = health === "idle" ? words.sources.idle : health === "failing" ? failure : undefined;
  const why = reason && html` <span class="soft">${reason}</span>`;
  const state = html`<b>${SIGNS[health]} ${words.sources.health[health]}</b>${why}`;
  return [
    title,
    joined(gives, ", "),
    answer,
    health === "failing" ? html`<span class="failing">${state}</span>` : state,
  ];
}

/** What the page cannot say. */
function limitsFold(): Html {
  return fold("limits", words.limits.heading)`${list(words.limits.points)}`;
}
