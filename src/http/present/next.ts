import { CLOSE_HOUR, type HistoryRow } from "../../domain/history.js";
import {
  addDays,
  dayOf,
  formatInstant,
  HOUR_MS,
  hourOf,
  type Instant,
  MINUTE_MS,
  plus,
  startOf,
} from "../../domain/instant.js";
import type { HourlyScore } from "../../domain/snapshot.js";

/**
 * When the next score is due: at this installation's minute of the first hour that is not scored yet.
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
  const newest = rows.at(-1)?.day;
  if (newest !== undefined) return formatInstant(plus(startOf(addDays(newest, 1)), CLOSE_HOUR * HOUR_MS));
  const today = plus(startOf(dayOf(now)), CLOSE_HOUR * HOUR_MS);
  return formatInstant(today > now ? today : plus(today, 24 * HOUR_MS));
}
