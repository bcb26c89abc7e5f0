import * as z from "zod";
import { okField, percentField, phaseField, phaseKeyField, priceField, scoreField } from "./fields.js";

/** The body of the current score: these fields, no others, all present. Descriptions go to openapi.json and the pages. */
export const CurrentReply = z.strictObject({
  ok: okField,
  btc: z.strictObject({
    score: scoreField("where Bitcoin stands in its cycle: 0 to 100, at most one decimal"),
    phase: phaseField("label of the phase, always in English"),
    phase_key: phaseKeyField("the same for programs; follows from btc.score alone"),
    signal: z.enum(["ACCUMULATE", "HOLD", "CAUTION", "REDUCE"]).describe("follows from the phase and the two flags"),
    context: z.strictObject({
      descent_guard: z
        .literal("BEAR_DESCENT")
        .nullable()
        .describe("BEAR_DESCENT while a bear-market descent is under way, else null"),
      top_risk: z
        .literal("TOP_DISTRIBUTION")
        .nullable()
        .describe("TOP_DISTRIBUTION for 30 days after a cycle-top pattern, else null"),
    }),
    updated_at: z.iso.datetime().describe("when the score was computed; ISO 8601, UTC"),
    stale: z.boolean().describe("true when the score was older than 2 hours at the moment of answering"),
  }),
  crypto: z.strictObject({
    score: scoreField("the same for crypto as a whole: 0 to 100, at most one decimal"),
    phase: phaseField("label of its phase, always in English"),
  }),
  market: z.strictObject({
    btc_price_usd: priceField("Bitcoin price in USD, at most two decimals"),
    btc_dominance_pct: percentField(
      "Bitcoin's share of the market value of all coins, in percent, at most two decimals",
    ),
    fear_greed: z.strictObject({
      value: z.int().min(0).max(100).describe("Fear & Greed of the day: 0 to 100"),
      classification: z
        .enum(["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"])
        .describe("the word for that value, always in English"),
    }),
  }),
});

export type CurrentReply = z.infer<typeof CurrentReply>;
