/** The hourly score, as stored and published, and what follows from it: its changes and when the next one is due. */

import {
  addDays,
  dayOf,
  type Flags,
  HOUR_MS,
  hourOf,
  type Instant,
  MINUTE_MS,
  type PhaseKey,
  plus,
  roundScore,
  type Signal,
  scoreNumber,
} from "peak-cycle-model";
import type { HistoryRow } from "./history.js";

/** The score of one hour. It never changes after it is stored. */
export interface HourlyScore {
  /** Start of the UTC hour the score belongs to. */
  readonly hour: Instant;
  /** When the engine computed it. */
  readonly computedAt: Instant;
  readonly modelVersion: string;
  readonly btc: {
    /** 0..100, unrounded. */
    readonly raw: number;
    /** 0..100, one decimal. */
    readonly score: number;
    readonly phase: PhaseKey;
    readonly signal: Signal;
  };
  readonly crypto: { readonly raw: number; readonly score: number; readonly phase: PhaseKey };
  readonly flags: Flags;
  /** 0..1 */
  readonly coverage: number;
  /** The BTC price in USD that the score was computed from. */
  readonly btcPriceUsd: number;
}

/**
 * When the next score is due: this installation's minute in the first hour without a score.
 *
 * @param minute `undefined` until the schedule has picked one
 * @returns an instant after `now`
 */
export function nextScoreAt(score: HourlyScore, minute: number | undefined, now: Instant): Instant | undefined {
  if (minute === undefined) return undefined;
  const thisHour = plus(hourOf(now), minute * MINUTE_MS);
  const nextRun = thisHour > now ? thisHour : plus(thisHour, HOUR_MS);
  const runAfterScore = plus(score.hour, HOUR_MS + minute * MINUTE_MS);
  return Math.max(nextRun, runAfterScore) as Instant;
}

/** The change of the score since the row a number of UTC days ago, one decimal; `undefined` without such a row. */
export function pointsSince(score: HourlyScore, rows: readonly HistoryRow[], days: number): number | undefined {
  const row = rowBefore(score, rows, days);
  return row && roundScore(scoreNumber(score.btc.score) - scoreNumber(row.score)) + 0; // no -0
}

/** The change of the price since the row a number of UTC days ago, e.g. 0.189; `undefined` without such a row. */
export function priceChange(usd: number, score: HourlyScore, rows: readonly HistoryRow[], days: number) {
  const row = rowBefore(score, rows, days);
  return row && usd / row.btcPriceUsd - 1;
}

function rowBefore({ computedAt }: HourlyScore, rows: readonly HistoryRow[], days: number): HistoryRow | undefined {
  const wantedDay = addDays(dayOf(computedAt), -days);
  return rows.findLast(({ day }) => day === wantedDay);
}
