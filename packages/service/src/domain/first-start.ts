import type { Instant, UtcDay } from "peak-cycle-model";

/** How far an installation is from its first score. */
export interface FirstStart {
  /** All parts, in the order in which they are done. */
  readonly parts: readonly PartProgress[];
  /** Of all days of all parts, 0..1. */
  readonly share: number;
  /** Estimated from the pace so far; `undefined` until there is one. */
  readonly secondsLeft: number | undefined;
  /** Since when nothing more has come; `undefined` while it goes on. */
  readonly stalledSince?: Instant | undefined;
  /** As far as they are fetched. */
  readonly prices: WeeklyPrices;
}

/** How far one part of the first fetch of the past has come, in days. */
export interface PartProgress {
  /** A metric of `STEPS` in `backfill-steps.ts`, or `history`: the scores of all past days. */
  readonly part: string;
  readonly done: number;
  readonly total: number;
}

/** Closes of Bitcoin a week apart, oldest first, USD. */
export type WeeklyPrices = readonly (readonly [day: UtcDay, priceUsd: number])[];
