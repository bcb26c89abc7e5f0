// The shape of the track record. Shares are 0 to 1, prices USD, and times days, where nothing else is said.

import type { PhaseKey, Signal } from "../score.js";

/** The score, and the plain baselines that are read next to it. Each has a reading of 0..100 a day. */
export type Baseline = "score" | "mvrv" | "mayer" | "powerLaw" | "fearGreed";

/** A UTC day as `2026-11-21`. */
type DayText = string;

/**
 * `early`: before the days on which the model was chosen, from the first score on. `development`: those days,
 * 2014-01-01 to 2022-12-31, so in-sample. `later`: after them.
 *
 * No return of a period uses a price after its period's end. Turns and alarms are single events: each has the period of
 * its day, and says what has come of it by today. Once settled they never change.
 */
export type PeriodKey = "early" | "development" | "later";

/** What the score said and what came of it. Plain data: the same days give the same record, to the last bit. */
export interface TrackRecord {
  readonly modelVersion: string;
  /** First and last day with a score. */
  readonly from: DayText;
  readonly to: DayText;
  /** Every seventh closed day from the first on and the last one, oldest first. */
  readonly curve: readonly CurvePoint[];
  /** Highs and lows by their day, as far as those days have a score. */
  readonly turns: readonly Turn[];
  readonly topRisk: FlagRecord;
  readonly descentGuard: FlagRecord;
  /** Oldest first; a period without days is left out. */
  readonly periods: readonly PeriodRecord[];
  /** Every stay in a settled phase, from the first score on, oldest first; the last one is still under way. */
  readonly stays: readonly Stay[];
  /** Missing without a day from 2014-01-01 on. */
  readonly settled: SettledRecord | undefined;
  /** Missing before the place of such a day is known. */
  readonly hindsight: HindsightError | undefined;
}

/** A point of the curve of price and score, one a week. */
export interface CurvePoint {
  readonly day: DayText;
  readonly priceUsd: number;
  /** 0..100, one decimal; missing before the first score. */
  readonly score: number | undefined;
}

/** An unbroken run of days in one settled phase. */
export interface Stay {
  readonly phase: PhaseKey;
  readonly from: DayText;
}

/**
 * A cycle high: a close that none of the 365 days before exceeds, after which the price closed at half of it or less
 * before it closed above it. Its low: the lowest close in between, or so far. Of equal closes the first counts, and of
 * highs with the same low the first.
 */
export interface Turn {
  readonly kind: "high" | "low";
  readonly day: DayText;
  readonly period: PeriodKey;
  /** Number of halvings that had happened by then, as `Span.cycle`. */
  readonly cycle: number;
  readonly priceUsd: number;
  /** The fall from the high to its low, e.g. -0.77; the same for both, and not final before the low is. */
  readonly fall: number;
  /** False for a low below which the price may still fall before it closes above its high. Always true for a high. */
  readonly isFinal: boolean;
  readonly phase: PhaseKey;
  readonly signal: Signal;
  readonly topRisk: boolean;
  readonly descentGuard: boolean;
  /** What each baseline read on that day, 0..100, unrounded. `phase` goes by the published score. */
  readonly readings: Readonly<Record<Baseline, number | undefined>>;
  /**
   * How many days before the turn the score first stood in the outermost phase (PEAK for a high, FONDO for a low),
   * counted from the day after the turn of the other kind before it; `undefined` when it never did. 0: on the turn's
   * day.
   */
  readonly leadDays: number | undefined;
  /** As `leadDays`, by the settled phase instead of the phase of the day. */
  readonly settledLeadDays: number | undefined;
}

/** Every time one flag was up, and every turn it missed. */
export interface FlagRecord {
  /** Oldest first. */
  readonly alarms: readonly Alarm[];
  /** Turns on whose day the flag should have been up and was not: highs for top risk, lows for the descent guard. */
  readonly misses: readonly Miss[];
}

/** One unbroken run of days with the flag up. Its period is that of its first day. */
export interface Alarm {
  readonly from: DayText;
  /** Last day; of a flag that is still up, the newest day. */
  readonly to: DayText;
  readonly period: PeriodKey;
  /** Close on the first day. */
  readonly priceUsd: number;
  /**
   * Top risk is `right` when the highest close while it was up was followed by a close at half of it or less before one
   * above it, `false` after one above it. The descent guard is `right` when, while it was up, the price closed 20 %
   * or more below that of its first day, `false` when it went down without. `open`: not settled yet.
   */
  readonly verdict: "right" | "false" | "open";
  /**
   * From the price of the first day to the lowest close from then on, until the price closed above that highest close
   * (top risk) or until the flag went down (descent guard), or so far, e.g. -0.3. Never above 0.
   */
  readonly fallAfter: number;
}

/** A turn on whose day a flag should have been up and was not. */
export interface Miss {
  readonly day: DayText;
  readonly period: PeriodKey;
}

/** How a period went, phase by phase. */
export interface PeriodRecord {
  readonly period: PeriodKey;
  /** First and last day with a score. */
  readonly from: DayText;
  readonly to: DayText;
  /** Days with a score. */
  readonly days: number;
  /** Every phase, lowest first. */
  readonly phases: readonly PhaseRecord[];
}

/** The days of a period on which the score stood in one phase. */
export interface PhaseRecord {
  readonly phase: PhaseKey;
  readonly days: number;
  /** Of the days with a score, 0..1. */
  readonly share: number;
  /** Missing when no day of the phase has a following year within the period. */
  readonly yearAfter: YearAfter | undefined;
}

/** Returns over the 365 days after each day, e.g. 0.27; quantiles are interpolated between the two nearest returns. */
export interface YearAfter {
  /** Days whose following year ends within the period. */
  readonly days: number;
  readonly p10: number;
  readonly median: number;
  readonly p90: number;
  /** Share above 0. */
  readonly rose: number;
}

/** How restless a phase is. */
export interface PhaseStays {
  /** Days with another phase than the day before. */
  readonly changes: number;
  /** Stays in a phase that ended in less than seven days. */
  readonly shortStays: number;
}

/** What the settled phase did next to the plain one, on the days with a score from 2014-01-01 on. */
export interface SettledRecord {
  readonly from: DayText;
  readonly to: DayText;
  readonly days: number;
  readonly plain: PhaseStays;
  readonly settled: PhaseStays;
  /**
   * Cycle highs and lows before which the plain phase was outermost (`leadDays`), and how many of them the settled
   * phase never showed, or showed later.
   */
  readonly shownTurns: number;
  readonly lostTurns: number;
  readonly lateTurns: number;
  /** Most days in a row on which the settled phase was not the plain one. */
  readonly maxDaysLate: number;
  /** Share of days on which both were the same, 0..1. */
  readonly equalShare: number;
}

/**
 * How far the score was from where its day turned out to lie: 0 at the lowest and 100 at the highest log price within
 * 730 days before and after, as far as known, 180 days after at least. Of the days with a score from 2014-01-01 on.
 */
export interface HindsightError extends PlaceError {
  /** Up to 2018, and since; one without such days is left out. */
  readonly halves: readonly PlaceError[];
}

/** The error of some days, all of whose places are known. */
export interface PlaceError {
  readonly from: DayText;
  readonly to: DayText;
  readonly days: number;
  /** Unrounded score minus place, points. */
  readonly meanAbsoluteError: number;
  readonly meanError: number;
}
