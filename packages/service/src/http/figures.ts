/** Figures derived from the daily rows and the current score: changes and next updates. */
import {
  addDays,
  dayOf,
  HOUR_MS,
  hourOf,
  type Instant,
  MINUTE_MS,
  plus,
  roundScore,
  scoreNumber,
} from "peak-cycle-model";
import type { HistoryRow } from "../domain/history.js";
import type { HourlyScore } from "../domain/snapshot.js";

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
  const asked = addDays(dayOf(computedAt), -days);
  return rows.findLast(({ day }) => day === asked);
}
