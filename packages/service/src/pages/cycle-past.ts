/**
 * The data of the long chart since the first score: weekly points and turns from the record, and the days of the
 * current cycle from the rows. Both end with the newest score.
 */
import { type CyclePast, type CyclePoint, type CycleTurn, cycleStart } from "peak-cycle-drawing";
import { dayOf, roundScore, scoreNumber, type TrackRecord, type Turn, twoDecimals, utcDay } from "peak-cycle-model";
import type { HistoryRow } from "../domain/history.js";
import type { HourlyScore } from "../domain/hourly-score.js";

/**
 * @param rows oldest first
 * @returns `undefined` with fewer than two points
 */
export function cyclePast(record: TrackRecord, rows: readonly HistoryRow[], score: HourlyScore): CyclePast | undefined {
  const today = dayOf(score.hour);
  const pointOf = (day: CyclePoint["day"], usd: number, reading: number): CyclePoint => {
    return { day, priceUsd: twoDecimals(usd), score: scoreNumber(reading) };
  };
  const from = Math.min(cycleStart(today), today - YEAR);
  const before = rows.filter(({ day }) => day >= from && day < today);
  const daily = before.map((row) => pointOf(row.day, row.btcPriceUsd, row.score));
  const now = pointOf(today, score.btcPriceUsd, score.btc.score);
  const weekly = recordPoints(record).filter(({ day }) => day < today);
  if (weekly.length === 0) return undefined;
  return { points: [...weekly, now], daily: [...daily, now], turns: cycleTurns(record.turns) };
}

/** Days */
const YEAR = 366;

/** The record's weeks and the days of its turns as points of the long chart, from the first score on. */
function recordPoints({ curve, turns }: TrackRecord): readonly CyclePoint[] {
  const first = curve[0]?.day;
  const weeks = curve.filter(({ day }) => first !== undefined && (utcDay(day) - utcDay(first)) % WEEK === 0);
  const between = turns
    .filter(({ day }) => weeks.every((week) => week.day !== day))
    .map(({ day, priceUsd, readings }) => ({ day, priceUsd, score: roundScore(readings.score) }));
  return [...weeks, ...between]
    .flatMap(({ day, priceUsd, score }): readonly CyclePoint[] =>
      score === undefined ? [] : [{ day: utcDay(day), priceUsd, score }],
    )
    .sort((one, other) => one.day - other.day);
}

/** The curve has a point every 7 days, plus the last day. */
const WEEK = 7;

/**
 * The highest high between two halvings is a main turn, and so is the lowest low between it and the next such high,
 * once final.
 */
export function cycleTurns(turns: readonly Turn[]): readonly CycleTurn[] {
  const byPrice = turns.toSorted((one, other) => one.priceUsd - other.priceUsd);
  const highest = ({ cycle }: Turn) => byPrice.findLast((turn) => turn.kind === "high" && turn.cycle === cycle);
  const highs = turns.filter((turn) => turn.kind === "high" && turn === highest(turn));
  const lows = highs.map(({ day }, i) => {
    const next = highs[i + 1];
    return byPrice.find((turn) => turn.kind === "low" && turn.day > day && (next === undefined || turn.day < next.day));
  });
  const main = new Set([...highs, ...lows.filter((low) => low?.isFinal)]);
  return turns.map((turn) => {
    const { kind, day, priceUsd, readings } = turn;
    return { kind, day: utcDay(day), priceUsd, score: roundScore(readings.score), isMain: main.has(turn) };
  });
}
