import * as z from "zod";
import { PHASES } from "../../domain/score.js";
import { okField, phaseField, phaseKeyField, scoreField } from "./fields.js";

const Points = z.number().min(-100).max(100).nullable();

function figure(what: string) {
  return z.strictObject({
    source: z.string().describe(`the source of the last accepted ${what}`),
    observed_at: z.iso.datetime().describe("the moment it speaks of; ISO 8601, UTC"),
    age_seconds: z.int().min(0).describe("seconds since then"),
  });
}

/** The body of what the score stands on. Descriptions go to openapi.json and the pages. */
export const MetaReply = z.strictObject({
  ok: okField,
  model_version: z.string().describe("version of the model that computed the score"),
  updated_at: z.iso.datetime().describe("when the score was computed, as btc.updated_at of the score"),
  stale: z.boolean().describe("true when the score was older than 2 hours at the moment of answering"),
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
    btc_price_usd: figure("price"),
    btc_dominance_pct: figure("dominance"),
    fear_greed: figure("Fear & Greed reading"),
  }),
  sources: z.array(
    z.strictObject({
      name: z.string().describe("key of a source, as in market"),
      title: z.string().describe("the name a person knows it by"),
      gives: z.string().describe("what the service takes from it, in English"),
      health: z
        .enum(["ok", "failing", "idle"])
        .describe("ok: it gave what it was last asked for; failing: it did not; idle: not asked within 26 hours"),
      answered_at: z.iso.datetime().nullable().describe("when it last gave something usable; ISO 8601, UTC"),
      age_seconds: z.int().min(0).nullable().describe("seconds since then"),
      fault: z
        .enum(["unreachable", "throttled", "refused", "malformed", "implausible"])
        .nullable()
        .describe("why it gave nothing usable when it was last asked"),
    }),
  ),
});

export type MetaReply = z.infer<typeof MetaReply>;
