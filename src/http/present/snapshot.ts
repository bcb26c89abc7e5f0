import { formatInstant } from "../../domain/instant.js";
import { scoreNumber, twoDecimals, wholeNumber } from "../../domain/score.js";
import { fearGreedClass, type Snapshot } from "../../domain/snapshot.js";
import type { CurrentReply } from "../schemas/current.js";
import { phaseLabel } from "./phase-label.js";

/**
 * The current score as the public reads it, fields in the order of the specification.
 *
 * @throws RangeError when a number is not finite
 */
export function presentSnapshot({ score, market }: Snapshot, stale: boolean): CurrentReply {
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
