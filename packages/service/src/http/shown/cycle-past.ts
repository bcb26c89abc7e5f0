import type { CyclePast, CyclePoint } from "peak-cycle-drawing";
import { dayOf, scoreNumber, type TrackRecord, twoDecimals } from "peak-cycle-model";
import { PUBLIC_DAYS } from "../../domain/history.js";
import type { HourlyScore } from "../../domain/snapshot.js";
import { cycleTurns, recordPoints } from "../../pages/record/record-past.js";
import { type HistoryContext, settledNow } from "../../published/history-context.js";

/**
 * The long chart since the first score: weekly points and turns of the record, the newest rows day by day, and the
 * newest score at the end of both. Nothing is finer than what the public tier gives.
 *
 * @returns `undefined` before there are a record and a score, and with fewer than two points
 */
export function cyclePast({ record, context, score }: CycleSources): CyclePast | undefined {
  if (record === undefined || score === undefined) return undefined;
  const { rows = [], settled } = context ?? {};
  const today = dayOf(score.hour);
  const daily = rows
    .slice(-DAILY_POINTS)
    .filter(({ day }) => day < today)
    .map(
      (row): CyclePoint => ({
        day: row.day,
        priceUsd: twoDecimals(row.btcPriceUsd),
        score: scoreNumber(row.score),
        phase: row.settled,
      }),
    );
  const now: CyclePoint = {
    day: today,
    priceUsd: twoDecimals(score.btcPriceUsd),
    score: scoreNumber(score.btc.score),
    phase: settledNow(score, settled)?.phase ?? score.btc.phase,
  };
  const weekly = recordPoints(record).filter(({ day }) => day < today);
  if (weekly.length === 0) return undefined;
  return { points: [...weekly, now], daily: [...daily, now], turns: cycleTurns(record.turns) };
}

/**
 * The same past ending at the live market price, which the front page also shows. Pictures keep the price the score was
 * computed with; otherwise they would have to be redrawn every minute.
 */
export function withPriceNow(past: CyclePast, priceUsd: number): CyclePast {
  const now = (points: readonly CyclePoint[]) =>
    points.map((point, i) => (i === points.length - 1 ? { ...point, priceUsd } : point));
  return { ...past, points: now(past.points), daily: now(past.daily) };
}

/** As many days as the public history has. */
const DAILY_POINTS = PUBLIC_DAYS;

/** What the long chart is made of. */
interface CycleSources {
  readonly record: TrackRecord | undefined;
  readonly context: Pick<HistoryContext, "rows" | "settled"> | undefined;
  readonly score: HourlyScore | undefined;
}
