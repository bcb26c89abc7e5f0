import { addDays, formatDay, utcDay } from "../../domain/instant.js";
import { phaseOf, published } from "../../domain/score.js";
import type { CurrentReply } from "./current.js";
import type { HistoryReply } from "./history.js";

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

/** A made-up history. */
export const HISTORY_EXAMPLE: HistoryReply = {
  ok: true,
  asset: "BTC",
  days: 30,
  data: Array.from({ length: 30 }, (_, i) => {
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

/** A made-up refusal. */
export const QUOTA_EXAMPLE = {
  ok: false,
  type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
  title: "Request cannot be satisfied as assigned quota has been exceeded",
  status: 429,
  detail: "The limit of 20 requests a minute is reached. Ask again in 37 s.",
  "violated-policies": ["public"],
  retry_after_seconds: 37,
};
