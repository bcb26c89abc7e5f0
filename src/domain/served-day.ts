import { type RowOrigin, rowInstant } from "./history.js";
import { type Instant, MINUTE_MS, plus, type UtcDay } from "./instant.js";

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
