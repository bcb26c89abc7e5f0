// The shape of the track record. Unless noted, shares are 0 to 1, prices in USD and times in days.

import type { PhaseKey, Signal } from "../score.js";

/** The score and the plain baselines it is compared with. Each has one reading of 0..100 per day. */
export type Baseline = "score" | "mvrv" | "mayer" | "powerLaw" | "fearGreed";

/** A UTC day as `2026-11-21`. */
type DayText = string;

/**
 * `early`: from the first score to the days on which the model was chosen. `development`: those days, 2014-01-01 to
 * 2022-12-31, so in-sample. `later`: after them.
 *
 * No return uses a price after its period's end. Turns and alarms are single events: each belongs to the period of its
 * day and shows its outcome as of today. Once settled they never change.
 */
export type PeriodKey = "early" | "development" | "later";

/** What the score said and what happened next. Plain data: the same days give the same record, bit for bit. */
export interface TrackRecord {
  readonly modelVersion: string;
  /** First and last day with a score. */
  readonly from: DayText;
  readonly to: DayText;
  /** Every seventh closed day from the first on, plus the last one, oldest first. */
  readonly curve: readonly CurvePoint[];
  /** Highs and lows on days with a score, in order of day. */
  readonly turns: readonly Turn[];
  readonly topRisk: FlagRecord;
  readonly descentGuard: FlagRecord;
  /** Oldest first; a period without days is left out. */
  readonly periods: readonly PeriodRecord[];
  /** Every stay in a settled phase, from the first score on, oldest first; the last one is still under way. */
  readonly stays: readonly Stay[];
  /** Missing without a day from 2014-01-01 on. */
  readonly settled: SettledRecord | undefined;
  /** Missing until the place of such a day is known. */
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
 * A cycle high: a close not exceeded in the 365 days before, after which the price closed at half of it or less before
 * closing above it. Its low: the lowest close in between, or so far. The first of equal closes counts, and the first of
 * highs with the same low.
 */
export interface Turn {
  readonly kind: "high" | "low";
  readonly day: DayText;
  readonly period: PeriodKey;
  /** Number of halvings that had happened by then. */
  readonly cycle: number;
  readonly priceUsd: number;
  /** The fall from the high to its low, e.g. -0.77; the same for both, and final once the low is. */
  readonly fall: number;
  /** False for a low that the price may still undercut before it closes above the high. Always true for a high. */
  readonly isFinal: boolean;
  readonly phase: PhaseKey;
  readonly signal: Signal;
  readonly topRisk: boolean;
  readonly descentGuard: boolean;
  /** Each baseline's reading on that day, 0..100, unrounded. `phase` follows the published score. */
  readonly readings: Readonly<Record<Baseline, number | undefined>>;
  /**
   * How many days before the turn the score first reached the outermost phase (PEAK for a high, FONDO for a low),
   * looking no further back than the day after the previous turn of the other kind; `undefined` if it never did. 0: on
   * the turn's day.
   */
  readonly leadDays: number | undefined;
  /** As `leadDays`, but by the settled phase instead of the day's phase. */
  readonly settledLeadDays: number | undefined;
}

/** Every time one flag was up, and every turn it missed. */
export interface FlagRecord {
  /** Oldest first. */
  readonly alarms: readonly Alarm[];
  /** Turns on whose day the flag should have been up and was not: highs for top risk, lows for the descent guard. */
  readonly misses: readonly Miss[];
}

/** One unbroken run of days with the flag up. Its first day decides its period. */
export interface Alarm {
  readonly from: DayText;
  /** Last day; the newest day if the flag is still up. */
  readonly to: DayText;
  readonly period: PeriodKey;
  /** Close on the first day. */
  readonly priceUsd: number;
  /**
   * Top risk is `right` if, after the highest close while it was up, the price closed at half of that or less before
   * closing above it, `false` if it closed above it first. The descent guard is `right` if, while it was up, the price
   * closed 20 % or more below its first day's close, `false` if it went down without that. `open`: not settled yet.
   */
  readonly verdict: "right" | "false" | "open";
  /**
   * From the first day's close to the lowest one from then on, until the price closed above that highest close (top
   * risk) or the flag went down (descent guard), or so far, e.g. -0.3. Never above 0.
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

/** The days of a period with the score in one phase. */
export interface PhaseRecord {
  readonly phase: PhaseKey;
  readonly days: number;
  /** Share of the days with a score, 0..1. */
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
  /** Days whose phase differs from the day before. */
  readonly changes: number;
  /** Stays in a phase that lasted less than seven days. */
  readonly shortStays: number;
}

/** The settled phase compared with the plain one, on the days with a score from 2014-01-01 on. */
export interface SettledRecord {
  readonly from: DayText;
  readonly to: DayText;
  readonly days: number;
  readonly plain: PhaseStays;
  readonly settled: PhaseStays;
  /**
   * Cycle highs and lows before which the plain phase was outermost (`leadDays`), and how many of these the settled
   * phase missed, or showed later.
   */
  readonly shownTurns: number;
  readonly lostTurns: number;
  readonly lateTurns: number;
  /** Most consecutive days on which the settled and the plain phase differed. */
  readonly maxDaysLate: number;
  /** Share of days on which the two were the same, 0..1. */
  readonly equalShare: number;
}

/**
 * How far the score was from its day's place in hindsight: 0 at the lowest and 100 at the highest log price within 730
 * days before and after, as far as known, with at least 180 days after. Covers days with a score from 2014-01-01 on.
 */
export interface HindsightError extends PlaceError {
  /** Up to 2018, and since; a half without such days is left out. */
  readonly halves: readonly PlaceError[];
}

/** The error over days whose places are all known. */
export interface PlaceError {
  readonly from: DayText;
  readonly to: DayText;
  readonly days: number;
  /** Unrounded score minus place, in points. */
  readonly meanAbsoluteError: number;
  readonly meanError: number;
}
