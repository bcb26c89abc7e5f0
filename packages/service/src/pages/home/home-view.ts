/** The data of the front page when there is a score. */
import type { CyclePast, CycleRange } from "peak-cycle-drawing";
import type { Instant } from "peak-cycle-model";
import type { HourlyScore } from "../../domain/hourly-score.js";
import type { Market } from "../../domain/live-figures.js";
import type { SettledNow } from "../../domain/settled-now.js";
import type { Positions } from "../../published/published.js";
import type { SourceCredit } from "../../sources/source.js";
import type { RulerTurn } from "../ruler-years.js";

export interface HomeView {
  readonly score: HourlyScore;
  readonly market: Market;
  /** The sources in use; a live figure's source is credited below it, as its terms require. */
  readonly sources: readonly SourceCredit[];
  /** `undefined` until there is a daily row. */
  readonly settled: SettledNow | undefined;
  /** Change in points since the rows a week and a year ago, one decimal; `undefined` without such a row. */
  readonly changes: readonly (number | undefined)[];
  /** Change of the price since the row 30 days ago, e.g. 0.189; `undefined` without that row. */
  readonly priceChange?: number | undefined;
  readonly nextScoreAt: Instant | undefined;
  /** Missing if unknown. */
  readonly positions?: Positions | undefined;
  /** Age of a stale score in whole hours; `undefined` while it is fresh. */
  readonly staleHours?: number | undefined;
  /** The score at past highs and lows of the price, if there is a record. */
  readonly turns?: readonly RulerTurn[] | undefined;
  /** How far off the score was in hindsight, in points, if known. */
  readonly meanError?: number | undefined;
  /** Missing until there is a record. */
  readonly whole?: WholeCycle | undefined;
}

/** The past since the first score, and the range that the chart shows. */
export interface WholeCycle {
  readonly past: CyclePast;
  readonly range: CycleRange;
}
