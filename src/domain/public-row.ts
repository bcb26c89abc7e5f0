import type { HistoryRow } from "./history.js";
import { formatDay } from "./instant.js";
import type { PhaseKey } from "./phase.js";
import { scoreNumber, twoDecimals } from "./public-numbers.js";

/** A history row as everybody reads it: rounded, without what lies behind it. Field names are those of the answers. */
export interface PublicRow {
  /** `2026-11-21` */
  readonly date: string;
  /** One decimal. */
  readonly score: number;
  /** One decimal. */
  readonly score_smoothed: number;
  readonly phase_key: PhaseKey;
  /** Two decimals. */
  readonly btc_price_usd: number;
}

/** @throws RangeError when a number is not finite */
export function publicRow({ day, score, smoothed, phase, btcPriceUsd }: HistoryRow): PublicRow {
  return {
    date: formatDay(day),
    score: scoreNumber(score),
    score_smoothed: scoreNumber(smoothed),
    phase_key: phase,
    btc_price_usd: twoDecimals(btcPriceUsd),
  };
}
