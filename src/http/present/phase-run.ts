import { dayOf, formatDay, type UtcDay } from "../../domain/instant.js";
import type { Change, HourlyScore } from "../../domain/snapshot.js";
import type { HistoryContext } from "../../operations/ports.js";

/** Of what it is told since when a phase lasts. */
interface Known {
  readonly score: HourlyScore;
  readonly historyContext: HistoryContext | undefined;
  /** Newest first. */
  readonly changes: readonly Change[];
}

interface PhaseRun {
  /** `YYYY-MM-DD` */
  readonly phase_since: string | null;
  readonly days_in_phase: number | null;
}

/**
 * Since when the phase of the score lasts. Daily rows decide: an hour in another phase between two rows interrupts
 * nothing. A phase that no row has yet begins on the day of the hourly score that was the first to say so.
 */
export function phaseRun({ score, historyContext, changes }: Known): PhaseRun {
  const today = dayOf(score.computedAt);
  const newest = historyContext?.rows.at(-1);
  const last = changes.find(({ what }) => what === "phase");
  const turned = last?.to === score.btc.phase ? dayOf(last.hour) : today;
  const since = newest?.phase === score.btc.phase ? historyContext?.phaseSince : turned;
  if (newest === undefined || since === undefined) return { phase_since: null, days_in_phase: null };
  const from = Math.min(since, today) as UtcDay;
  return { phase_since: formatDay(from), days_in_phase: today - from + 1 };
}
