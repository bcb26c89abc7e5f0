import type { TrackRecord, Turn } from "../backtest/track-record.js";
import type { CyclePast, CyclePoint, CycleTurn } from "../chart/cycle/cycle-data.js";
import { type HistoryRow, PUBLIC_DAYS } from "../domain/history.js";
import { dayOf, formatDay, type UtcDay, utcDay } from "../domain/instant.js";
import { type PhaseKey, type SettledPhase, scoreNumber, twoDecimals } from "../domain/score.js";
import type { HourlyScore } from "../domain/snapshot.js";
import { settledNow } from "../operations/settled-rows.js";

/** What the long chart is made of. */
interface CycleSources {
  readonly record: TrackRecord;
  /** Oldest first. */
  readonly rows: readonly HistoryRow[];
  /** The settled phase after each of the newest rows, oldest first. */
  readonly settled: readonly SettledPhase[];
  readonly score: HourlyScore;
}

/**
 * The long chart since the first score: weekly points from the record, daily ones of the history rows of the last 30 days,
 * and the newest score. Nothing is finer than what the public tier gives.
 *
 * @returns `undefined` with fewer than two points
 */
export function cyclePast({ record, rows, settled, score }: CycleSources): CyclePast | undefined {
  const today = dayOf(score.hour);
  const daily = rows
    .slice(-PUBLIC_DAYS)
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
  const points = [...weeklyPoints(record, daily[0]?.day ?? today), ...daily, now];
  if (points.length < 2) return undefined;
  return { points, turns: turnsOf(record.turns), laterPlace: score.laterPlace };
}

/** The newest stay counts as going on until a newer record ends it. */
function settledOn({ stays }: TrackRecord, day: UtcDay): PhaseKey | undefined {
  const text = formatDay(day);
  return stays.findLast(({ from }) => from <= text)?.phase;
}

/** From the first score to the day before another. */
function weeklyPoints(record: TrackRecord, before: UtcDay): readonly CyclePoint[] {
  return record.curve.flatMap(({ day, priceUsd, score, smoothed }): readonly CyclePoint[] => {
    const at = utcDay(day);
    if (score === undefined || at >= before) return [];
    return [{ day: at, priceUsd, score, smoothed, phase: settledOn(record, at) }];
  });
}

/** The highest high and the lowest low between two halvings are the main ones, but for a low that may still fall. */
function turnsOf(turns: readonly Turn[]): readonly CycleTurn[] {
  const final = turns.filter(({ isFinal }) => isFinal);
  return turns.map(({ kind, cycle, day, priceUsd, isFinal }) => {
    const prices = final.filter((each) => each.kind === kind && each.cycle === cycle).map((each) => each.priceUsd);
    const isMain = isFinal && priceUsd === (kind === "high" ? Math.max(...prices) : Math.min(...prices));
    return { kind, day: utcDay(day), priceUsd, isMain };
  });
}
