/** The public form of the daily rows: the schema of `/api/public/nhci/history`, and the conversion of rows to it. */

import { addDays, utcDay } from "peak-cycle-model";
import * as z from "zod";
import { type HistoryRow, PUBLIC_DAYS, publicRow } from "../domain/history.js";
import * as fields from "./public-fields.js";
import { publicForm } from "./public-form.js";

/** A row, as in both histories. */
export const Row = z
  .strictObject({
    date: fields.day.describe("UTC day, YYYY-MM-DD; the row is computed at 06:00 UTC of that day"),
    score: fields.score.describe("score of the day: 0 to 100, at most one decimal"),
    score_smoothed: fields.score.describe("10-day exponential average of the daily scores, at most one decimal"),
    phase: fields.phase.describe("label of the phase of score, always in English"),
    phase_key: fields.phaseKey.describe("the phase as a constant for programs"),
    btc_price_usd: fields.price.describe("Bitcoin price in USD when the row was computed, at most two decimals"),
  })
  .meta({ id: "HistoryRow" });

export type Row = z.infer<typeof Row>;

/** Exactly 30 consecutive days, oldest first. The descriptions go into openapi.json and the pages. */
export const HistoryReply = z.strictObject({
  ok: fields.ok,
  asset: z.literal("BTC").describe("the asset of all rows"),
  days: z.literal(PUBLIC_DAYS).describe("number of rows"),
  data: z
    .array(Row)
    .length(PUBLIC_DAYS)
    .refine(areConsecutive, "days must follow each other")
    .describe("consecutive UTC days, oldest first"),
});

export type HistoryReply = z.infer<typeof HistoryReply>;

function areConsecutive(rows: readonly { date: string }[]): boolean {
  const days = rows.map(({ date }) => utcDay(date));
  return days.every((day, i) => day === addDays(days[0] ?? day, i));
}

/**
 * The newest 30 rows.
 *
 * @param rows oldest first
 * @returns `undefined` if there are fewer, or if their days do not follow each other
 * @throws NotPublishableError if a row breaks the contract
 */
export function historyForm(rows: readonly HistoryRow[]): HistoryReply | undefined {
  const data = rows.slice(-PUBLIC_DAYS).map(rowForm);
  if (data.length < PUBLIC_DAYS || !areConsecutive(data)) return undefined;
  return { ok: true, asset: "BTC", days: PUBLIC_DAYS, data };
}

/** The public form of a row. @throws NotPublishableError if it breaks the contract */
export function rowForm(row: HistoryRow): Row {
  return publicForm("a row of the history", Row, () => {
    const { date, score, score_smoothed, ...rest } = publicRow(row);
    return { date, score, score_smoothed, phase: fields.phaseLabel(row.phase), ...rest };
  });
}
