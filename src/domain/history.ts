import type { Instant, UtcDay } from "./instant.js";
import type { PhaseKey } from "./phase.js";

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
  /** The upstream's name; for a backfilled row without an hourly candle, the source of the close that ended at 00:00 UTC of the day. */
  readonly priceSource: string;
  /** `live`: computed by the 06:00 run. `late`: after downtime, as of its own 06:00. `backfill`: before the service existed. */
  readonly origin: RowOrigin;
}

export type RowOrigin = "live" | "late" | "backfill";

/** Rows the public tier shows. */
export const PUBLIC_DAYS = 30;

/** The hour of the day, in UTC, at which a day's row is computed. */
export const CLOSE_HOUR = 6;
