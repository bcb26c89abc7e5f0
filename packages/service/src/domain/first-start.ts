import type { Instant, UtcDay } from "peak-cycle-model";

/** How far an installation is from its first score. */
export interface FirstStart {
  /** Of all days that have to be fetched and scored, 0..1. */
  readonly share: number;
  /** Estimated from the pace so far; `undefined` until there is one. */
  readonly secondsLeft: number | undefined;
  /** Since when nothing more has come; `undefined` while it goes on. */
  readonly stalledSince?: Instant | undefined;
  /** As far as they are fetched. */
  readonly prices: WeeklyPrices;
}

/** Closes of Bitcoin a week apart, oldest first, USD. */
export type WeeklyPrices = readonly (readonly [day: UtcDay, priceUsd: number])[];
