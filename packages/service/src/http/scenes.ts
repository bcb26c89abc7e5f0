/**
 * The sandbox's scenes: made-up states of the service that anyone can request at any time, to test alerts and displays.
 * Each publishes everything that the service does; they differ only in the state that they show.
 */
import { type Flags, PHASES } from "peak-cycle-model";

export interface Scene extends SceneState {
  /** The path segment. */
  readonly name: string;
  /** What it shows, in English. */
  readonly summary: string;
  /** `waiting`: no score exists yet. `limited`: the two metered endpoints return 429. */
  readonly answers?: "waiting" | "limited";
  /** States that follow each other every minute in a loop; the scene's own state is then ignored. */
  readonly steps?: readonly SceneState[];
  readonly isStale?: boolean;
  /** The score of the last daily row, if it differs. */
  readonly rowScore?: number;
  /** Share of the model's weight that had data, 0..1. */
  readonly coverage?: number;
  /** Whether a row was corrected. */
  readonly isCorrected?: boolean;
  /** Whether the first source fails. */
  readonly isSourceFailing?: boolean;
}

/** What a scene shows at an instant. */
export interface SceneState {
  /** 0..100, one decimal. */
  readonly score: number;
  /** The flags, which go up with the newest row; none by default. */
  readonly flags?: Flags;
}

export const NO_FLAGS: Flags = { descentGuard: null, topRisk: null };
const DESCENT: Flags = { descentGuard: "BEAR_DESCENT", topRisk: null };
const TOP_RISK: Flags = { descentGuard: null, topRisk: "TOP_DISTRIBUTION" };
const BOTH: Flags = { descentGuard: "BEAR_DESCENT", topRisk: "TOP_DISTRIBUTION" };

/** Each step changes the settled phase, the settled signal or a flag; together they cover every kind of change. */
const STEPS: readonly SceneState[] = [
  { score: 30 },
  { score: 50 },
  { score: 70 },
  { score: 70, flags: TOP_RISK },
  { score: 90, flags: TOP_RISK },
  { score: 70 },
  { score: 50, flags: DESCENT },
  { score: 30, flags: DESCENT },
  { score: 10, flags: DESCENT },
];

/** In display order. */
export const SCENES: readonly Scene[] = [
  ...PHASES.map(({ key, label, from }) => {
    return { name: key.toLowerCase(), summary: `the phase ${label}, score ${from + 10}, no flag`, score: from + 10 };
  }),
  { name: "descent", summary: "the flag of a bear-market descent is up, score 50", score: 50, flags: DESCENT },
  { name: "top-risk", summary: "the flag of a cycle-top pattern is up, score 70", score: 70, flags: TOP_RISK },
  { name: "both", summary: "both flags are up, score 70", score: 70, flags: BOTH },
  { name: "stale", summary: "the newest score is three hours old", score: 50, isStale: true },
  {
    name: "crossed",
    summary: "the phase is Bull Active, the settled phase still Hot Zone: score 58, daily rows up to 62",
    score: 58,
    rowScore: 62,
  },
  { name: "partial", summary: "a component had no data: coverage 0.7", score: 50, coverage: 0.75 },
  { name: "failing-source", summary: "a source does not respond", score: 50, isSourceFailing: true },
  { name: "corrected", summary: "a row was wrong; the list of corrections includes it", score: 50, isCorrected: true },
  { name: "changing", summary: "a different phase, signal or flag every minute", score: 50, steps: STEPS },
  { name: "waiting", summary: "no score exists yet: 503", score: 50, answers: "waiting" },
  { name: "limited", summary: "the limit is always used up: 429", score: 50, answers: "limited" },
];
