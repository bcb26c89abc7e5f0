/** How many past turns were warned of in time, early or not at all, and the sentence that says so. */
import type { Baseline, TrackRecord, Turn, Verdict } from "peak-cycle-model";

/** Turns by verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** Counts the verdicts on one baseline; turns without a reading of it are not counted. */
export function verdictCounts(turns: readonly Turn[], baseline: Baseline = "score"): VerdictCounts {
  const count = (verdict: Verdict) => turns.filter(({ warnings }) => warnings[baseline]?.verdict === verdict).length;
  return { inTime: count("inTime"), early: count("early"), missed: count("missed") };
}

/** `At 13 past turns, the score was in time 3 times, early 6 times, and missed 4.` */
export function headlineOf({ turns }: TrackRecord): string {
  if (turns.length === 0) return "The price has not turned since the first score.";
  const { inTime, early, missed } = verdictCounts(turns);
  const past = turns.length === 1 ? "one past turn" : `${turns.length} past turns`;
  return `At ${past}, the score was in time ${times(inTime)}, early ${times(early)}, and missed ${missed || "none"}.`;
}

/** `Both turns since 2023, after the model was tuned, were missed.`; `undefined` while there is none. */
export function sinceTuningOf({ turns }: TrackRecord): string | undefined {
  const later = turns.filter(({ period }) => period === "later");
  const counts = verdictCounts(later);
  const present = VERDICTS.filter((verdict) => counts[verdict] > 0);
  const [only] = present;
  if (only === undefined) return undefined;
  const since = "since 2023, after the model was tuned";
  if (present.length > 1) {
    return `The ${later.length} turns ${since}: ${present.map((each) => `${counts[each]} ${WORDS[each]}`).join(", ")}.`;
  }
  if (later.length === 1) return `The only turn ${since}, was ${CALLED[only]}.`;
  return `${later.length === 2 ? "Both" : `All ${later.length}`} turns ${since}, were ${CALLED[only]}.`;
}

const VERDICTS: readonly Verdict[] = ["inTime", "early", "missed"];
const WORDS = { inTime: "in time", early: "early", missed: "missed" } as const;
const CALLED = { inTime: "called in time", early: "called early", missed: "missed" } as const;

function times(count: number): string {
  return ["never", "once", "twice"][count] ?? `${count} times`;
}
