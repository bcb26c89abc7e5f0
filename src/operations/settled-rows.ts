import { FIRST_DAY } from "../domain/day.js";
import { type HistoryRow, PUBLIC_DAYS } from "../domain/history.js";
import { addDays, dayOf, type UtcDay } from "../domain/instant.js";
import type { SettledPhase } from "../domain/score.js";
import type { HourlyScore } from "../domain/snapshot.js";
import { settle } from "../engine/settled-phase.js";
import type { DayStore } from "./store-ports.js";

/** A history row with which the settled phase changed. */
export interface SettledChange {
  readonly row: HistoryRow;
  readonly from: SettledPhase["phase"];
  readonly to: SettledPhase["phase"];
}

/** What the stored history rows settle on. */
interface SettledRows {
  /** After each of the newest 31 rows, oldest first. */
  readonly newest: readonly SettledPhase[];
  /** All changes, oldest first; the first row of all is none. */
  readonly changes: readonly SettledChange[];
}

/** Days that are read at once, so that other tasks run in between and few rows are in memory. */
const SLICE_DAYS = 400;

/**
 * Follows the stored rows. They are never changed and come in the order of their days, so each call reads those only that
 * were added since the one before; two readers of the same rows agree, however often either was called.
 */
export function followSettledRows(days: Pick<DayStore, "rows" | "lastRows">): () => Promise<SettledRows> {
  let newest: readonly SettledPhase[] = [];
  let changes: readonly SettledChange[] = [];

  function take(row: HistoryRow): void {
    const before = newest.at(-1);
    const settled = settle(before, row.score, row.day);
    newest = [...newest, settled].slice(-PUBLIC_DAYS - 1);
    if (before !== undefined && before.phase !== settled.phase) {
      changes = [...changes, { row, from: before.phase, to: settled.phase }];
    }
  }

  return async () => {
    const [last] = await days.lastRows(1);
    let from = addDays(newest.at(-1)?.day ?? FIRST_DAY, 1);
    while (last !== undefined && from <= last.day) {
      const to = Math.min(addDays(from, SLICE_DAYS - 1), last.day) as UtcDay;
      for (const row of await days.rows(from, to)) if (row.day > (newest.at(-1)?.day ?? 0)) take(row);
      from = addDays(to, 1);
    }
    return { newest, changes };
  };
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

/**
 * The settled phase of each day, in their order.
 *
 * @param days in a row, oldest first
 * @param newest of `SettledRows`; days after its last are stepped on from there
 * @returns `undefined` when it does not reach back to the first day
 */
export function settledDays(
  days: readonly DayScore[],
  newest: readonly SettledPhase[],
): readonly SettledPhase[] | undefined {
  const known = new Map(newest.map((each) => [each.day, each]));
  let last = newest.at(-1);
  const settled: SettledPhase[] = [];
  for (const { day, score } of days) {
    if (last === undefined) return undefined;
    if (day > last.day) last = settle(last, score, day);
    const found = known.get(day) ?? (day === last.day ? last : undefined);
    if (found === undefined) return undefined;
    settled.push(found);
  }
  return settled;
}
