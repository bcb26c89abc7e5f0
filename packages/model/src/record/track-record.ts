// The shape of the track record. Shares are 0 to 1, prices USD, and times days, where nothing else is said.

import type { PhaseKey, Signal } from "../score.js";

/** The score, and the plain baselines it is measured against. Each has a reading of 0..100 a day. */
export const BASELINES = ["score", "mvrv", "mayer", "powerLaw", "fearGreed"] as const;

/** The score or one of the plain baselines. */
export type Baseline = (typeof BASELINES)[number];

/** A UTC day as `2026-11-21`. */
type DayText = string;

/**
 * `early`: before the days on which the model was chosen, from the first score on. `development`: those days,
 * 2014-01-01 to 2022-12-31, so in-sample. `later`: after them.
 *
 * No figure of a span uses a price after its period's end. Turns and alarms are single events: each has the period of
 * its day, and says what has come of it by today. Once settled they never change.
 */
export type PeriodKey = "early" | "development" | "later";

/**
 * What the score said and what came of it. Plain data: the same days give the same record, to the last bit. The fields
 * are those of the JSON file, which writes them in snake case; there a baseline is a `gauge`, a quintile one of `fifths`.
 */
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
  /** Each period as a whole, then its cycles, then the next period; a period without days is left out. */
  readonly spans: readonly Span[];
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
  /** The highest reading (at a low: the lowest) within 180 days before and after; of equal ones the nearest, then the earlier. */
  readonly extremes: Readonly<Record<Baseline, Extreme | undefined>>;
  /**
   * How many days before the turn the score first stood in the outermost phase (PEAK for a high, FONDO for a low),
   * counted from the day after the turn of the other kind before it; `undefined` when it never did. 0: on the turn's day.
   */
  readonly leadDays: number | undefined;
  /** As `leadDays`, by the settled phase instead of the phase of the day. */
  readonly settledLeadDays: number | undefined;
}

/** Where a baseline had its own extreme around a turn. */
export interface Extreme {
  readonly day: DayText;
  readonly reading: number;
  /** Days after the turn; negative when the reading came first. */
  readonly lagDays: number;
}

/** Every time one flag was up, and every turn it missed. */
export interface FlagRecord {
  /** Oldest first. */
  readonly alarms: readonly Alarm[];
  /** Turns on whose day the flag should have been up and was not: highs for top risk, lows for the descent guard. */
  readonly misses: readonly Miss[];
}

/** One unbroken run of days with the flag up. Period and cycle are those of its first day. */
export interface Alarm {
  readonly from: DayText;
  /** Last day; of a flag that is still up, the newest day. */
  readonly to: DayText;
  readonly period: PeriodKey;
  readonly cycle: number;
  /** Close on the first day, and on the last. */
  readonly priceUsd: number;
  readonly lastPriceUsd: number;
  /**
   * Top risk is `right` when the highest close while it was up was followed by a close at half of it or less before one
   * above it, `false` after one above it. The descent guard is `right` when, while it was up, the price closed 20 %
   * or more below that of its first day, `false` when it went down without. `open`: not settled yet.
   */
  readonly verdict: "right" | "false" | "open";
  /** Top risk: the day of that highest close. Descent guard: the day of the lowest close while it was up. Of equal ones the first. */
  readonly extremeDay: DayText;
  /** From the first day to that day. */
  readonly leadDays: number;
  /**
   * From the price of the first day to the lowest close from then on, until the price closed above that highest close
   * (top risk) or until the flag went down (descent guard), or so far, e.g. -0.3. Never above 0.
   */
  readonly fallAfter: number;
  /**
   * Descent guard: from the price of its last day to the lowest close from then on before the next record high, or so
   * far, e.g. -0.27: how much too early it went down. `undefined` while it is up, and for top risk.
   */
  readonly fallAfterEnd: number | undefined;
}

/** A turn on whose day a flag should have been up and was not. */
export interface Miss {
  readonly day: DayText;
  readonly period: PeriodKey;
  readonly cycle: number;
}

/** A period, or the part of a cycle in it. */
export interface Span {
  readonly period: PeriodKey;
  /** From one halving to the day before the next: 1 begins on 2012-11-28, 0 lies before it. `undefined` for a whole period. */
  readonly cycle: number | undefined;
  readonly from: DayText;
  readonly to: DayText;
  /** Days with a score. */
  readonly days: number;
  /** Days with another phase than the day before in the span. */
  readonly phaseChanges: number;
  /** Days whose smoothed score, with one decimal, lies in another phase than the day before. */
  readonly smoothedPhaseChanges: number;
  /** Days with another settled phase than the day before in the span. */
  readonly settledPhaseChanges: number;
  /** One for each baseline that has readings there, in the order of `BASELINES`. */
  readonly gauges: readonly BaselineRecord[];
}

/** How one baseline did over a span. */
export interface BaselineRecord {
  readonly gauge: Baseline;
  /** Days with a reading and a score. */
  readonly days: number;
  readonly ranks: Ranks;
  /** The ranks of the score on the same days. */
  readonly scoreRanks: Ranks;
  /** Lowest first: readings from 0, 20, 40, 60 and 80 on. */
  readonly fifths: readonly Quintile[];
  readonly buying: Buying | undefined;
}

/**
 * How well the order of days by a baseline fits what the price did. Ordered by raw values: the unrounded score, MVRV (held
 * for a week when missing), price / 200-day average, the residual, the vendor's number. Equal values share the mean of
 * their ranks. `undefined` where there is nothing to compare.
 *
 * A top day lies at 0.8 or more of the highest close within 365 days before and after, and a close at 0.55 of it or
 * less follows within 400 days. A bottom day lies at 1.35 or less of the lowest close, and a close at 1.9 of it or more
 * follows. A day of whose next 400 less than 200 are known by the period's end is neither top or bottom nor another day.
 */
export interface Ranks {
  /** Spearman's rho with the price's place between the lowest and highest log price within 730 days before and after, as far as known, 180 days after at least. */
  readonly hindsight: number | undefined;
  /** Chance that a top day reads higher than another day, a tie counting half. */
  readonly topAuc: number | undefined;
  /** Chance that a bottom day reads lower than another day, likewise. */
  readonly bottomAuc: number | undefined;
  /** Spearman's rho with the log return of the next 365 days. */
  readonly forward: number | undefined;
  readonly topDays: number;
  readonly bottomDays: number;
}

/** Days on which a baseline read within one fifth of its scale; for the score, a phase. */
export interface Quintile {
  readonly phase: PhaseKey;
  readonly days: number;
  /** Of the baseline's days, 0..1. */
  readonly share: number;
  /** One for each of `HORIZONS`. */
  readonly returns: readonly Returns[];
}

/** Days ahead. */
export const HORIZONS = [30, 90, 180, 365] as const;

/**
 * Returns over the days ahead, e.g. 0.27; a day whose horizon lies after the end of the period is not counted. Quantiles
 * are interpolated between the two nearest returns, the least standing at 0 and the greatest at 1.
 */
export interface Returns {
  readonly horizonDays: number;
  readonly days: number;
  /** All `undefined` without days. */
  readonly mean: number | undefined;
  readonly p10: number | undefined;
  readonly p25: number | undefined;
  readonly median: number | undefined;
  readonly p75: number | undefined;
  readonly p90: number | undefined;
  /** Share above 0. */
  readonly up: number | undefined;
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
  /** Cycle highs and lows before which the plain phase was outermost (`leadDays`), and how many of them the settled phase never showed, or showed later. */
  readonly shownTurns: number;
  readonly lostTurns: number;
  readonly lateTurns: number;
  /** Most days in a row on which the settled phase was not the plain one. */
  readonly maxDaysLate: number;
  /** Share of days on which both were the same, 0..1. */
  readonly equalShare: number;
}

/**
 * How far the score was from where its day turned out to lie: 0 at the lowest and 100 at the highest log price within 730
 * days before and after, as far as known, 180 days after at least. Of the days with a score from 2014-01-01 on.
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

/** Buying every day for 2 - reading / 50 dollars, next to buying for the same sum every day. The score's reading is unrounded. */
export interface Buying {
  readonly days: number;
  /** Dollars a coin. */
  readonly plainCostUsd: number;
  readonly scaledCostUsd: number;
  /** Scaled over plain: under 1 is cheaper. */
  readonly ratio: number;
}
