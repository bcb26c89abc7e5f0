/** `/api/public/nhci`, the current score: its schema, and the conversion of a score to it. */
import type { FastifyInstance } from "fastify";
import { formatInstant, type Instant, isStale, scoreNumber, twoDecimals, wholeNumber } from "peak-cycle-model";
import * as z from "zod";
import { fearGreedClass } from "../../domain/snapshot.js";
import { type ScoreAndMarket, scoreAndMarket } from "../../published/published.js";
import { type Answer, answerNow, json, send } from "../answers.js";
import { currentCache } from "../cache-control.js";
import type { Edge } from "../edge.js";
import { NO_SCORE, sendProblem } from "../problems.js";
import * as fields from "../reply-fields.js";

/** Exactly these fields, all present. Their descriptions go into openapi.json and the pages. */
export const CurrentReply = z.strictObject({
  ok: fields.ok,
  btc: z
    .strictObject({
      score: fields.score.describe("where Bitcoin stands in its cycle: 0 to 100, at most one decimal"),
      phase: fields.phase.describe("label of the phase, always in English"),
      phase_key: fields.phaseKey.describe("the phase as a constant for programs; depends only on btc.score"),
      signal: fields.signal.describe("follows from the phase and the two flags"),
      context: z.strictObject({
        descent_guard: z
          .literal("BEAR_DESCENT")
          .nullable()
          .describe("BEAR_DESCENT during a bear-market descent, else null"),
        top_risk: z
          .literal("TOP_DISTRIBUTION")
          .nullable()
          .describe("TOP_DISTRIBUTION for 30 days after a cycle-top pattern, else null"),
      }),
      updated_at: fields.moment.describe("when the score was computed; ISO 8601, UTC"),
      stale: fields.stale,
    })
    .meta({ id: "BtcScore" }),
  crypto: z
    .strictObject({
      score: fields.score.describe("where crypto as a whole stands: 0 to 100, at most one decimal"),
      phase: fields.phase.describe("label of its phase, always in English"),
    })
    .meta({ id: "CryptoScore" }),
  market: z
    .strictObject({
      btc_price_usd: fields.price.describe("Bitcoin price in USD, at most two decimals"),
      btc_dominance_pct: fields.percent.describe(
        "Bitcoin's share of the market value of all coins, in percent, at most two decimals",
      ),
      fear_greed: z.strictObject({
        value: z.int().min(0).max(100).describe("Fear & Greed of the day: 0 to 100"),
        classification: z
          .enum(["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"])
          .describe("the label for that value, always in English"),
      }),
    })
    .meta({ id: "MarketFigures" }),
});

export type CurrentReply = z.infer<typeof CurrentReply>;

const DOC = {
  id: "current",
  tag: "score",
  summary: "The current score and market figures",
  reply: CurrentReply,
} as const;

/** Made ahead, both fresh and stale; a request picks the right one by the clock. */
export function current(app: FastifyInstance, { published, clock, limiter }: Edge): void {
  let made: { readonly computedAt: Instant; readonly fresh: Answer; readonly stale: Answer } | undefined;
  const prepare = (): void => {
    const shown = scoreAndMarket(published);
    const answer = (now: ScoreAndMarket, stale: boolean) => answerNow(json(CurrentReply, presentCurrent(now, stale)));
    made = shown && { computedAt: shown.score.computedAt, fresh: answer(shown, false), stale: answer(shown, true) };
  };
  prepare();
  published.now.subscribe(prepare); // a value that breaks the contract throws here and is rejected by `put`
  app.get("/api/public/nhci", { ...limiter.metered, config: { doc: DOC } }, (request, reply) => {
    if (made === undefined) return sendProblem(reply, NO_SCORE);
    const now = clock.now();
    const { computedAt, fresh, stale } = made;
    return send(request, reply, isStale(computedAt, now) ? stale : fresh, currentCache(computedAt, now));
  });
}

/**
 * Converts the current score to its public form, with the fields in the order of docs/api.md#current-score.
 *
 * @throws RangeError if a number is not finite
 */
export function presentCurrent({ score, market }: ScoreAndMarket, stale: boolean): CurrentReply {
  const fearGreed = wholeNumber(market.fearGreed.value);
  return {
    ok: true,
    btc: {
      score: scoreNumber(score.btc.score),
      phase: fields.phaseLabel(score.btc.phase),
      phase_key: score.btc.phase,
      signal: score.btc.signal,
      context: { descent_guard: score.context.descentGuard, top_risk: score.context.topRisk },
      updated_at: formatInstant(score.computedAt),
      stale,
    },
    crypto: { score: scoreNumber(score.crypto.score), phase: fields.phaseLabel(score.crypto.phase) },
    market: {
      btc_price_usd: twoDecimals(market.btcPrice.value),
      btc_dominance_pct: twoDecimals(market.btcDominance.value),
      fear_greed: { value: fearGreed, classification: fearGreedClass(fearGreed) },
    },
  };
}
