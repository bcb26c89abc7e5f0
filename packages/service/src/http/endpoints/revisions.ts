/** `/api/public/nhci/revisions`: every correction of a published row, with its reason. */
import { formatDay, formatInstant, scoreNumber, twoDecimals } from "peak-cycle-model";
import * as z from "zod";
import type { Revision } from "../../domain/history.js";
import { EXTRAS_CACHE } from "../cache-control.js";
import { endpoint } from "../endpoint.js";
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

const REVISIONS_EXAMPLE: RevisionsReply = {
  ok: true,
  revisions: [
    {
      number: 1,
      date: "2026-11-20",
      revised_at: "2026-11-21T12:00:00.000Z",
      reason: "One source gave the price of another day.",
      score: 60.9,
      score_smoothed: 59.8,
      phase: "Hot Zone",
      phase_key: "HOT",
      btc_price_usd: 83_950,
    },
  ],
};

export const revisions = endpoint({
  path: "/api/public/nhci/revisions",
  id: "revisions",
  summary: "Every correction of a published row",
  reply: RevisionsReply,
  example: REVISIONS_EXAMPLE,
  source: ({ published }) => published.history.get()?.revisions,
  content: presentRevisions,
  cache: EXTRAS_CACHE,
});

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
