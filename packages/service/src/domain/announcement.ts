import type { Instant, PhaseKey, UtcDay } from "peak-cycle-model";

/** What is announced: the settled phase has changed, or a flag has gone up or down. */
export type Announcement = (
  | { readonly what: "phase"; readonly from: PhaseKey; readonly to: PhaseKey }
  | { readonly what: "descentGuard" | "topRisk"; readonly isUp: boolean }
) & {
  /** The day of the history row that has it first; a flag is that of the day closed before. */
  readonly day: UtcDay;
  /** When that row was computed; for a backfilled one, 06:00 UTC of its day. */
  readonly at: Instant;
  /** Of that row, 0..100, one decimal. */
  readonly score: number;
  /** The settled phase after that row. */
  readonly settled: PhaseKey;
  /** Computed at the first start of the installation, as of its own day. */
  readonly isBackfilled: boolean;
};
