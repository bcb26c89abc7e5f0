/** The settled phase over several days, and now. */

import { dayOf, type SettledPhase, settle, type UtcDay } from "peak-cycle-model";
import type { HourlyScore } from "../domain/snapshot.js";

/** The settled phase after each row, as if there had been none before. @param rows oldest first */
export function settledOver(rows: readonly DayScore[]): readonly SettledPhase[] {
  let settled: SettledPhase | undefined;
  return rows.map(({ day, score }) => {
    settled = settle(settled, score, day);
    return settled;
  });
}

/**
 * The settled phase now: that of the newest row, moved by the score of the hour on a copy.
 *
 * @param newest after the newest rows, oldest first
 * @returns `undefined` before the first row; that of the newest row for a score of an earlier day
 */
export function settledNow(score: HourlyScore, newest: readonly SettledPhase[]): SettledPhase | undefined {
  const last = newest.at(-1);
  const today = dayOf(score.computedAt);
  return last === undefined || today < last.day ? last : settle(last, score.btc.score, today);
}

/** A day and its published score. */
interface DayScore {
  readonly day: UtcDay;
  readonly score: number;
}
