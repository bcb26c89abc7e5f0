/**
 * The long chart since the first score: weekly points and turns of the record, the newest rows day by day, and the
 * newest score at the end of both. Nothing is finer than what the public tier provides.
 */
import type { CyclePast, CyclePoint, CycleTurn } from "peak-cycle-drawing";
import {
  dayOf,
  type PhaseKey,
  roundScore,
  scoreNumber,
  type TrackRecord,
  type Turn,
  twoDecimals,
  utcDay,
} from "peak-cycle-model";
import { type HistoryRow, PUBLIC_DAYS } from "../domain/history.js";
import type { HourlyScore } from "../domain/snapshot.js";

/**
 * @param rows oldest first
 * @param settled the current settled phase
 * @returns `undefined` with fewer than two points
 */
export function cyclePast(
  record: TrackRecord,
  rows: readonly HistoryRow[],
  score: HourlyScore,
  settled: PhaseKey = score.btc.phase,
): CyclePast | undefined {
  const today = dayOf(score.hour);
  const pointOf = (day: CyclePoint["day"], usd: number, reading: number, phase: PhaseKey): CyclePoint => {
    return { day, priceUsd: twoDecimals(usd), score: scoreNumber(reading), phase };
  };
  const before = rows.slice(-PUBLIC_DAYS).filter(({ day }) => day < today);
  const daily = before.map((row) => pointOf(row.day, row.btcPriceUsd, row.score, row.settled));
  const now = pointOf(today, score.btcPriceUsd, score.btc.score, settled);
  const weekly = recordPoints(record).filter(({ day }) => day < today);
  if (weekly.length === 0) return undefined;
  return { points: [...weekly, now], daily: [...daily, now], turns: cycleTurns(record.turns) };
}

/** The record's weeks and the days of its turns as points of the long chart, from the first score on. */
function recordPoints({ curve, turns, stays }: TrackRecord): readonly CyclePoint[] {
  const first = curve[0]?.day;
  const weeks = curve.filter(({ day }) => first !== undefined && (utcDay(day) - utcDay(first)) % WEEK === 0);
  const between = turns
    .filter(({ day }) => weeks.every((week) => week.day !== day))
    .map(({ day, priceUsd, readings }) => ({ day, priceUsd, score: roundScore(readings.score ?? 0) }));
  return [...weeks, ...between]
    .flatMap(({ day, priceUsd, score }): readonly CyclePoint[] => {
      // The newest phase lasts until a newer record ends it.
      const phase = stays.findLast(({ from }) => from <= day)?.phase;
      return score === undefined || phase === undefined ? [] : [{ day: utcDay(day), priceUsd, score, phase }];
    })
    .sort((one, other) => one.day - other.day);
}

/** The curve has a point every 7 days, plus the last day. */
const WEEK = 7;

/**
 * The highest high between two halvings is a main turn, and so is the lowest low from it to the next, once that is
 * final.
 */
export function cycleTurns(turns: readonly Turn[]): readonly CycleTurn[] {
  const sorted = turns.toSorted((one, other) => one.priceUsd - other.priceUsd);
  const highest = ({ cycle }: Turn) => sorted.findLast((turn) => turn.kind === "high" && turn.cycle === cycle);
  const highs = turns.filter((turn) => turn.kind === "high" && turn === highest(turn));
  const lows = highs.map(({ day }, i) => {
    const next = highs[i + 1];
    return sorted.find((turn) => turn.kind === "low" && turn.day > day && (next === undefined || turn.day < next.day));
  });
  const main = new Set([...highs, ...lows.filter((low) => low?.isFinal)]);
  return turns.map((turn) => {
    const { kind, day, priceUsd, readings } = turn;
    return { kind, day: utcDay(day), priceUsd, score: roundScore(readings.score ?? 0), isMain: main.has(turn) };
  });
}
