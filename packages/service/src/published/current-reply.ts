/** The public form of the current score: the schema of `/api/public/nhci`, and the conversion of a score to it. */

import { formatInstant, type Instant, scoreNumber, signalOf, twoDecimals, wholeNumber } from "peak-cycle-model";
import * as z from "zod";
import type { HourlyScore } from "../domain/hourly-score.js";
import { fearGreedClass, type Market } from "../domain/live-figures.js";
import * as fields from "./public-fields.js";
import { publicForm } from "./public-form.js";

const BtcScore = z
  .strictObject({
    score: fields.score.describe("where Bitcoin is in its cycle: 0 to 100, at most one decimal"),
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
  .meta({ id: "BtcScore" });

const CryptoScore = z
  .strictObject({
    score: fields.score.describe("where crypto as a whole is in its cycle: 0 to 100, at most one decimal"),
    phase: fields.phase.describe("label of its phase, always in English"),
    phase_key: fields.phaseKey.describe("the phase as a constant for programs; depends only on crypto.score"),
    signal: fields.signal.describe("the signal for this phase; the two flags are about Bitcoin and do not change it"),
  })
  .meta({ id: "CryptoScore" });

const MarketFigures = z
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
  .meta({ id: "MarketFigures" });

/** Exactly these fields, all present. Their descriptions go into openapi.json and the pages. */
export const CurrentReply = z.strictObject({
  ok: fields.ok,
  btc: BtcScore,
  crypto: CryptoScore,
  market: MarketFigures,
});

export type CurrentReply = z.infer<typeof CurrentReply>;

/** The response for one score, fresh and stale; the clock decides which one is sent. */
export interface CurrentForms {
  readonly computedAt: Instant;
  readonly fresh: CurrentReply;
  readonly stale: CurrentReply;
}

/** @throws NotPublishableError if a number breaks the contract */
export function currentForms(score: HourlyScore, market: Market): CurrentForms {
  const fresh: CurrentReply = { ok: true, ...scoreForm(score), market: marketForm(market) };
  return { computedAt: score.computedAt, fresh, stale: { ...fresh, btc: { ...fresh.btc, stale: true } } };
}

/**
 * The public form of a score that has just been computed.
 *
 * @throws NotPublishableError if a number breaks the contract
 */
export function scoreForm({ btc, crypto, flags, computedAt }: HourlyScore): Pick<CurrentReply, "btc" | "crypto"> {
  return {
    btc: publicForm("the Bitcoin score", BtcScore, () => ({
      score: scoreNumber(btc.score),
      phase: fields.phaseLabel(btc.phase),
      phase_key: btc.phase,
      signal: btc.signal,
      context: { descent_guard: flags.descentGuard, top_risk: flags.topRisk },
      updated_at: formatInstant(computedAt),
      stale: false,
    })),
    crypto: publicForm("the crypto score", CryptoScore, () => ({
      score: scoreNumber(crypto.score),
      phase: fields.phaseLabel(crypto.phase),
      phase_key: crypto.phase,
      signal: signalOf(crypto.phase, NO_FLAGS),
    })),
  };
}

/** Both flags describe Bitcoin's price alone. */
const NO_FLAGS = { descentGuard: null, topRisk: null };

function marketForm({ btcPrice, btcDominance, fearGreed }: Market): CurrentReply["market"] {
  return publicForm("a market figure", MarketFigures, () => {
    const value = wholeNumber(fearGreed.value);
    return {
      btc_price_usd: twoDecimals(btcPrice.value),
      btc_dominance_pct: twoDecimals(btcDominance.value),
      fear_greed: { value, classification: fearGreedClass(value) },
    };
  });
}
