/** `/api/public/nhci/history`, the last 30 daily rows: their fields, an example, and how stored rows are presented. */
import { addDays, DAY_MS, formatDay, phaseOf, published, utcDay } from "peak-cycle-model";
import * as z from "zod";
import { type HistoryRow, PUBLIC_DAYS, publicRow } from "../../domain/history.js";
import type { Published } from "../../published/published.js";
import { HISTORY_SECONDS, historyCache } from "../cache-control.js";
import { meteredEndpoint } from "../endpoint.js";
import type { HttpDeps } from "../http-deps.js";
import { NO_HISTORY } from "../problems.js";
import { okField, phaseField, phaseKeyField, phaseLabel, priceField, scoreField } from "../reply-fields.js";
import { type ContentAt, preparedResponder } from "../responders.js";
import { representationOf } from "../response-variants.js";

/** A row as both histories have it. */
export const Row = z
  .strictObject({
    date: z.iso.date().describe("the UTC day, YYYY-MM-DD; computed at 06:00 UTC of that day"),
    score: scoreField("score of the day: 0 to 100, at most one decimal"),
    score_smoothed: scoreField("exponential average of the daily scores over 10 days, at most one decimal"),
    phase: phaseField("label of the phase of score, always in English"),
    phase_key: phaseKeyField("the same for programs"),
    btc_price_usd: priceField("Bitcoin price in USD at the moment of computing, at most two decimals"),
  })
  .meta({ id: "HistoryRow" });

/** Exactly 30 consecutive days, oldest first. The descriptions of the fields go to openapi.json and the pages. */
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

/** A made-up history. */
export const HISTORY_EXAMPLE: HistoryReply = {
  ok: true,
  asset: "BTC",
  days: PUBLIC_DAYS,
  data: Array.from({ length: PUBLIC_DAYS }, (_, i) => {
    const score = published(55 + 6 * Math.sin(i / 5));
    const { label, key } = phaseOf(score);
    return {
      date: formatDay(addDays(utcDay("2026-10-23"), i)),
      score,
      score_smoothed: published(55 + 5 * Math.sin((i - 3) / 5)),
      phase: label,
      phase_key: key,
      btc_price_usd: 81_000.5 + 110 * i,
    };
  }),
};

export const history = meteredEndpoint({
  path: "/api/public/nhci/history",
  id: "history",
  summary: `The last ${PUBLIC_DAYS} daily rows`,
  maxAgeSeconds: HISTORY_SECONDS,
  reply: HistoryReply,
  example: HISTORY_EXAMPLE,
  responder: historyResponder,
});

export function historyResponder(deps: Pick<HttpDeps, "clock" | "published" | "pro">) {
  const content = () => historyContent(deps.published);
  return preparedResponder(deps, { values: [deps.published.history], content, notReady: NO_HISTORY });
}

/**
 * The bytes for the daily rows.
 *
 * @returns `undefined` unless there are 30
 * @throws Error when they break the public contract
 */
function historyContent({ history }: Published): ContentAt | undefined {
  const rows = history.get()?.rows.slice(-PUBLIC_DAYS) ?? [];
  const newest = rows.at(-1);
  if (rows.length !== PUBLIC_DAYS || newest === undefined) return undefined;
  const representation = representationOf(JSON.stringify(HistoryReply.parse(presentHistory(rows))));
  return (now) => ({ representation, cacheControl: historyCache(newest.day, now) });
}

/**
 * The daily rows as the public reads them, their fields in the order of docs/api.md#history.
 *
 * @param rows consecutive days, oldest first
 * @throws RangeError when a number is not finite
 */
export function presentHistory(rows: readonly HistoryRow[]): HistoryReply {
  return { ok: true, asset: "BTC", days: rows.length, data: rows.map(presentRow) };
}

/** @throws RangeError when a number is not finite */
export function presentRow(row: HistoryRow): HistoryReply["data"][number] {
  const { date, score, score_smoothed, ...rest } = publicRow(row);
  return { date, score, score_smoothed, phase: phaseLabel(row.phase), ...rest };
}
