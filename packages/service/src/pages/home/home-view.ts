/** What the front page shows once there is a score. */
import type { CyclePast, CycleRange } from "peak-cycle-drawing";
import type { Instant } from "peak-cycle-model";
import type { HourlyScore, Market } from "../../domain/snapshot.js";
import type { Measures } from "../../published/published.js";
import type { AttributionRow } from "../attribution.js";
import type { PhaseRun } from "../blocks.js";
import type { RulerTurn } from "../years.js";

export interface HomeView {
  readonly score: HourlyScore;
  readonly market: Market;
  /** The sources in use; that of a live figure is credited below it, as its terms ask for. */
  readonly sources: readonly AttributionRow[];
  /** `undefined` before there is a daily row. */
  readonly settled: PhaseRun | undefined;
  /** Points against the rows of a week and a year ago, one decimal; `undefined` without such a row. */
  readonly changes: readonly (number | undefined)[];
  readonly nextScoreAt: Instant | undefined;
  /** Left out where they are not known. */
  readonly measures?: Measures | undefined;
  /** How old a stale score is, in whole hours; `undefined` while it is fresh. */
  readonly staleHours?: number | undefined;
  /** What the score was at past highs and lows of the price, as far as there is a record. */
  readonly turns?: readonly RulerTurn[] | undefined;
  /** How far off the score was in hindsight, in points, as far as the record can tell. */
  readonly meanError?: number | undefined;
  /** Missing before there is a record. */
  readonly whole?: WholeCycle | undefined;
}

/** The past since the first score, and the range of it that the chart shows. */
export interface WholeCycle {
  readonly past: CyclePast;
  readonly range: CycleRange;
}
