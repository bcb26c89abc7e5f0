/** History rows, and their public form. */

import {
  dayOf,
  formatDay,
  HOUR_MS,
  type Instant,
  type PhaseKey,
  plus,
  type Signal,
  scoreNumber,
  startOf,
  twoDecimals,
  type UtcDay,
} from "peak-cycle-model";

/**
 * The frozen row of a day: what the model computed at 06:00 UTC of that day from the data known then, and everything
 * shown with it.
 */
export interface HistoryRow {
  readonly day: UtcDay;
  readonly computedAt: Instant;
  readonly modelVersion: string;
  /** 0..100, unrounded. */
  readonly raw: number;
  /** 0..100, one decimal. */
  readonly score: number;
  /** 0..100; unrounded when it is computed, one decimal when it is read from the ledger to be published. */
  readonly smoothed: number;
  readonly phase: PhaseKey;
  readonly signal: Signal;
  /** The settled phase after this row, as announced then. */
  readonly settled: PhaseKey;
  /** The crypto score, as shown at that time; `undefined` if there was none. */
  readonly crypto: CryptoScore | undefined;
  /** 0..1 */
  readonly coverage: number;
  /** The Fear & Greed input of the row's day. */
  readonly fearGreed: number | undefined;
  /** USD at 06:00 UTC, or at the latest known time before that; see `priceSource`. Rounded as `smoothed` is. */
  readonly btcPriceUsd: number;
  /** The source's name. */
  readonly priceSource: string;
  /** What replaced the price at 06:00, if no source had one. */
  readonly standIn?: StandIn | undefined;
  /**
   * `live`: computed when the day was closed at 06:00. `late`: after downtime, as of its own 06:00. `backfill`: before
   * the service existed.
   */
  readonly origin: RowOrigin;
}

export type RowOrigin = "live" | "late" | "backfill";

/** `opening`: the price at 00:00 UTC of the day. `held`: the last known close, in a gap of closes. */
export const STAND_INS = ["opening", "held"] as const;

export type StandIn = (typeof STAND_INS)[number];

/** The number of rows in the public tier. */
export const PUBLIC_DAYS = 30;

/** Days are closed, and rows computed, at 06:00 UTC. */
export const CLOSE_MS = 6 * HOUR_MS;

/** The time of a day's row: 06:00 UTC of the day. */
export function rowInstant(day: UtcDay): Instant {
  return plus(startOf(day), CLOSE_MS);
}

/** The newest day whose 06:00 UTC has passed. */
export function newestRowDay(at: Instant): UtcDay {
  return dayOf(plus(at, -CLOSE_MS));
}

/** A history row in public form: rounded, without internal figures. The field names are the API's. */
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

/** The crypto score. */
export interface CryptoScore {
  /** 0..100, one decimal. */
  readonly score: number;
  readonly phase: PhaseKey;
}

/** The crypto score at 06:00 UTC of a day. */
export interface CryptoDay extends CryptoScore {
  readonly day: UtcDay;
}
