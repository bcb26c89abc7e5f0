import { z } from "zod";
import { percentField, phaseField, phaseKeyField, priceField, scoreField } from "./fields.js";

/** The body of the current score: these fields, no others, all present. */
export const CurrentReply = z.strictObject({
  ok: z.literal(true),
  btc: z.strictObject({
    score: scoreField,
    phase: phaseField,
    phase_key: phaseKeyField,
    signal: z.enum(["ACCUMULATE", "HOLD", "CAUTION", "REDUCE"]),
    context: z.strictObject({
      descent_guard: z.literal("BEAR_DESCENT").nullable(),
      top_risk: z.literal("TOP_DISTRIBUTION").nullable(),
    }),
    updated_at: z.iso.datetime(),
    stale: z.boolean(),
  }),
  crypto: z.strictObject({ score: scoreField, phase: phaseField }),
  market: z.strictObject({
    btc_price_usd: priceField,
    btc_dominance_pct: percentField,
    fear_greed: z.strictObject({
      value: z.int().min(0).max(100),
      classification: z.enum(["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"]),
    }),
  }),
});

export type CurrentReply = z.infer<typeof CurrentReply>;
