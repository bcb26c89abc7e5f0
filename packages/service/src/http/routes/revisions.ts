/** `/api/public/nhci/revisions`: every correction of a published row, with its reason. */
import type { FastifyInstance } from "fastify";
import type { PhaseKey } from "peak-cycle-model";
import type { RevisionEntry } from "peak-cycle-verify";
import * as z from "zod";
import * as fields from "../../published/public-fields.js";
import { EXTRAS_CACHE } from "../cache-control.js";
import { cachedRoute, type Doc, type Edge, recipeOf } from "../edge.js";
import { json } from "../responses.js";

/** A correction. The descriptions go into openapi.json and the pages. */
export const Revised = z.strictObject({
  number: fields.count.min(1).describe("number of the correction, counted from 1"),
  date: fields.day.describe("UTC day of the corrected row"),
  revised_at: fields.moment.describe("when it was corrected; ISO 8601, UTC"),
  reason: z.string().min(1).describe("why, in plain words"),
  score: fields.score.describe("the correct score"),
  score_smoothed: fields.score.describe("the correct smoothed score"),
  phase: fields.phase.describe("label of the phase of that score, always in English"),
  phase_key: fields.phaseKey.describe("the phase as a constant for programs"),
  btc_price_usd: fields.price.describe("the correct Bitcoin price in USD, at most two decimals"),
});

const RevisionsReply = z.strictObject({
  ok: fields.ok,
  revisions: z.array(Revised).describe("all corrections, oldest first; empty if there are none"),
});

const DOC: Doc = {
  id: "revisions",
  tag: "data",
  summary: "Every correction of a published row",
  description: "A published row never changes. If one was wrong, this list has the correct values and the reason.",
  reply: RevisionsReply,
};

export function revisionsRoute(app: FastifyInstance, edge: Edge): void {
  cachedRoute(app, edge, "/api/public/nhci/revisions", DOC, () =>
    recipeOf(edge.published.history.get()?.revisions, EXTRAS_CACHE, (all) =>
      json(RevisionsReply, { ok: true, revisions: all.map(presentRevision) }),
    ),
  );
}

export function presentRevision({ kind: _, phase_key, ...others }: RevisionEntry): z.infer<typeof Revised> {
  const phase = phase_key as PhaseKey; // a plain string in the ledger's schema
  return { ...others, phase: fields.phaseLabel(phase), phase_key: phase };
}
