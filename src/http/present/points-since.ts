import type { HistoryRow } from "../../domain/history.js";
import { addDays, dayOf } from "../../domain/instant.js";
import { published, scoreNumber } from "../../domain/score.js";
import type { HourlyScore } from "../../domain/snapshot.js";

/** @returns how many points the score stands above the row of so many UTC days before, one decimal; `null` without it */
export function pointsSince(score: HourlyScore, rows: readonly HistoryRow[]): (days: number) => number | null {
  const today = dayOf(score.computedAt);
  return (days) => {
    const row = rows.find(({ day }) => day === addDays(today, -days));
    if (row === undefined) return null;
    return published(scoreNumber(score.btc.score) - scoreNumber(row.score)) + 0; // no -0
  };
}
