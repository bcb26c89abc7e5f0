/** The current settled phase and settled signal, as `/meta` and the front page show them. */

import {
  dayOf,
  type PhaseKey,
  type RowFlags,
  type SettledPhase,
  type Signal,
  settle,
  settledSignal,
  type UtcDay,
} from "peak-cycle-model";
import type { HourlyScore } from "./hourly-score.js";

export interface SettledNow {
  readonly phase: PhaseKey;
  /** The day of its last change, or of the first row. */
  readonly since: UtcDay;
  /** Days since then, including the first. */
  readonly days: number;
  readonly signal: Signal;
  /** The day of the last change of the settled phase or of a flag, whichever is later. */
  readonly signalSince: UtcDay;
}

/** The history as of its newest row; both are `undefined` before the first. */
interface SettledHistory {
  readonly settled?: SettledPhase | undefined;
  readonly flags?: RowFlags | undefined;
}

/**
 * The settled phase of the newest row, moved provisionally by the current score, and its signal with the flags of that
 * row. A score older than that row changes nothing.
 *
 * @returns `undefined` before the first row
 */
export function settledNow(score: HourlyScore, history: SettledHistory | undefined): SettledNow | undefined {
  const { settled: last, flags } = history ?? {};
  if (last === undefined || flags === undefined) return undefined;
  const today = dayOf(score.computedAt);
  const settledPhase = today < last.day ? last : settle(last, score.btc.score, today);
  const { phase, since } = settledPhase;
  const { signal, since: signalSince } = settledSignal(settledPhase, flags);
  return { phase, since, days: Math.max(today, since) - since + 1, signal, signalSince };
}
