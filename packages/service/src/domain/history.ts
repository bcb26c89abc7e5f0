/** History rows, what the public reads of them, their revisions, and how reliably an installation has served. */

import {
  dayOf,
  formatDay,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  type PhaseKey,
  plus,
  scoreNumber,
  startOf,
  twoDecimals,
  type UtcDay,
} from "peak-cycle-model";

/** The frozen row of a day: the model at 06:00 UTC of that day, from what was known then. */
export interface HistoryRow {
  readonly day: UtcDay;
  readonly computedAt: Instant;
  readonly modelVersion: string;
  /** 0..100, unrounded. */
  readonly raw: number;
  /** 0..100, one decimal. */
  readonly score: number;
  /** 0..100, unrounded. */
  readonly smoothed: number;
  readonly phase: PhaseKey;
  /** USD at 06:00 UTC, or at the nearest known moment before it; see `priceSource`. */
  readonly btcPriceUsd: number;
  /** The source's name; for a backfilled row without an hourly candle, the source of the close that ended at 00:00 UTC of the day. */
  readonly priceSource: string;
  /** `live`: computed when the day was closed at 06:00. `late`: after downtime, as of its own 06:00. `backfill`: before the service existed. */
  readonly origin: RowOrigin;
}

export type RowOrigin = "live" | "late" | "backfill";

/** Rows the public tier shows. */
export const PUBLIC_DAYS = 30;

/** The UTC hour at which a day's row is computed. */
export const CLOSE_HOUR = 6;

/** The moment of a day's row: 06:00 UTC of the day. */
export function rowInstant(day: UtcDay): Instant {
  return plus(startOf(day), CLOSE_HOUR * HOUR_MS);
}

/** The newest day whose 06:00 UTC has passed. */
export function newestRowDay(at: Instant): UtcDay {
  return dayOf(plus(at, -CLOSE_HOUR * HOUR_MS));
}

/** A history row as everybody reads it: rounded, without the internal figures. Field names are those of the answers. */
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

/** The score for all of crypto at 06:00 UTC of a day, and two figures of the market on the day that had closed. */
export interface CryptoDay {
  readonly day: UtcDay;
  /** 0..100, one decimal. */
  readonly score: number;
  readonly phase: PhaseKey;
  /** Bitcoin's share of the value of all coins, in percent; `undefined` when no source has given it. */
  readonly dominance?: number | undefined;
  /** 0..100; `undefined` when its source has no figure of that day. */
  readonly fearGreed?: number | undefined;
}

/** What a published history row should have said. The row itself stays as it is. */
export interface Revision {
  /** 1 for the first, then one more each. */
  readonly number: number;
  readonly day: UtcDay;
  readonly revisedAt: Instant;
  /** One or more plain sentences for the public. */
  readonly reason: string;
  readonly corrected: {
    /** 0..100, one decimal. */
    readonly score: number;
    /** 0..100, one decimal. */
    readonly smoothed: number;
    readonly phase: PhaseKey;
    /** Two decimals. */
    readonly btcPriceUsd: number;
  };
}

/** The availability of this installation on one UTC day. */
export interface ServedDay {
  readonly day: UtcDay;
  /** Hours of the day that got their score, 0..24. */
  readonly scoredHours: number;
  /**
   * Hours of the day that were to get one, 0..24: from the hour of the installation's first score to the last one that
   * has ended, and the running one once it has its score.
   */
  readonly dueHours: number;
  /** Share of that time during which the newest score was not stale, 0..1. */
  readonly freshShare: number;
  /** The day's history row, when there is one. */
  readonly row: { readonly computedAt: Instant; readonly origin: RowOrigin } | undefined;
}

/** A row comes within seconds of 06:00 UTC; before 06:15 none is called missing. */
const GRACE_MS = 15 * MINUTE_MS;

/** What became of the history row of a day. `awaited`: its 06:00 is still to come. */
export type RowFate = "live" | "late" | "missing" | "awaited" | "backfill";

/** @param at the moment of asking */
export function rowFate({ day, row }: ServedDay, at: Instant): RowFate {
  if (row !== undefined) return row.origin;
  return at < plus(rowInstant(day), GRACE_MS) ? "awaited" : "missing";
}
