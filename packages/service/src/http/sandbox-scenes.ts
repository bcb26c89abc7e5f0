/** The scenes of the sandbox: which there are, and what each shows at a moment. */
import { type Context, type Instant, MINUTE_MS, PHASES, plus, SECOND_MS } from "peak-cycle-model";

/** What a scene shows at a moment. */
export interface SceneState {
  /** `waiting`: no score exists yet. `limited`: the two metered endpoints refuse. */
  readonly answers: "score" | "waiting" | "limited";
  /** 0..100, one decimal. */
  readonly score: number;
  readonly context: Context;
  readonly isStale: boolean;
  /** What the last daily row says; the same as the score, but where the two are to differ. */
  readonly rowScore?: number;
  /** Share of the model that had data, 0..1. */
  readonly coverage?: number;
  /** Whether a row was corrected. */
  readonly isCorrected?: boolean;
  /** Whether a source does not answer. */
  readonly isSourceFailing?: boolean;
  /** When it shows something else; a scene that stands still says the end of the minute. */
  readonly until: Instant;
}

/** A state of the service that anyone can ask for at any time, so that alerts and displays can be tested against it. */
export interface Scene {
  /** Part of its addresses. */
  readonly name: string;
  /** What it shows, in English. */
  readonly summary: string;
  /** Depends on the moment alone: all instances and all restarts say the same. */
  at(now: Instant): SceneState;
}

const CALM: Context = { descentGuard: null, topRisk: null };
const DESCENT: Context = { ...CALM, descentGuard: "BEAR_DESCENT" };
const TOP_RISK: Context = { ...CALM, topRisk: "TOP_DISTRIBUTION" };
const BOTH_FLAGS: Context = { ...DESCENT, topRisk: "TOP_DISTRIBUTION" };

/** The middle of each phase, the lowest first. */
const PHASE_SCORES = PHASES.map(({ from }) => from + 10);

/** Both ends of the range, and the last score of a phase beside the first of the next. */
const EDGE_SCORES = [0, 39.9, 40, 100];

/** How long `recovering` refuses in each minute. */
const REFUSING_MS = 30 * SECOND_MS;

/** All scenes, in the order in which they are listed. */
export const SCENES: readonly Scene[] = [
  ...PHASES.map(({ key, label, from }) =>
    still(key.toLowerCase(), `the phase ${label}, score ${from + 10}, no flag`, { score: from + 10 }),
  ),
  still("descent", "the flag of a bear-market descent is up, score 50", { score: 50, context: DESCENT }),
  still("top-risk", "the flag of a cycle-top pattern is up, score 70", { score: 70, context: TOP_RISK }),
  still("both", "both flags are up, score 70", { score: 70, context: BOTH_FLAGS }),
  still("stale", "the newest score is three hours old", { score: 50, isStale: true }),
  still("crossed", "the phase is Bull Active, the settled phase still Hot Zone: score 58, daily rows up to 62", {
    score: 58,
    rowScore: 62,
  }),
  still("partial", "a component had no data: coverage 0.7", { coverage: 0.75 }),
  still("failing-source", "a source does not answer", { isSourceFailing: true }),
  still("corrected", "a row was wrong: the list of corrections has it", { isCorrected: true }),
  still("waiting", "no score exists yet: 503", { answers: "waiting" }),
  still("limited", "the limit is always used up: 429", { answers: "limited" }),
  {
    name: "recovering",
    summary: "429 in the first half of each minute, the score in the second",
    at(now) {
      const minute = minuteOf(now);
      const isRefusing = now < plus(minute, REFUSING_MS);
      const until = plus(minute, isRefusing ? REFUSING_MS : MINUTE_MS);
      return { ...stateAt(now), answers: isRefusing ? "limited" : "score", until };
    },
  },
  // With rows of each score a change on one day would have another score each minute, and its id in the feeds not.
  inTurn("edges", `scores ${EDGE_SCORES.join(", ")}, the next one each minute, daily rows up to 100`, EDGE_SCORES, 100),
  inTurn("tour", "the five phases, the next one each minute", PHASE_SCORES),
];

/** A scene that always shows the same. */
function still(name: string, summary: string, shown: Partial<SceneState>): Scene {
  return { name, summary, at: (now) => ({ ...stateAt(now), ...shown }) };
}

/**
 * A scene that shows the next score each minute, beginning again after the last.
 *
 * @param rowScore what the last daily row says all the time; by default that score, too
 */
function inTurn(name: string, summary: string, scores: readonly number[], rowScore?: number): Scene {
  const scoreAt = (now: Instant) => scores[Math.floor(now / MINUTE_MS) % scores.length] ?? 0;
  const rows = rowScore === undefined ? {} : { rowScore };
  return { name, summary, at: (now) => ({ ...stateAt(now), ...rows, score: scoreAt(now) }) };
}

function stateAt(now: Instant): SceneState {
  return { answers: "score", score: 50, context: CALM, isStale: false, until: plus(minuteOf(now), MINUTE_MS) };
}

function minuteOf(now: Instant): Instant {
  return (Math.floor(now / MINUTE_MS) * MINUTE_MS) as Instant;
}
