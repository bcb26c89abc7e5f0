/**
 * The public form of what is behind the score, such as ages, next updates and sources: the schema of
 * `/api/public/nhci/meta`. `/status` shows the same.
 */

import { attributionText, type Publisher } from "peak-cycle-drawing";
import {
  addDays,
  formatDay,
  formatInstant,
  HOUR_MS,
  type Instant,
  isStale,
  PHASES,
  SECOND_MS,
  scoreNumber,
} from "peak-cycle-model";
import * as z from "zod";
import { SOURCE_FAULTS } from "../domain/errors.js";
import { newestRowDay, rowInstant } from "../domain/history.js";
import { nextScoreAt, pointsSince } from "../domain/hourly-score.js";
import { INPUT_HEALTHS, INPUT_KEYS, inputPanel, type PanelInput } from "../domain/input-panel.js";
import { DOUBT_REASONS, DOUBTS } from "../domain/input-state.js";
import type { Quote } from "../domain/live-figures.js";
import { type SettledNow, settledNow } from "../domain/settled-now.js";
import { IDLE_MS, type SourceState, sourceHealth } from "../domain/source-state.js";
import { type DataKind, kindsOf } from "../sources/order.js";
import type { SourceCredit } from "../sources/source.js";
import * as fields from "./public-fields.js";
import type { Published, ScoreAndMarket } from "./published.js";

function pointsField(description: string) {
  return z.number().min(-100).max(100).nullable().describe(description);
}

function figureField(what: string) {
  return z.strictObject({
    source: z.string().describe(`source of the last accepted ${what}`),
    observed_at: fields.moment.describe("the time it refers to; ISO 8601, UTC"),
    age_seconds: fields.count.describe("seconds since then"),
    single_source: z.boolean().describe("true when only one enabled source provides this figure"),
  });
}

/** Since when something has been the case, or null. */
function sinceField(what: string) {
  return fields.moment.nullable().describe(`since when ${what}; ISO 8601, UTC; null if that is not the case`);
}

function sourcesSince(description: string) {
  return fields.list(description, {
    source: z.string().describe("key of the source"),
    since: fields.moment.describe("since when; ISO 8601, UTC"),
  });
}

export const MetaReply = z.strictObject({
  ok: fields.ok,
  model_version: z.string().describe("version of the model that computed the score"),
  updated_at: fields.moment.describe("when the score was computed: btc.updated_at of the current score"),
  stale: fields.stale,
  simulated: z.boolean().describe("true if all figures are invented: in a demo, and in every scene of the sandbox"),
  coverage: z
    .number()
    .min(0)
    .max(1)
    .describe("share of the model that had data, 0 to 1, rounded down to one decimal; 1 means all of it"),
  btc: z.strictObject({
    score: fields.score.describe("btc.score of the current score"),
    phase: fields.phase.describe("label of the phase, always in English"),
    phase_key: fields.phaseKey.describe("the phase as a constant for programs"),
    change: z.strictObject({
      "1d": pointsField("current score minus the score of the row 1 day ago, one decimal; null without that row"),
      "7d": pointsField("current score minus the score of the row 7 days ago"),
      "30d": pointsField("current score minus the score of the row 30 days ago"),
    }),
  }),
  settled: z
    .strictObject({
      phase: fields.phase.describe(
        "label of the settled phase, always in English; settled is null until there is a daily row",
      ),
      key: fields.phaseKey.describe("the phase as a constant for programs"),
      since: fields.day.describe("UTC day of its last change, or of the first row"),
      days: fields.count.min(1).describe("days since then, including the first"),
      signal: fields.signal.describe("the signal of the settled phase and the flags of the newest row"),
      signal_since: fields.day.describe("UTC day of the last change of the settled phase or of a flag, the later one"),
    })
    .nullable()
    .describe("phase and signal without flicker, from the daily rows and the current score; null until there is a row"),
  phases: fields.list("all phases, lowest first", {
    key: fields.phaseKey.describe("key of a phase"),
    label: fields.phase.describe("its label, always in English"),
    from: z.number().describe("lowest score of the phase"),
    to: z.number().describe("highest score of the phase"),
  }),
  next: z.strictObject({
    score_at: fields.moment.describe("when the next score is due, give or take a minute").nullable(),
    history_at: fields.moment.describe("06:00 UTC of the next row; in the past while that row is late"),
  }),
  market: z.strictObject({
    btc_price_usd: figureField("price"),
    btc_dominance_pct: figureField("dominance"),
    fear_greed: figureField("Fear & Greed reading"),
  }),
  inputs: fields.list("each input of the score; the price at 06:00 UTC only while a daily row waits for it", {
    key: z.enum(INPUT_KEYS).describe("key of the input"),
    title: z.string().describe("name of the input, for people"),
    state: z
      .enum(INPUT_HEALTHS)
      .describe(
        "ok; unconfirmed: no second source agrees although one was due; replaced: the first source was due and " +
          "another one is used; silent: no source responds although one was due; unsure: not used, or only shown; " +
          "unknown: not requested yet; off: no source is enabled",
      ),
    source: z.string().nullable().describe("key of the source in use, or null"),
    agreeing: fields.count.describe("how many sources agreed when all were last queried, the one in use included"),
    enabled: fields.count.describe("how many enabled sources can have it, including any that are not due yet"),
    observed_at: fields.moment.nullable().describe("the time it refers to; ISO 8601, UTC"),
    age_seconds: fields.count.nullable().describe("seconds since then"),
    unsure: z
      .strictObject({
        since: fields.moment.describe("since when; ISO 8601, UTC"),
        reason: z.enum(DOUBT_REASONS).describe("the reason as a constant for programs"),
        text: z.string().describe("the reason in English"),
      })
      .nullable()
      .describe("why it is not believed, or null"),
    refused: sourcesSince("sources that the others contradict, until they agree again"),
    silent: sourcesSince("sources that did not provide it although it was due"),
    unconfirmed_since: sinceField("no second source has confirmed it although one was due"),
    replaced_since: sinceField("another source has replaced the first that was due"),
  }),
  sources: fields.list("the sources in use", {
    name: z.string().describe("key of the source, as in market"),
    title: z.string().describe("name of the source, for people"),
    gives: z.string().describe("what the service gets from it, in English"),
    health: z
      .enum(["ok", "failing", "idle"])
      .describe(`ok: the last request succeeded; failing: it failed; idle: not queried for ${IDLE_MS / HOUR_MS} hours`),
    answered_at: fields.moment.describe("when it last returned something usable; ISO 8601, UTC").nullable(),
    age_seconds: fields.count.describe("seconds since then").nullable(),
    fault: z.enum(SOURCE_FAULTS).nullable().describe("why the last request returned nothing usable, or null"),
  }),
  attribution: z.strictObject({
    text: z.string().describe("the attribution line to show with the score: index and site"),
    url: z.url().describe("the address it links to"),
  }),
});

export type MetaReply = z.infer<typeof MetaReply>;

/** What is shown of the site. */
interface MetaSite {
  readonly publisher: Publisher;
  /** Whether all figures are invented. */
  readonly isSimulated: boolean;
}

/**
 * The public form of the figures at a point in time.
 *
 * @param sources those in use
 * @throws RangeError if a number is not finite
 */
export function metaForm(
  published: Published,
  { score, market }: ScoreAndMarket,
  sources: readonly SourceCredit[],
  site: MetaSite,
  now: Instant,
): MetaReply {
  const { phase } = score.btc;
  const { minute, inputs, sources: states } = published.now.get();
  const history = published.history.get();
  const { rows = [] } = history ?? {};
  const settledPhase = settledNow(score, history);
  const change = (days: number) => pointsSince(score, rows, days) ?? null;
  const scoreAt = nextScoreAt(score, minute, now);
  const quote = ({ source, observedAt }: Quote, kind: DataKind) => ({
    source,
    observed_at: formatInstant(observedAt),
    age_seconds: secondsSince(observedAt, now),
    single_source: sources.filter((each) => kindsOf(each.name).includes(kind)).length < 2,
  });
  return {
    ok: true,
    model_version: score.modelVersion,
    updated_at: formatInstant(score.computedAt),
    stale: isStale(score.computedAt, now),
    simulated: site.isSimulated,
    // Rounded down, so that 1 means complete and no weight can be derived. Rounding errors may leave a sum of weights
    // just below 1.
    coverage: Math.floor(score.coverage * 10 + 1e-6) / 10,
    btc: {
      score: scoreNumber(score.btc.score),
      phase: fields.phaseLabel(phase),
      phase_key: phase,
      change: { "1d": change(1), "7d": change(7), "30d": change(30) },
    },
    settled: settledPhase === undefined ? null : presentSettled(settledPhase),
    phases: [...PHASES],
    next: {
      score_at: scoreAt === undefined ? null : formatInstant(scoreAt),
      history_at: formatInstant(rowInstant(addDays(rows.at(-1)?.day ?? newestRowDay(now), 1))),
    },
    market: {
      btc_price_usd: quote(market.btcPrice, "prices"),
      btc_dominance_pct: quote(market.btcDominance, "dominance"),
      fear_greed: quote(market.fearGreed, "fearGreed"),
    },
    inputs: inputPanel({ inputs, market, newestRow: rows.at(-1)?.day }, now).map((each) => presentInput(each, now)),
    sources: sources.map(({ name, title, gives }) => {
      const state = states.find(({ source }) => source === name);
      return { name, title, gives, ...stateNow(state, now) };
    }),
    attribution: { text: attributionText(site.publisher), url: site.publisher.baseUrl },
  };
}

function presentSettled({ phase, since, days, signal, signalSince }: SettledNow) {
  const run = { phase: fields.phaseLabel(phase), key: phase, since: formatDay(since), days };
  return { ...run, signal, signal_since: formatDay(signalSince) };
}

/** Without the sources' figures. */
function presentInput(input: PanelInput, now: Instant): MetaReply["inputs"][number] {
  const { key, title, health, source, agreeing, enabled, observedAt, unsure } = input;
  const bySource = (all: PanelInput["silent"]) =>
    all.map(({ source, since }) => ({ source, since: formatInstant(since) }));
  return {
    key,
    title,
    state: health,
    source: source ?? null,
    agreeing,
    enabled,
    observed_at: momentOrNull(observedAt),
    age_seconds: observedAt === undefined ? null : secondsSince(observedAt, now),
    unsure: unsure ? { since: formatInstant(unsure.since), reason: unsure.kind, text: DOUBTS[unsure.kind] } : null,
    refused: bySource(input.refused),
    silent: bySource(input.silent),
    unconfirmed_since: momentOrNull(input.unconfirmedSince),
    replaced_since: momentOrNull(input.replacedSince),
  };
}

function momentOrNull(at: Instant | undefined): string | null {
  return at === undefined ? null : formatInstant(at);
}

function stateNow(state: SourceState | undefined, now: Instant) {
  const at = state?.answeredAt;
  return {
    health: sourceHealth(state, now),
    answered_at: momentOrNull(at),
    age_seconds: at === undefined ? null : secondsSince(at, now),
    fault: state?.fault ?? null,
  };
}

/** 0 if another machine's clock is ahead of ours. */
function secondsSince(at: Instant, now: Instant): number {
  return Math.max(0, Math.floor((now - at) / SECOND_MS));
}
