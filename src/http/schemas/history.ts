import * as z from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { DAY_MS } from "../../domain/instant.js";
import { okField, phaseField, phaseKeyField, priceField, scoreField } from "./fields.js";

const Row = z.strictObject({
  date: z.iso.date().describe("the UTC day, YYYY-MM-DD; computed at 06:00 UTC of that day"),
  score: scoreField("score of the day: 0 to 100, at most one decimal"),
  score_smoothed: scoreField("exponential average of the daily scores over 10 days, at most one decimal"),
  phase: phaseField("label of the phase of score, always in English"),
  phase_key: phaseKeyField("the same for programs"),
  btc_price_usd: priceField("Bitcoin price in USD at the moment of computing, at most two decimals"),
});

/** The body of the history: exactly 30 consecutive days, oldest first. Descriptions go to openapi.json and the pages. */
export const HistoryReply = z.strictObject({
  ok: okField,
  asset: z.literal("BTC").describe("the asset of all rows"),
  days: z.literal(PUBLIC_DAYS).describe("number of rows"),
  data: z
    .array(Row)
    .length(PUBLIC_DAYS)
    .refine(areConsecutive, "days must follow each other")
    .describe("consecutive UTC days, oldest first"),
});

export type HistoryReply = Omit<z.infer<typeof HistoryReply>, "days"> & { days: number };

function areConsecutive(rows: readonly { date: string }[]): boolean {
  return rows.every(({ date }, i) => i === 0 || Date.parse(date) - Date.parse(rows[i - 1]?.date ?? "") === DAY_MS);
}
