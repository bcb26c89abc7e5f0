import type { Instant, UtcDay } from "./instant.js";
import type { PhaseKey } from "./phase.js";

/** A correction of a published history row. The row itself stays as it is. */
export interface Revision {
  /** 1 for the first, then one more each. */
  readonly number: number;
  readonly day: UtcDay;
  readonly revisedAt: Instant;
  /** One or more plain sentences for the public. */
  readonly reason: string;
  /** What the row should have said. */
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
