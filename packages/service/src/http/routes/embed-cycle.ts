/**
 * `/embed/nhci-cycle.json`: the whole past for the chart's range "Cycle", one day a week, with whole scores and prices
 * of three digits. That is enough for a drawing but not a usable history, so it is not part of the API.
 */
import type { FastifyInstance } from "fastify";
import type { WeeklyPast } from "peak-cycle-drawing";
import { utcDay } from "peak-cycle-model";
import * as z from "zod";
import * as fields from "../../published/public-fields.js";
import { STATIC_CACHE } from "../cache-control.js";
import { cachedRoute, type Doc, type Edge } from "../edge.js";
import { json } from "../responses.js";
import { weeklyPast } from "../weekly-past.js";

const wholeScore = z.int().min(0).max(100);

const EmbedCycleReply = z.strictObject({
  ok: fields.ok,
  first_date: fields.day.describe("UTC day of the first week; the others follow every 7 days"),
  scores: z.array(wholeScore.nullable()).describe("one for each week; null if the week has none"),
  prices_usd: z.array(fields.price.nullable()).describe("one for each week"),
  turns: fields.list("the main highs and lows, oldest first", {
    kind: z.enum(["high", "low"]),
    date: fields.day,
    score: wholeScore,
    price_usd: fields.price,
  }),
});

const DOC: Doc = {
  id: "embedCycle",
  tag: "embeds",
  summary: "The whole past by week, for the chart",
  reply: EmbedCycleReply,
  isOurs: true,
};

export function embedCycleRoute(app: FastifyInstance, edge: Edge): void {
  cachedRoute(app, edge, "/embed/nhci-cycle.json", DOC, () => {
    const record = edge.published.record.get();
    const past = record && weeklyPast(record);
    if (past === undefined) return undefined;
    return { cache: STATIC_CACHE, dependsOn: [record], make: () => json(EmbedCycleReply, replyOf(past)) };
  });
}

function replyOf({ weeks, turns }: WeeklyPast): z.input<typeof EmbedCycleReply> {
  const first = weeks[0]?.date ?? "";
  const byWeek = new Map(weeks.map((week) => [(utcDay(week.date) - utcDay(first)) / 7, week]));
  const all = Array.from({ length: Math.max(...byWeek.keys()) + 1 }, (_, i) => byWeek.get(i));
  return {
    ok: true,
    first_date: first,
    scores: all.map((week) => week?.score ?? null),
    prices_usd: all.map((week) => week?.priceUsd ?? null),
    turns: turns.map(({ kind, date, score, priceUsd }) => ({ kind, date, score, price_usd: priceUsd })),
  };
}
