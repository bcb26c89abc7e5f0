/** What the feeds announce. */
import type { Instant, PhaseKey, Signal, UtcDay } from "peak-cycle-model";

/** An announcement in the feeds: the settled phase or the settled signal changed, or a flag went up or down. */
export type Announcement = (
  | { readonly what: "phase"; readonly from: PhaseKey; readonly to: PhaseKey }
  | { readonly what: "signal"; readonly from: Signal; readonly to: Signal }
  | { readonly what: "descentGuard" | "topRisk"; readonly isUp: boolean }
) & {
  /** The day of the first history row with the change; a flag belongs to the day closed before that. */
  readonly day: UtcDay;
  /** When that row was computed, or 06:00 UTC of its day if it was backfilled. */
  readonly at: Instant;
  /** The row's score, 0..100, one decimal. */
  readonly score: number;
  /** The settled phase after that row. */
  readonly settled: PhaseKey;
  /** The settled signal after that row. */
  readonly signal: Signal;
  /** Computed at the installation's first start, as of its day. */
  readonly isBackfilled: boolean;
  /** Tells apart equal changes of one day, which only the sandbox has. */
  readonly serial?: number;
};
