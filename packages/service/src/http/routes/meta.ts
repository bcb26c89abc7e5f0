/** `/api/public/nhci/meta`, what the score is based on: ages, next times, sources. `/status` shows the same figures. */

import type { FastifyInstance } from "fastify";
import { attributionText, type Publisher } from "peak-cycle-drawing";
import { formatDay, formatInstant, HOUR_MS, MAX_SCORE, PHASES, scoreNumber } from "peak-cycle-model";
import * as z from "zod";
import { SOURCE_FAULTS } from "../../domain/errors.js";
import { IDLE_MS } from "../../domain/source-state.js";
import { publisherOf } from "../../pages/site.js";
import type { QuoteFigures, SourceFigures, StatusFigures } from "../../pages/status.js";
import type { HistoryContext } from "../../published/history-context.js";
import { JSON_TYPE } from "../answers.js";
import { STATUS_SECONDS } from "../cache-control.js";
import type { Edge } from "../edge.js";
import { NOTHING_YET, sendProblem } from "../problems.js";
import { okField, phaseField, phaseKeyField, phaseLabel, scoreField, staleField } from "../reply-fields.js";
import { figuresNow, phaseRun } from "../shown/meta-figures.js";

const Points = z.number().min(-100).max(100).nullable();

function figureField(what: string) {
  return z.strictObject({
    source: z.string().describe(`the source of the last accepted ${what}`),
    observed_at: z.iso.datetime().describe("the moment it speaks of; ISO 8601, UTC"),
    age_seconds: z.int().min(0).describe("seconds since then"),
    single_source: z
      .boolean()
      .describe("true when only one source in use gives this figure, so that it stands on one word"),
  });
}

/** The descriptions of the fields go to openapi.json and the pages. */
export const MetaReply = z.strictObject({
  ok: okField,
  model_version: z.string().describe("version of the model that computed the score"),
  updated_at: z.iso.datetime().describe("when the score was computed, as btc.updated_at of the score"),
  stale: staleField,
  coverage: z
    .number()
    .min(0)
    .max(1)
    .describe("share of the model that had data, 0 to 1, rounded down to one decimal; 1 is all of it"),
  btc: z.strictObject({
    score: scoreField("as btc.score of the score"),
    phase: phaseField("label of the phase, always in English"),
    phase_key: phaseKeyField("the same for programs"),
    phase_since: z.iso.date().nullable().describe("UTC day since which the daily rows are in this phase"),
    days_in_phase: z.int().min(1).nullable().describe("days since then, the first one included"),
    change: z.strictObject({
      "1d": Points.describe("points against the row of the day before, one decimal; null without that row"),
      "7d": Points.describe("points against the row 7 days before"),
      "30d": Points.describe("points against the row 30 days before"),
    }),
  }),
  settled: z
    .strictObject({
      phase: phaseField("label of the settled phase, always in English; settled is null before there is a daily row"),
      key: phaseKeyField("the same for programs"),
      since: z.iso.date().describe("UTC day of its last change, or of the first row"),
      days: z.int().min(1).describe("days since then, the first one included"),
    })
    .nullable()
    .describe("the phase without its flicker: that of the daily rows, moved by this score; null before there is a row"),
  phases: z
    .array(
      z.strictObject({
        key: phaseKeyField("key of a phase"),
        label: phaseField("its label, always in English"),
        from: z.number().describe("lowest score of the phase"),
        to: z.number().describe("highest score of the phase"),
      }),
    )
    .length(PHASES.length),
  next: z.strictObject({
    score_at: z.iso.datetime().nullable().describe("when the next score is computed, give or take a minute"),
    history_at: z.iso
      .datetime()
      .describe("06:00 UTC of the next row that is not there yet; over already while that row is late"),
  }),
  market: z.strictObject({
    btc_price_usd: figureField("price"),
    btc_dominance_pct: figureField("dominance"),
    fear_greed: figureField("Fear & Greed reading"),
  }),
  sources: z.array(
    z.strictObject({
      name: z.string().describe("key of a source, as in market"),
      title: z.string().describe("the name a person knows it by"),
      gives: z.string().describe("what the service takes from it, in English"),
      health: z
        .enum(["ok", "failing", "idle"])
        .describe(
          `ok: it gave what it was last asked for; failing: it did not; idle: not asked within ${IDLE_MS / HOUR_MS} hours`,
        ),
      answered_at: z.iso.datetime().nullable().describe("when it last gave something usable; ISO 8601, UTC"),
      age_seconds: z.int().min(0).nullable().describe("seconds since then"),
      fault: z.enum(SOURCE_FAULTS).nullable().describe("why it gave nothing usable when it was last asked"),
    }),
  ),
  attribution: z.strictObject({
    text: z.string().describe("index and service: the line that whoever shows a score shows with it"),
    url: z.url().describe("address it leads to"),
  }),
});

export type MetaReply = z.infer<typeof MetaReply>;

export function meta(app: FastifyInstance, edge: Edge): void {
  app.get("/api/public/nhci/meta", { config: { group: "extra", doc: DOC } }, (request, reply) => {
    const now = figuresNow(edge);
    if (now === undefined) return sendProblem(reply, NOTHING_YET);
    const { shows, cache, context, figures } = now;
    return edge.made.respond(request, reply, cache, {
      shows,
      make: () => {
        const presented = presentMeta(figures(), context, publisherOf(edge.site));
        return { type: JSON_TYPE, body: JSON.stringify(MetaReply.parse(presented)) };
      },
    });
  });
}

const DOC = {
  id: "meta",
  tag: "data",
  summary: "What the score stands on: ages, next times, sources",
  maxAge: STATUS_SECONDS,
  reply: MetaReply,
  failures: [503],
} as const;

/** The figures of a moment as the public reads them. @throws RangeError when a number is not finite */
export function presentMeta(
  figures: StatusFigures,
  context: HistoryContext | undefined,
  publisher: Publisher,
): MetaReply {
  const { score, isStale, coverage, changes, settled, nextScoreAt, nextRowAt } = figures;
  const { phase } = score.btc;
  const run = phaseRun(score, context);
  const [day = null, week = null, month = null] = changes;
  return {
    ok: true,
    model_version: score.modelVersion,
    updated_at: formatInstant(score.computedAt),
    stale: isStale,
    coverage,
    btc: {
      score: scoreNumber(score.btc.score),
      phase: phaseLabel(phase),
      phase_key: phase,
      phase_since: run === undefined ? null : formatDay(run.since),
      days_in_phase: run?.days ?? null,
      change: { "1d": day, "7d": week, "30d": month },
    },
    settled:
      settled === undefined
        ? null
        : {
            phase: phaseLabel(settled.phase),
            key: settled.phase,
            since: formatDay(settled.since),
            days: settled.days,
          },
    phases: phaseBands(),
    next: {
      score_at: nextScoreAt === undefined ? null : formatInstant(nextScoreAt),
      history_at: formatInstant(nextRowAt),
    },
    market: {
      btc_price_usd: presentQuote(figures.btcPrice),
      btc_dominance_pct: presentQuote(figures.btcDominance),
      fear_greed: presentQuote(figures.fearGreed),
    },
    sources: figures.sources.map(presentSource),
    attribution: { text: attributionText(publisher), url: publisher.baseUrl },
  };
}

/** Each phase from its lowest to its highest published score. */
function phaseBands(): MetaReply["phases"] {
  return PHASES.map(({ key, label, from }, i) => {
    const above = PHASES[i + 1]?.from;
    return { key, label, from, to: above === undefined ? MAX_SCORE : scoreNumber(above - 0.1) };
  });
}

function presentQuote({ source, observedAt, ageSeconds, isSingle }: QuoteFigures) {
  return { source, observed_at: formatInstant(observedAt), age_seconds: ageSeconds, single_source: isSingle };
}

function presentSource(figures: SourceFigures): MetaReply["sources"][number] {
  const { source, title, gives, health, answeredAt, ageSeconds = null, fault = null } = figures;
  const answered_at = answeredAt === undefined ? null : formatInstant(answeredAt);
  return { name: source, title, gives, health, answered_at, age_seconds: ageSeconds, fault };
}
