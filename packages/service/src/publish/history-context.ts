import type { PhaseKey, SettledPhase, UtcDay } from "peak-cycle-model";
import type { HistoryRow } from "../domain/history.js";

/** The rows and figures behind the score. */
export interface HistoryContext {
  /** The newest 31 rows, oldest first, as far as there are any: today's and those 1, 7 and 30 days before. */
  readonly rows: readonly HistoryRow[];
  /** The rows of 365 and 366 days before now: the score may be of yesterday. */
  readonly yearAgo: readonly HistoryRow[];
  /** The first day of the unbroken run of rows in the phase of the newest row. */
  readonly phaseSince: UtcDay | undefined;
  /** The phase of the newest score, where the newest row has another one, and the first day of its unbroken run of scores. */
  readonly turned: { readonly phase: PhaseKey; readonly since: UtcDay } | undefined;
  /** The settled phase after each of these rows, oldest first. */
  readonly settled: readonly SettledPhase[];
  /** The minute of the hour at which this installation scores. */
  readonly minute: number | undefined;
}
