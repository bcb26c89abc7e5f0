import { z } from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { DAY_MS } from "../../domain/instant.js";
import { phaseField, phaseKeyField, priceField, scoreField } from "./fields.js";

const Row = z.strictObject({
  date: z.iso.date(),
  score: scoreField,
  score_smoothed: scoreField,
  phase: phaseField,
  phase_key: phaseKeyField,
  btc_price_usd: priceField,
});

/** The body of the history: exactly 30 consecutive days, oldest first. */
export const HistoryReply = z.strictObject({
  ok: z.literal(true),
  asset: z.literal("BTC"),
  days: z.literal(PUBLIC_DAYS),
  data: z.array(Row).length(PUBLIC_DAYS).refine(areConsecutive, "days must follow each other"),
});

export type HistoryReply = Omit<z.infer<typeof HistoryReply>, "days"> & { days: number };

function areConsecutive(rows: readonly { date: string }[]): boolean {
  return rows.every(({ date }, i) => i === 0 || Date.parse(date) - Date.parse(rows[i - 1]?.date ?? "") === DAY_MS);
}
