/** Figures derived from the daily rows and the current score: runs of phases, changes, and next updates. */
import {
  addDays,
  dayOf,
  HOUR_MS,
  hourOf,
  type Instant,
  MINUTE_MS,
  plus,
  roundScore,
  type SettledPhase,
  scoreNumber,
  settle,
  type UtcDay,
} from "peak-cycle-model";
import type { HistoryRow } from "../domain/history.js";
import type { HourlyScore } from "../domain/snapshot.js";
import type { PhaseRun } from "../pages/blocks.js";
import type { Now } from "../published/published.js";

/**
 * When the next score is due: this installation's minute in the first hour without a score.
 *
 * @param minute `undefined` until the schedule has picked one
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
 * Since when the score has been in its phase. Daily rows decide: an hour in another phase between two rows does not
 * interrupt it. A phase that no row has yet begins on the day of its first hourly score.
 *
 * @param rows oldest first
 */
export function phaseRun(
  { btc: { phase }, computedAt }: HourlyScore,
  rows: readonly HistoryRow[],
  phaseWithoutRow: Now["phaseWithoutRow"],
): PhaseRun | undefined {
  if (rows.length === 0) return undefined;
  const today = dayOf(computedAt);
  const first = rows[rows.findLastIndex((row) => row.phase !== phase) + 1]; // the first of its newest run
  const since = first?.day ?? (phaseWithoutRow?.phase === phase ? phaseWithoutRow.since : today);
  const from = Math.min(since, today) as UtcDay;
  return { phase, since: from, days: today - from + 1 };
}

/**
 * The settled phase now, and since when: that of the newest row, with the current score applied provisionally.
 *
 * @param last the settled phase after the newest row
 * @returns `undefined` before the first row; the newest row's if the score is from an earlier day
 */
export function settledRun(score: HourlyScore, last: SettledPhase | undefined): PhaseRun | undefined {
  if (last === undefined) return undefined;
  const today = dayOf(score.computedAt);
  const { phase, since } = today < last.day ? last : settle(last, score.btc.score, today);
  return { phase, since, days: Math.max(today, since) - since + 1 };
}

/** The change of the score since the row of a number of UTC days ago, one decimal; `undefined` without such a row. */
export function pointsSince(score: HourlyScore, rows: readonly HistoryRow[], days: number): number | undefined {
  const asked = addDays(dayOf(score.computedAt), -days);
  const row = rows.findLast(({ day }) => day === asked);
  return row && roundScore(scoreNumber(score.btc.score) - scoreNumber(row.score)) + 0; // no -0
}
