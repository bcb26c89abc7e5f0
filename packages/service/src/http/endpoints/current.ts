/** `/api/public/nhci`, the score now: its fields, its example, and how a score is presented in it. */
import { formatInstant, isStale, scoreNumber, twoDecimals, wholeNumber } from "peak-cycle-model";
import * as z from "zod";
import { fearGreedClass } from "../../domain/snapshot.js";
import { type Published, type ScoreAndMarket, scoreAndMarket } from "../../published/published.js";
import { CURRENT_SECONDS, currentCache } from "../cache-control.js";
import { meteredEndpoint } from "../endpoint.js";
import type { HttpDeps } from "../http-deps.js";
import { NO_SCORE } from "../problems.js";
import {
  okField,
  percentField,
  phaseField,
  phaseKeyField,
  phaseLabel,
  priceField,
  scoreField,
  signalField,
  staleField,
} from "../reply-fields.js";
import { type ContentAt, preparedResponder } from "../responders.js";
import { representationOf } from "../response-variants.js";

/** These fields, no others, all present. Their descriptions go to openapi.json and the pages. */
export const CurrentReply = z.strictObject({
  ok: okField,
  btc: z
    .strictObject({
      score: scoreField("where Bitcoin stands in its cycle: 0 to 100, at most one decimal"),
      phase: phaseField("label of the phase, always in English"),
      phase_key: phaseKeyField("the same for programs; follows from btc.score alone"),
      signal: signalField("follows from the phase and the two flags"),
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
      stale: staleField,
    })
    .meta({ id: "BtcScore" }),
  crypto: z
    .strictObject({
      score: scoreField("the same for crypto as a whole: 0 to 100, at most one decimal"),
      phase: phaseField("label of its phase, always in English"),
    })
    .meta({ id: "CryptoScore" }),
  market: z
    .strictObject({
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
    })
    .meta({ id: "MarketFigures" }),
});

export type CurrentReply = z.infer<typeof CurrentReply>;

/** A made-up current score. */
export const CURRENT_EXAMPLE: CurrentReply = {
  ok: true,
  btc: {
    score: 61.2,
    phase: "Hot Zone",
    phase_key: "HOT",
    signal: "CAUTION",
    context: { descent_guard: null, top_risk: null },
    updated_at: "2026-11-21T07:05:00.250Z",
    stale: false,
  },
  crypto: { score: 57.9, phase: "Bull Active" },
  market: {
    btc_price_usd: 84391.27,
    btc_dominance_pct: 57.43,
    fear_greed: { value: 71, classification: "Greed" },
  },
};

export const current = meteredEndpoint({
  path: "/api/public/nhci",
  id: "current",
  summary: "The score now, and market figures",
  maxAgeSeconds: CURRENT_SECONDS,
  reply: CurrentReply,
  example: CURRENT_EXAMPLE,
  responder: currentResponder,
});

export function currentResponder(deps: Pick<HttpDeps, "clock" | "published" | "pro">) {
  const content = () => currentContent(deps.published);
  return preparedResponder(deps, { values: [deps.published.now], content, notReady: NO_SCORE });
}

/**
 * The bytes for the score now: once fresh, and once as they will be when it is stale.
 *
 * @throws Error when they break the public contract
 */
function currentContent(published: Published): ContentAt | undefined {
  const now = scoreAndMarket(published);
  if (now === undefined) return undefined;
  const bytes = (stale: boolean) => representationOf(JSON.stringify(CurrentReply.parse(presentCurrent(now, stale))));
  const fresh = bytes(false);
  const stale = bytes(true);
  const { computedAt } = now.score;
  return (at) => ({
    representation: isStale(computedAt, at) ? stale : fresh,
    cacheControl: currentCache(computedAt, at),
  });
}

/**
 * The current score as the public reads it, its fields in the order of docs/api.md#current-score.
 *
 * @throws RangeError when a number is not finite
 */
export function presentCurrent({ score, market }: ScoreAndMarket, stale: boolean): CurrentReply {
  const fearGreed = wholeNumber(market.fearGreed.value);
  return {
    ok: true,
    btc: {
      score: scoreNumber(score.btc.score),
      phase: phaseLabel(score.btc.phase),
      phase_key: score.btc.phase,
      signal: score.btc.signal,
      context: { descent_guard: score.context.descentGuard, top_risk: score.context.topRisk },
      updated_at: formatInstant(score.computedAt),
      stale,
    },
    crypto: { score: scoreNumber(score.crypto.score), phase: phaseLabel(score.crypto.phase) },
    market: {
      btc_price_usd: twoDecimals(market.btcPrice.value),
      btc_dominance_pct: twoDecimals(market.btcDominance.value),
      fear_greed: { value: fearGreed, classification: fearGreedClass(fearGreed) },
    },
  };
}
