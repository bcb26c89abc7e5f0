import { dayOf, type SettledPhase, settle, type UtcDay } from "peak-cycle-model";
import { type HistoryRow, PUBLIC_DAYS } from "../domain/history.js";
import type { HourlyScore } from "../domain/snapshot.js";

/** The settled phases of history rows, and where they changed. @param rows all of them, oldest first */
export function settledRows(rows: readonly HistoryRow[]): SettledRows {
  const changes: SettledChange[] = [];
  const phases = settledOver(rows);
  for (const [index, row] of rows.entries()) {
    const [from, to] = [phases[index - 1]?.phase, phases[index]?.phase];
    if (from !== undefined && to !== undefined && from !== to) changes.push({ row, from, to });
  }
  return { newest: phases.slice(-PUBLIC_DAYS - 1), changes };
}

export interface SettledRows {
  /** After each of the newest 31 rows, oldest first. */
  readonly newest: readonly SettledPhase[];
  /** All changes, oldest first; the first row of all is none. */
  readonly changes: readonly SettledChange[];
}

/** A history row with which the settled phase changed. */
interface SettledChange {
  readonly row: HistoryRow;
  readonly from: SettledPhase["phase"];
  readonly to: SettledPhase["phase"];
}

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
 * @param newest of `SettledRows`
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
