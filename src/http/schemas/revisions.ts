import * as z from "zod";
import { okField, phaseField, phaseKeyField, priceField, scoreField } from "./fields.js";

/** The body of the corrections. Descriptions go to openapi.json and the pages. */
export const RevisionsReply = z.strictObject({
  ok: okField,
  revisions: z
    .array(
      z.strictObject({
        number: z.int().min(1).describe("1 for the first correction, then one more each"),
        date: z.iso.date().describe("UTC day of the corrected row"),
        revised_at: z.iso.datetime().describe("when it was corrected; ISO 8601, UTC"),
        reason: z.string().min(1).describe("why, in plain words"),
        score: scoreField("what the row should have said"),
        score_smoothed: scoreField("the same for the smoothed score"),
        phase: phaseField("label of the phase of that score, always in English"),
        phase_key: phaseKeyField("the same for programs"),
        btc_price_usd: priceField("the same for the price, at most two decimals"),
      }),
    )
    .describe("oldest first; empty when nothing was ever corrected"),
});

export type RevisionsReply = z.infer<typeof RevisionsReply>;
