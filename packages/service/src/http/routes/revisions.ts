/** `/api/public/nhci/revisions`: every correction of a published row, with its reason. */
import type { FastifyInstance } from "fastify";
import { formatDay, formatInstant, scoreNumber, twoDecimals } from "peak-cycle-model";
import * as z from "zod";
import type { Revision } from "../../domain/history.js";
import { JSON_TYPE } from "../answers.js";
import { EXTRAS_CACHE, EXTRAS_SECONDS } from "../cache-control.js";
import type { Edge } from "../edge.js";
import { NOTHING_YET, sendProblem } from "../problems.js";
import { okField, phaseField, phaseKeyField, phaseLabel, priceField, scoreField } from "../reply-fields.js";

/** A correction. The descriptions of the fields go to openapi.json and the pages. */
export const Revised = z.strictObject({
  number: z.int().min(1).describe("1 for the first correction, then one more each"),
  date: z.iso.date().describe("UTC day of the corrected row"),
  revised_at: z.iso.datetime().describe("when it was corrected; ISO 8601, UTC"),
  reason: z.string().min(1).describe("why, in plain words"),
  score: scoreField("what the row should have said"),
  score_smoothed: scoreField("the same for the smoothed score"),
  phase: phaseField("label of the phase of that score, always in English"),
  phase_key: phaseKeyField("the same for programs"),
  btc_price_usd: priceField("the same for the price, at most two decimals"),
});

export const RevisionsReply = z.strictObject({
  ok: okField,
  revisions: z.array(Revised).describe("oldest first; empty when nothing was ever corrected"),
});

export type RevisionsReply = z.infer<typeof RevisionsReply>;

export function revisions(app: FastifyInstance, { published, made }: Edge): void {
  app.get("/api/public/nhci/revisions", { config: { group: "extra", doc: DOC } }, (request, reply) => {
    const all = published.history.get()?.revisions;
    if (all === undefined) return sendProblem(reply, NOTHING_YET);
    return made.respond(request, reply, EXTRAS_CACHE, {
      shows: [all],
      make: () => ({ type: JSON_TYPE, body: JSON.stringify(RevisionsReply.parse(presentRevisions(all))) }),
    });
  });
}

const DOC = {
  id: "revisions",
  tag: "data",
  summary: "Every correction of a published row",
  maxAge: EXTRAS_SECONDS,
  reply: RevisionsReply,
  failures: [503],
} as const;

/** All corrections, in the order of their numbers. */
export function presentRevisions(revisions: readonly Revision[]): RevisionsReply {
  return { ok: true, revisions: revisions.map(presentRevision) };
}

export function presentRevision({
  number,
  day,
  revisedAt,
  reason,
  corrected,
}: Revision): RevisionsReply["revisions"][number] {
  return {
    number,
    date: formatDay(day),
    revised_at: formatInstant(revisedAt),
    reason,
    score: scoreNumber(corrected.score),
    score_smoothed: scoreNumber(corrected.smoothed),
    phase: phaseLabel(corrected.phase),
    phase_key: corrected.phase,
    btc_price_usd: twoDecimals(corrected.btcPriceUsd),
  };
}
