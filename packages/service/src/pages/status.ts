/** The page `/status`: whether the score is fresh, and what it is based on. */
import { translate } from "peak-cycle-drawing";
import { formatInstant, type Instant, instantOf, type PhaseKey, SECOND_MS } from "peak-cycle-model";
import type { SourceHealth } from "../domain/source-state.js";
import type { MetaReply } from "../published/meta-reply.js";
import { kindsOf } from "../sources/order.js";
import { details, facts, figureTiles, list, section, table } from "./blocks.js";
import { formatOf } from "./format.js";
import { type Html, html, join, type Part } from "./html.js";
import { status as words } from "./locales/en/status.js";
import { localeOf } from "./locales/locales.js";
import { pageKind } from "./page-kind.js";
import type { PageContext } from "./site.js";
import { BASE_STYLE, styleSheet } from "./style.js";

export const statusPage = pageKind({
  page: "status",
  style: BASE_STYLE + styleSheet("./status.css", import.meta.url),
  content: (page, view: StatusView | AwaitedStart) => ({
    title: words.title(page.site.indexName),
    description: words.description,
    body: "meta" in view ? scoredStatus(page, view) : waitingBody(page, view),
  }),
});

const format = formatOf("en");

/** A service without a score. */
export interface AwaitedStart {
  /** Progress of the first fetch, 0..1; `undefined` while unknown. */
  readonly share?: number;
  /** Since when no more data has arrived. */
  readonly stalledSince?: Instant | undefined;
  /** What the first fetch waits for, and what the operator can do. */
  readonly waitsFor?: string | undefined;
  /** Titles of the sources in use, which are silent when no more data arrives. */
  readonly silent?: readonly string[];
  readonly holds?: readonly string[];
}

/** What the score is based on at one instant. */
export interface StatusView {
  readonly meta: MetaReply;
  /** The instant as of which ages are measured. */
  readonly at: Instant;
  /** Why nothing may be stored now, in sentences for everyone. */
  readonly holds?: readonly string[];
}

function waitingBody({ link }: PageContext, view: AwaitedStart): Html {
  const { share, stalledSince, waitsFor, silent = [], holds = [] } = view;
  const { start } = localeOf("en").home;
  const json = words.json(link("/api/public/nhci/meta"));
  const progressText = share === undefined ? "" : words.firstFetch(format.share(Math.floor(100 * share) / 100));
  const stalled =
    stalledSince &&
    html`<p class="mark">${start.stalled(format.minute(formatInstant(stalledSince)))}</p>${list(silent)}`;
  const reason = waitsFor && html`<p>${waitsFor[0]?.toUpperCase()}${waitsFor.slice(1)}.</p>`;
  return html`<section>${headline(words.waiting, false)}<p class="lede">${progressText}</p>
${reason}${stalled}${holdSentences(holds)}</section>
${section("details", words.details)`${limitsDetails()}<p class="note">${json}</p>`}`;
}

/** One line that sums up the status. */
function headline(sentence: string, isGood: boolean): Html {
  const [kind, sign] = isGood ? ["good", "✓"] : ["bad", "!"];
  const sentences = sentence.split(/(?<=\.) /).map((each) => html`<span>${each}</span> `);
  return html`<h1 class="works"><b class="${kind}" aria-hidden="true">${sign}</b><span>${sentences}</span></h1>
`;
}

function headlineOf({ at, meta, holds = [] }: StatusView): Html {
  const age = format.ago((at - instantOf(meta.updated_at)) / SECOND_MS);
  const unsure = meta.inputs.filter(({ state }) => state === "unsure").length;
  const failing = meta.sources.filter(({ health }) => health === "failing").length;
  const { verdict } = words;
  if (meta.stale) return headline(verdict.stale(age), false);
  if (holds.length > 0) return headline(verdict.trouble(age), false);
  if (isLate(meta, at)) return headline(verdict.late(age), false);
  if (unsure > 0) return headline(verdict.unsure(unsure, age), false);
  return failing > 0 ? headline(verdict.failing(failing, age), true) : headline(verdict.works(age), true);
}

function isLate({ next }: MetaReply, at: Instant): boolean {
  return instantOf(next.history_at) < at;
}

/** Why nothing may be stored now. */
function holdSentences(holds: readonly string[]): Html {
  return html`${holds.map((hold) => html`<p class="mark">${hold}</p>`)}`;
}

function scoredStatus(page: PageContext, view: StatusView): Html {
  const { at, meta, holds = [] } = view;
  const usedSources = meta.sources.filter(({ health }) => health !== "idle");
  const answeringSources = usedSources.filter(({ health }) => health === "ok").length;
  const time = (instant: string | null) =>
    instant === null ? words.unknown : html`${format.time(instant)} <span>UTC</span>`;
  const overdue = isLate(meta, at) ? html` <span class="mark">${words.overdue}</span>` : undefined;
  const [now, json] = [formatInstant(at), words.json(page.link("/api/public/nhci/meta"))];
  return html`<section>${headlineOf(view)}${holdSentences(holds)}${figureTiles([
    [words.top.nextScore, time(meta.next.score_at)],
    [words.top.nextRow, html`${time(meta.next.history_at)}${overdue}`],
    [words.top.sources, html`${answeringSources} <span>${words.top.of(usedSources.length)}</span>`],
    [words.top.coverage, format.share(meta.coverage)],
  ])}</section>
${section(
  "details",
  words.details,
)`${scoreDetails(meta)}${inputsDetails(meta)}${sourcesDetails(meta, page)}${limitsDetails()}
<p class="note"><time datetime="${now}">${words.asOf(format.minute(now))}</time> ${json}</p>`}`;
}

/** With no-break spaces. */
function onOneLine(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

function scoreDetails({ btc, coverage, settled, updated_at: computedAt }: MetaReply): Html {
  const changes = Object.entries(btc.change).map(([span, change]) => {
    const points = change === null ? "–" : html`<b>${format.points(change)}</b>`;
    return html`${onOneLine(format.days(Number.parseInt(span, 10)))}\u00a0${points}`;
  });
  const phaseName = (key: PhaseKey) => html`<b class="${key}">${translate(key, "en")}</b>`;
  const { since } = words.score;
  const run = settled
    ? html`${phaseName(settled.key)} ${since(format.days(settled.days), onOneLine(format.day(settled.since)))}`
    : undefined;
  const note = words.score.note(format.score(btc.score), format.time(computedAt));
  return details("score", words.score.heading, note)`${facts([
    [words.score.phase, phaseName(btc.phase_key)],
    [words.score.settled, run],
    [words.score.change, join(changes, ", ")],
    [words.score.coverage, coverage >= 1 ? words.score.complete : words.score.partly(format.share(coverage))],
  ])}`;
}

/** States that need no attention. */
const IN_ORDER: readonly Input["state"][] = ["ok", "unknown", "off"];

/** What each input of the score is based on, and its faults. */
function inputsDetails({ inputs, sources }: MetaReply): Html {
  const { heading, note, intro, columns } = words.inputs;
  const titleOf = (source: string) => sources.find(({ name }) => name === source)?.title ?? source;
  const open = inputs.filter(({ state }) => !IN_ORDER.includes(state)).length;
  return details("inputs", heading, note(open))`<p>${intro}</p>
${table(
  columns,
  inputs.map((input) => inputRow(input, titleOf)),
  "stack inputs",
)}`;
}

type Input = MetaReply["inputs"][number];

function inputRow(input: Input, titleOf: (source: string) => string): readonly Part[] {
  const { title, state, source, agreeing, enabled, age_seconds: age } = input;
  const { confirmedBy, states } = words.inputs;
  const isInOrder = IN_ORDER.includes(state);
  const sign = state === "ok" ? SIGNS.ok : isInOrder ? SIGNS.idle : SIGNS.failing;
  const why = doubtsOf(input, titleOf).map((sentence) => html`<br><span class="soft">${sentence}</span>`);
  const cell = html`<b>${sign} ${states[state]}</b>${why}`;
  return [
    title,
    source === null ? words.unknown : titleOf(source),
    enabled === 0 ? words.unknown : confirmedBy(agreeing, enabled),
    age === null ? words.unknown : format.ago(age),
    isInOrder ? cell : html`<span class="failing">${cell}</span>`,
  ];
}

/** Since when an input has a fault, and why. */
function doubtsOf(input: Input, titleOf: (source: string) => string): readonly string[] {
  const { unsure, refused, silent, state, replaced_since: replacedSince, unconfirmed_since: unconfirmedSince } = input;
  const say = words.inputs;
  return [
    ...(unsure === null ? [] : [say.unsure(format.minute(unsure.since), unsure.text)]),
    ...(replacedSince === null || state !== "replaced" ? [] : [say.replaced(format.minute(replacedSince))]),
    ...(unconfirmedSince === null || state !== "unconfirmed" ? [] : [say.unconfirmed(format.minute(unconfirmedSince))]),
    ...refused.map(({ source, since }) => say.refused(titleOf(source), format.minute(since))),
    ...silent.map(({ source, since }) => say.silent(titleOf(source), format.minute(since))),
  ];
}

/** What each source provides, when it last did, and its health. */
function sourcesDetails({ sources }: MetaReply, page: PageContext): Html {
  const { heading, intro, columns, note, terms } = words.sources;
  const count = (health: SourceHealth) => sources.filter((source) => source.health === health).length;
  return details("sources", heading, note(count("ok"), count("failing")))`<p>${intro}</p>
${table(columns, sources.map(sourceRow), "stack sources")}<p>${terms(page.pageLink("attribution"))}</p>`;
}

/** Signs before the words, so that readers see problems at a glance. */
const SIGNS: Readonly<Record<SourceHealth, string>> = { ok: "✓", failing: "×", idle: "–" };

function sourceRow({ health, age_seconds, title, name, fault }: MetaReply["sources"][number]): readonly Part[] {
  const gives = kindsOf(name).map((kind) => words.sources.gives[kind]);
  const answer = age_seconds === null ? words.sources.never : format.ago(age_seconds);
  const failure = fault === null ? undefined : words.sources.faults[fault];
  const reason = health === "idle" ? words.sources.idle : health === "failing" ? failure : undefined;
  const why = reason && html` <span class="soft">${reason}</span>`;
  const state = html`<b>${SIGNS[health]} ${words.sources.health[health]}</b>${why}`;
  return [title, join(gives, ", "), answer, health === "failing" ? html`<span class="failing">${state}</span>` : state];
}

/** What the page cannot show. */
function limitsDetails(): Html {
  return details("limits", words.limits.heading)`${list(words.limits.points)}`;
}
