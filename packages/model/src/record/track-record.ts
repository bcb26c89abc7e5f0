/** The shape of the track record. Unless noted, shares are 0 to 1, prices in USD and times in days. */

import type { PhaseKey, Signal } from "../score.js";

/** The score and the plain baselines it is compared with. Each has one reading of 0..100 per day. */
export type Baseline = "score" | "mvrv" | "mayer" | "powerLaw" | "fearGreed";

/** A UTC day as `2026-11-21`. */
type DayText = string;

/**
 * `early`: from the first score to the end of 2013. `development`: 2014-01-01 to 2022-12-31, the days used to choose
 * the model, so in-sample. `later`: after them.
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
  /** What a coin cost on average in each period with spending, oldest first, and in all periods together. */
  readonly averageCosts: readonly AverageCost[];
  /** Every entry of the settled phase into PEAK or FONDO, oldest first. */
  readonly entries: readonly Entry[];
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
  /**
   * Each baseline's reading on that day, 0..100, unrounded. Every turn has a score; `phase` follows the published one.
   */
  readonly readings: Readonly<Record<Baseline, number | undefined>> & { readonly score: number };
  /** How the score and each baseline had warned of it, all by one rule; missing without a reading on that day. */
  readonly warnings: Readonly<Record<Baseline, Warning | undefined>> & { readonly score: Warning };
}

/**
 * The warning of a turn: the first day since the previous turn on which the settled phase was PEAK (before a high) or
 * FONDO (before a low).
 *
 * Source: docs/method.md#warnings-of-a-turn.
 */
export interface Warning {
  /** `inTime`: at 80 % or more of a high's close, or at 125 % or less of a low's. `early`: farther from it. */
  readonly verdict: Verdict;
  /** From the warning to the turn, 0 on its day; missing if missed. */
  readonly daysBefore: number | undefined;
  /** The warning's close as a share of the turn's, e.g. 0.98; missing if missed. */
  readonly priceShare: number | undefined;
}

/** How a warning of a turn is judged. */
export type Verdict = "inTime" | "early" | "missed";

/** A day on which the settled phase became an outermost one. */
export interface Entry {
  readonly day: DayText;
  readonly phase: "PEAK" | "FONDO";
  readonly period: PeriodKey;
  /** Close of that day. */
  readonly priceUsd: number;
  /** The close 365 days later divided by `priceUsd`, e.g. 0.27; missing until then. */
  readonly yearLater: number | undefined;
}

/**
 * What a coin cost on average, in USD: for someone who spends 2 - score / 50 each day, and for someone who spends the
 * same sum in equal parts. Both buy at each day's close and never sell.
 *
 * Source: docs/method.md#what-a-steady-buyer-paid.
 */
export interface AverageCost {
  readonly period: PeriodKey | "whole";
  /** First and last day with a score. */
  readonly from: DayText;
  readonly to: DayText;
  readonly byScoreUsd: number;
  readonly steadyUsd: number;
  /** `byScoreUsd / steadyUsd - 1`; below 0, buying by the score was cheaper. */
  readonly difference: number;
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
   * Top risk is `right` if the price closed at half of the highest close during the alarm, or less, before it closed
   * above it; `false` if it closed above it first. The descent guard is `right` if, while it was up, the price closed
   * 20 % or more below its first day's close, `false` if it went down without that. `open`: not settled yet.
   */
  readonly verdict: "right" | "false" | "open";
  /**
   * Fall from the first day's close to the lowest close since, e.g. -0.3; never above 0. It ends when the price closes
   * above that highest close (top risk) or the flag goes down (descent guard); until then it is the fall so far.
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

/** The days of a period on which the score was in one phase. */
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

/** How often a phase or a signal changes. */
export interface PhaseStays {
  /** Days on which it differs from the day before. */
  readonly changes: number;
  /** Stays in one phase, or with one signal, that lasted less than seven days. */
  readonly shortStays: number;
}

/** The settled phase and signal compared with the plain ones, on the days with a score from 2014-01-01 on. */
export interface SettledRecord {
  readonly from: DayText;
  readonly to: DayText;
  readonly days: number;
  readonly plain: PhaseStays;
  readonly settled: PhaseStays;
  readonly plainSignal: PhaseStays;
  readonly settledSignal: PhaseStays;
  /**
   * Cycle highs and lows that the plain phase warned of; how many of these the settled phase missed or showed later.
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
 * days before and after, as far as known. At least 180 days after it must be known. Covers days with a score from
 * 2014-01-01 on.
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
