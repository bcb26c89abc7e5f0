/** `/api/public/nhci/history`, the last 30 daily rows: their schema, and the conversion of rows to it. */
import type { FastifyInstance } from "fastify";
import { DAY_MS } from "peak-cycle-model";
import * as z from "zod";
import { type HistoryRow, PUBLIC_DAYS, publicRow } from "../../domain/history.js";
import type { Published } from "../../published/published.js";
import { type Answer, answerNow, json, send } from "../answers.js";
import { historyCache } from "../cache-control.js";
import type { Edge } from "../edge.js";
import { NO_HISTORY, sendProblem } from "../problems.js";
import * as fields from "../reply-fields.js";

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
  return rows.every(({ date }, i) => i === 0 || Date.parse(date) - Date.parse(rows[i - 1]?.date ?? "") === DAY_MS);
}

const DOC = {
  id: "history",
  tag: "score",
  summary: `The last ${PUBLIC_DAYS} daily rows`,
  reply: HistoryReply,
} as const;

/** Made ahead, whenever rows are published. */
export function history(app: FastifyInstance, { published, clock, limiter }: Edge): void {
  let made: { readonly answer: Answer; readonly newest: HistoryRow } | undefined;
  const prepare = (): void => {
    const shown = publicRows(published);
    made = shown && { answer: answerNow(json(HistoryReply, presentHistory(shown.rows))), newest: shown.newest };
  };
  prepare();
  published.history.subscribe(prepare); // a value that breaks the contract throws here and is rejected by `put`
  app.get("/api/public/nhci/history", { ...limiter.metered, config: { doc: DOC } }, (request, reply) => {
    if (made === undefined) return sendProblem(reply, NO_HISTORY);
    return send(request, reply, made.answer, historyCache(made.newest.day, clock.now()));
  });
}

/** The rows that are shown, oldest first; `undefined` until there are 30. */
export function publicRows({ history }: Published) {
  const rows = history.get()?.rows.slice(-PUBLIC_DAYS) ?? [];
  const newest = rows.at(-1);
  return newest === undefined || rows.length < PUBLIC_DAYS ? undefined : { rows, newest };
}

/**
 * Converts daily rows to their public form, with the fields in the order of docs/api.md#history.
 *
 * @param rows consecutive days, oldest first
 * @throws RangeError if a number is not finite
 */
export function presentHistory(rows: readonly HistoryRow[]): HistoryReply {
  return { ok: true, asset: "BTC", days: PUBLIC_DAYS, data: rows.map(presentRow) };
}

/** @throws RangeError when a number is not finite */
export function presentRow(row: HistoryRow): HistoryReply["data"][number] {
  const { date, score, score_smoothed, ...rest } = publicRow(row);
  return { date, score, score_smoothed, phase: fields.phaseLabel(row.phase), ...rest };
}
