/**
 * The scenes of the sandbox: states of the service that anyone can ask for at any time, to test alerts and displays.
 */
import { type Context, PHASES } from "peak-cycle-model";

/** A scene, and what it shows. */
export interface Scene {
  /** Part of its addresses. */
  readonly name: string;
  /** What it shows, in English. */
  readonly summary: string;
  /** `waiting`: no score exists yet. `limited`: the two metered endpoints refuse. */
  readonly answers: "score" | "waiting" | "limited";
  /** 0..100, one decimal. */
  readonly score: number;
  readonly context: Context;
  readonly isStale: boolean;
  /** The score of the last daily row, where it differs. */
  readonly rowScore?: number;
  /** Share of the model that had data, 0..1. */
  readonly coverage?: number;
  /** Whether a row was corrected. */
  readonly isCorrected?: boolean;
  /** Whether a source does not answer. */
  readonly isSourceFailing?: boolean;
}

/** No flag is up. */
export const CALM: Context = { descentGuard: null, topRisk: null };
const DESCENT: Context = { ...CALM, descentGuard: "BEAR_DESCENT" };
const TOP_RISK: Context = { ...CALM, topRisk: "TOP_DISTRIBUTION" };

/** All scenes, in the order in which they are listed. */
export const SCENES: readonly Scene[] = [
  ...PHASES.map(({ key, label, from }) =>
    scene(key.toLowerCase(), `the phase ${label}, score ${from + 10}, no flag`, { score: from + 10 }),
  ),
  scene("descent", "the flag of a bear-market descent is up, score 50", { context: DESCENT }),
  scene("top-risk", "the flag of a cycle-top pattern is up, score 70", { score: 70, context: TOP_RISK }),
  scene("both", "both flags are up, score 70", { score: 70, context: { ...DESCENT, topRisk: TOP_RISK.topRisk } }),
  scene("stale", "the newest score is three hours old", { isStale: true }),
  scene("crossed", "the phase is Bull Active, the settled phase still Hot Zone: score 58, daily rows up to 62", {
    score: 58,
    rowScore: 62,
  }),
  scene("partial", "a component had no data: coverage 0.7", { coverage: 0.75 }),
  scene("failing-source", "a source does not answer", { isSourceFailing: true }),
  scene("corrected", "a row was wrong: the list of corrections has it", { isCorrected: true }),
  scene("waiting", "no score exists yet: 503", { answers: "waiting" }),
  scene("limited", "the limit is always used up: 429", { answers: "limited" }),
];

function scene(name: string, summary: string, shown: Partial<Scene>): Scene {
  return { name, summary, answers: "score", score: 50, context: CALM, isStale: false, ...shown };
}
