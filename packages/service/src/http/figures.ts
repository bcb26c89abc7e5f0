/** What daily rows and the score of the hour say together: runs of phases, changes, and what comes next. */
import {
  addDays,
  dayOf,
  HOUR_MS,
  hourOf,
  type Instant,
  MINUTE_MS,
  plus,
  published,
  type SettledPhase,
  scoreNumber,
  settle,
  type UtcDay,
} from "peak-cycle-model";
import { type HistoryRow, newestRowDay, rowInstant } from "../domain/history.js";
import type { HourlyScore } from "../domain/snapshot.js";
import type { PhaseRun } from "../pages/blocks.js";
import type { Now } from "../published/published.js";

/**
 * When the next score is due: at this installation's minute of the first hour without a score.
 *
 * @param minute `undefined` before the schedule has drawn one
 * @returns a moment after `now`
 */
export function nextScoreAt(score: HourlyScore, minute: number | undefined, now: Instant): Instant | undefined {
  if (minute === undefined) return undefined;
  const thisHour = plus(hourOf(now), minute * MINUTE_MS);
  const coming = thisHour > now ? thisHour : plus(thisHour, HOUR_MS);
  const following = plus(score.hour, HOUR_MS + minute * MINUTE_MS);
  return Math.max(coming, following) as Instant;
}

/**
 * When the next history row is due: 06:00 UTC of the first day without one.
 *
 * @param rows oldest first
 * @returns a moment that is over already while the row is late
 */
export function nextRowAt(rows: readonly HistoryRow[], now: Instant): Instant {
  const newest = rows.at(-1)?.day ?? newestRowDay(now);
  return rowInstant(addDays(newest, 1));
}

/**
 * Since when the score is in its phase. Daily rows decide: an hour in another phase between two rows does not interrupt
 * it. A phase that no row has yet begins on the day of the first hourly score in it.
 *
 * @param rows oldest first
 */
export function phaseRun(
  { btc: { phase }, computedAt }: HourlyScore,
  rows: readonly HistoryRow[],
  turned: Now["turned"],
): PhaseRun | undefined {
  if (rows.length === 0) return undefined;
  const today = dayOf(computedAt);
  const first = rows[rows.findLastIndex((row) => row.phase !== phase) + 1]; // of the newest ones in this phase
  const since = first?.day ?? (turned?.phase === phase ? turned.since : today);
  const from = Math.min(since, today) as UtcDay;
  return { phase, since: from, days: today - from + 1 };
}

/** The settled phase now, and since when; `undefined` before there is a daily row. @param last after the newest row */
export function settledRun(score: HourlyScore, last: SettledPhase | undefined): PhaseRun | undefined {
  const settled = settledNow(score, last);
  if (settled === undefined) return undefined;
  const { phase, since } = settled;
  return { phase, since, days: Math.max(dayOf(score.computedAt), since) - since + 1 };
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

/**
 * The score minus that of the row so many UTC days before, one decimal, for each of several; `undefined` without such a
 * row.
 */
export function pointsSince(
  score: HourlyScore,
  rows: readonly HistoryRow[],
  spans: readonly number[],
): readonly (number | undefined)[] {
  const today = dayOf(score.computedAt);
  return spans.map((days) => {
    const row = rows.findLast(({ day }) => day === addDays(today, -days));
    return row && published(scoreNumber(score.btc.score) - scoreNumber(row.score)) + 0; // no -0
  });
}
