/** The rows and figures behind the score, as pages, pictures and `/meta` show them. */

import { dayOf, type SettledPhase, settle, type UtcDay } from "peak-cycle-model";
import { type HistoryRow, PUBLIC_DAYS } from "../domain/history.js";
import type { HourlyScore } from "../domain/snapshot.js";
import type { History, Now } from "./published.js";

export interface HistoryContext extends Pick<Now, "turned" | "minute"> {
  /** The newest 31 rows, oldest first, as far as there are any: today's and those 1, 7 and 30 days before. */
  readonly rows: readonly HistoryRow[];
  /** The rows of 365 and 366 days before the score: it may be of the day before the newest row. */
  readonly yearAgo: readonly HistoryRow[];
  /** The first day of the unbroken run of rows in the phase of the newest row. */
  readonly phaseSince: UtcDay | undefined;
  /** After the newest row. */
  readonly settled?: SettledPhase | undefined;
}

/** @param today of the score */
export function historyContext(
  { rows, settled }: History,
  { turned, minute }: Pick<Now, "turned" | "minute">,
  today: UtcDay | undefined,
): HistoryContext {
  const yearAgo = rows.filter(({ day }) => today !== undefined && (today - day === 365 || today - day === 366));
  return { turned, minute, rows: rows.slice(-PUBLIC_DAYS - 1), yearAgo, phaseSince: phaseSince(rows), settled };
}

/** The day of the first of the newest rows that are all of one phase. */
function phaseSince(rows: readonly HistoryRow[]): UtcDay | undefined {
  return rows[rows.findLastIndex(({ phase }) => phase !== rows.at(-1)?.phase) + 1]?.day;
}

/**
 * The settled phase now: that of the newest row, moved by the score of the hour on a copy.
 *
 * @param last after the newest row
 * @returns `undefined` before the first row; that of the newest row for a score of an earlier day
 */
export function settledNow(score: HourlyScore, last: SettledPhase | undefined): SettledPhase | undefined {
  const today = dayOf(score.computedAt);
  return last === undefined || today < last.day ? last : settle(last, score.btc.score, today);
}
