/** How many past turns were warned of in time, early or not at all, and the sentence that says so. */
import type { Baseline, TrackRecord, Turn, Verdict } from "peak-cycle-model";

/** Turns by verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** Counts the verdicts on one measure; turns without a reading of it are left out. */
export function verdictCounts(turns: readonly Turn[], measure: Baseline = "score"): VerdictCounts {
  const count = (verdict: Verdict) => turns.filter(({ warnings }) => warnings[measure]?.verdict === verdict).length;
  return { inTime: count("inTime"), early: count("early"), missed: count("missed") };
}

/** `At 13 past turns, the score was in time 3 times, early 6 times, and missed 4.` */
export function headlineOf({ turns }: TrackRecord): string {
  if (turns.length === 0) return "The price has not turned since the first score.";
  const { inTime, early, missed } = verdictCounts(turns);
  const past = turns.length === 1 ? "one past turn" : `${turns.length} past turns`;
  return `At ${past}, the score was in time ${times(inTime)}, early ${times(early)}, and missed ${missed || "none"}.`;
}

function times(count: number): string {
  return ["never", "once", "twice"][count] ?? `${count} times`;
}
