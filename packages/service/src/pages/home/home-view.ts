/** What the front page shows once there is a score. */
import type { ChartDay, CyclePast, CycleRange, RulerTurn } from "peak-cycle-drawing";
import type { Instant } from "peak-cycle-model";
import type { CryptoDay } from "../../domain/history.js";
import type { HourlyScore, Market } from "../../domain/snapshot.js";
import type { Measures } from "../../publish/published.js";
import type { AttributionRow } from "../attribution.js";
import type { PhaseRun } from "../blocks.js";

export interface HomeView {
  readonly score: HourlyScore;
  readonly market: Market;
  /** The sources in use; that of a live figure is credited beside it, as its terms ask for. */
  readonly sources: readonly AttributionRow[];
  /** `undefined` before there is a daily row. */
  readonly settled: PhaseRun | undefined;
  /** Points against the rows of a day, a week, a month and a year ago, one decimal; `undefined` without such a row. */
  readonly changes: readonly (number | undefined)[];
  /** Price against that of the row of the day before, e.g. 0.007. */
  readonly priceChange: number | undefined;
  readonly nextScoreAt: Instant | undefined;
  /** Oldest first; none until 30 are there. */
  readonly days: readonly ChartDay[];
  /** The second score on the same days, and the market's other figures on the days before. */
  readonly crypto: readonly CryptoDay[];
  /** Left out where they are not known. */
  readonly measures?: Measures | undefined;
  /** How old a stale score is, in whole hours; `undefined` while it is fresh. */
  readonly staleHours?: number | undefined;
  /** Where the score stood at past highs and lows of the price, as far as there is a record. */
  readonly turns?: readonly RulerTurn[] | undefined;
  /** YYYY-MM-DD: the first day of a flag that is up, as far as the record knows it. */
  readonly flagsSince?: FlagDays | undefined;
  /** Missing before there is a record. */
  readonly whole?: WholeCycle | undefined;
}

export type FlagDays = Readonly<Partial<Record<"descentGuard" | "topRisk", string>>>;

/** The past since the first score, and the range of it that the chart shows. */
export interface WholeCycle {
  readonly past: CyclePast;
  readonly range: CycleRange;
}
