import { type HistoryRow, newestRowDay, rowInstant } from "../domain/history.js";
import {
  addDays,
  dayOf,
  formatDay,
  formatInstant,
  HOUR_MS,
  hourOf,
  type Instant,
  MINUTE_MS,
  plus,
  type UtcDay,
} from "../domain/instant.js";
import { published, scoreNumber } from "../domain/score.js";
import type { HourlyScore } from "../domain/snapshot.js";
import type { HistoryContext } from "../operations/ports.js";
import { settledNow } from "../operations/settled-rows.js";
import { phaseLabel } from "./reply-fields.js";

/**
 * When the next score is due: at this installation's minute of the first hour without a score.
 *
 * @param minute `undefined` before the schedule has drawn one
 * @returns a moment after `now`, ISO 8601
 */
export function nextScoreAt(score: HourlyScore, minute: number | undefined, now: Instant): string | null {
  if (minute === undefined) return null;
  const thisHour = plus(hourOf(now), minute * MINUTE_MS);
  const coming = thisHour > now ? thisHour : plus(thisHour, HOUR_MS);
  const following = plus(score.hour, HOUR_MS + minute * MINUTE_MS);
  return formatInstant(Math.max(coming, following) as Instant);
}

/**
 * When the next history row is due: 06:00 UTC of the first day without one.
 *
 * @param rows oldest first
 * @returns a moment that is over already while the row is late, ISO 8601
 */
export function nextRowAt(rows: readonly HistoryRow[], now: Instant): string {
  const newest = rows.at(-1)?.day ?? newestRowDay(now);
  return formatInstant(rowInstant(addDays(newest, 1)));
}

/**
 * Since when the score is in its phase. Daily rows decide: an hour in another phase between two rows does not interrupt
 * it. A phase that no row has yet begins on the day of the first hourly score in it.
 */
export function phaseRun(score: HourlyScore, historyContext: HistoryContext | undefined) {
  const today = dayOf(score.computedAt);
  const newest = historyContext?.rows.at(-1);
  const { phase } = score.btc;
  const turned = historyContext?.turned?.phase === phase ? historyContext.turned.since : today;
  const since = newest?.phase === phase ? historyContext?.phaseSince : turned;
  if (newest === undefined || since === undefined) return { phase_since: null, days_in_phase: null };
  const from = Math.min(since, today) as UtcDay;
  return { phase_since: formatDay(from), days_in_phase: today - from + 1 };
}

/** The settled phase now, and since when; `null` before there is a daily row. */
export function settledRun(score: HourlyScore, newest: HistoryContext["settled"]) {
  const settled = settledNow(score, newest);
  if (settled === undefined) return null;
  const today = Math.max(dayOf(score.computedAt), settled.since);
  return {
    phase: phaseLabel(settled.phase),
    key: settled.phase,
    since: formatDay(settled.since),
    days: today - settled.since + 1,
  };
}

/** @returns the score minus that of the row so many UTC days before, one decimal; `null` without such a row */
export function pointsSince(score: HourlyScore, rows: readonly HistoryRow[]): (days: number) => number | null {
  const today = dayOf(score.computedAt);
  return (days) => {
    const row = rows.find(({ day }) => day === addDays(today, -days));
    if (row === undefined) return null;
    return published(scoreNumber(score.btc.score) - scoreNumber(row.score)) + 0; // no -0
  };
}
