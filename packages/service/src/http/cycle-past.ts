import type { CyclePast, CyclePoint } from "peak-cycle-drawing";
import { dayOf, scoreNumber, type TrackRecord, twoDecimals } from "peak-cycle-model";
import { PUBLIC_DAYS } from "../domain/history.js";
import type { HourlyScore } from "../domain/snapshot.js";
import { settledNow } from "../history/settled-rows.js";
import { cycleTurns, weeklyPoints } from "../pages/record/record-past.js";
import type { HistoryContext } from "../publish/history-context.js";

/**
 * The long chart since the first score: weekly points from the record, daily ones of the newest rows, and the newest score.
 * Nothing is finer than what the public tier gives.
 *
 * @returns `undefined` before there are a record and a score, and with fewer than two points
 */
export function cyclePast({ record, context, score }: CycleSources): CyclePast | undefined {
  if (record === undefined || score === undefined) return undefined;
  const { rows = [], settled = [] } = context ?? {};
  const today = dayOf(score.hour);
  const daily = rows
    .slice(-DAILY_POINTS)
    .filter(({ day }) => day < today)
    .map(
      (row): CyclePoint => ({
        day: row.day,
        priceUsd: twoDecimals(row.btcPriceUsd),
        score: scoreNumber(row.score),
        smoothed: scoreNumber(row.smoothed),
        phase: settled.find(({ day }) => day === row.day)?.phase ?? row.phase,
      }),
    );
  const now: CyclePoint = {
    day: today,
    priceUsd: twoDecimals(score.btcPriceUsd),
    score: scoreNumber(score.btc.score),
    phase: settledNow(score, settled)?.phase ?? score.btc.phase,
  };
  const firstDaily = daily[0]?.day ?? today;
  const weekly = weeklyPoints(record).filter((point) => point.score !== undefined && point.day < firstDaily);
  const points = [...weekly, ...daily, now];
  if (points.length < 2) return undefined;
  return { points, turns: cycleTurns(record.turns), laterPlace: score.laterPlace };
}

/** As many days as the public history has. */
const DAILY_POINTS = PUBLIC_DAYS;

/** What the long chart is made of. */
interface CycleSources {
  readonly record: TrackRecord | undefined;
  readonly context: Pick<HistoryContext, "rows" | "settled"> | undefined;
  readonly score: HourlyScore | undefined;
}
