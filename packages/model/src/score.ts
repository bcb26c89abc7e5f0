/** The vocabulary of a score: phases, signals, flags, age and rounding. */

import { HOUR_MS, type Instant, type UtcDay } from "./instant.js";

/** A score older than this is stale. Source: `btc.stale` in docs/api.md. */
export const STALE_MS = 2 * HOUR_MS;

/**
 * True for a score older than 2 hours, to the millisecond.
 *
 * @example
 * ```ts
 * isStale(instantOf("2026-11-21T07:05:00Z"), instantOf("2026-11-21T09:05:01Z")); // true
 * ```
 */
export function isStale(computedAt: Instant, now: Instant): boolean {
  return now - computedAt > STALE_MS;
}

/** Scores range from 0 to this. */
export const MAX_SCORE = 100;

/**
 * The published form of a score: one decimal, half up. Source: docs/method.md#published-numbers.
 *
 * @example
 * ```ts
 * roundScore(47.25); // 47.3
 * ```
 */
export function roundScore(score: number): number {
  return Math.floor(10 * score + 0.5) / 10;
}

/** The five phases, lowest first: machine key, English label, the lowest and the highest published score of each. */
export const PHASES = [
  { key: "FONDO", label: "Bottom", from: 0, to: 19.9 },
  { key: "ACUM", label: "Accumulation", from: 20, to: 39.9 },
  { key: "BULL", label: "Bull Active", from: 40, to: 59.9 },
  { key: "HOT", label: "Hot Zone", from: 60, to: 79.9 },
  { key: "PEAK", label: "Peak", from: 80, to: 100 },
] as const;

/** One of the five phases. */
export type Phase = (typeof PHASES)[number];
/** The key of a phase, for programs to compare. */
export type PhaseKey = Phase["key"];

/**
 * The phase of a published score.
 *
 * @param score already rounded by `roundScore`, so that the number and the phase a reader sees always agree
 * @throws RangeError outside 0..100 or for NaN
 * @example
 * ```ts
 * phaseOf(47.3).label; // "Bull Active"
 * ```
 */
export function phaseOf(score: number): Phase {
  const phase = PHASES.findLast((each) => score >= each.from);
  if (phase === undefined || score > 100) throw new RangeError(`score must lie in 0..100, got ${score}`);
  return phase;
}

/** The phase with brief moves filtered out, as of one day's score. Source: docs/method.md#settled-phase. */
export interface SettledPhase {
  readonly phase: PhaseKey;
  /** The day of the last change, or of the first score. */
  readonly since: UtcDay;
  /** The day of the newest score. */
  readonly day: UtcDay;
  /** Consecutive days up to `day` with the score in another phase, 0..9. */
  readonly daysAway: number;
}

/** Set during a bear market that has not capitulated yet. */
export type DescentGuard = "BEAR_DESCENT";

/** Set for 30 days after a cycle-top pattern. */
export type TopRisk = "TOP_DISTRIBUTION";

/** The two warning flags; `null` when not raised. */
export interface Flags {
  readonly descentGuard: DescentGuard | null;
  readonly topRisk: TopRisk | null;
}

/** What the score suggests doing, calmest first. */
export const SIGNAL_KEYS = ["ACCUMULATE", "HOLD", "CAUTION", "REDUCE"] as const;

/** One of the four signals. */
export type Signal = (typeof SIGNAL_KEYS)[number];

/** Each phase's signal without a flag, and with either flag up. Source: docs/method.md#signal. */
const SIGNALS: Readonly<Record<PhaseKey, readonly [calm: Signal, flagged: Signal]>> = {
  FONDO: ["ACCUMULATE", "HOLD"],
  ACUM: ["ACCUMULATE", "HOLD"],
  BULL: ["HOLD", "CAUTION"],
  HOT: ["CAUTION", "REDUCE"],
  PEAK: ["REDUCE", "REDUCE"],
};

/**
 * The signal for a phase and the flags.
 *
 * @example
 * ```ts
 * signalOf("HOT", { descentGuard: null, topRisk: null }); // "CAUTION"
 * signalOf("HOT", { descentGuard: null, topRisk: "TOP_DISTRIBUTION" }); // "REDUCE"
 * ```
 */
export function signalOf(phase: PhaseKey, flags: Flags): Signal {
  const [calm, flagged] = SIGNALS[phase];
  return flags.descentGuard === null && flags.topRisk === null ? calm : flagged;
}

/** The two flags as of a row, and the day of the first row with them. */
export interface RowFlags {
  readonly flags: Flags;
  readonly since: UtcDay;
}

/** The signal of the settled phase and the flags, and since when. Source: docs/method.md#settled-signal. */
export interface SettledSignal {
  readonly signal: Signal;
  /** The day of the last change of the settled phase or of a flag, whichever is later. */
  readonly since: UtcDay;
}

/**
 * The settled signal: the signal table, read with the settled phase instead of the phase of the day.
 *
 * @example
 * ```ts
 * const flags = { descentGuard: "BEAR_DESCENT", topRisk: null } as const;
 * const settled = { phase: "FONDO", since: utcDay("2026-10-01") } as const;
 * const { signal, since } = settledSignal(settled, { flags, since: utcDay("2026-11-02") });
 * [signal, formatDay(since)]; // ["HOLD", "2026-11-02"]
 * ```
 */
export function settledSignal(
  settledPhase: Pick<SettledPhase, "phase" | "since">,
  { flags, since }: RowFlags,
): SettledSignal {
  return { signal: signalOf(settledPhase.phase, flags), since: Math.max(settledPhase.since, since) as UtcDay };
}

/**
 * Rounds a score to one decimal.
 *
 * @example
 * ```ts
 * scoreNumber(61.04); // 61
 * ```
 */
export function scoreNumber(score: number): number {
  return finite(roundScore(score));
}

/**
 * Rounds a price or a share to two decimals.
 *
 * @example
 * ```ts
 * twoDecimals(84391.268); // 84391.27
 * ```
 */
export function twoDecimals(value: number): number {
  return finite(Math.round(value * 100) / 100);
}

/**
 * Rounds to an integer.
 *
 * @example
 * ```ts
 * wholeNumber(70.6); // 71
 * ```
 */
export function wholeNumber(value: number): number {
  return finite(Math.round(value));
}

/** @throws RangeError for NaN and infinities, which JSON would turn into null */
function finite(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError("a published number must be finite");
  return value;
}
