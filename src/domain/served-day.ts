import type { RowOrigin } from "./history.js";
import type { Instant, UtcDay } from "./instant.js";

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
