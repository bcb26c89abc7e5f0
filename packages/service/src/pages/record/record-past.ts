/** The past that the record knows, as points and turns of the long chart. */
import type { CyclePoint, CycleTurn } from "peak-cycle-drawing";
import { type PhaseKey, published, type TrackRecord, type Turn, utcDay } from "peak-cycle-model";

/**
 * The weeks of the record and the days of its turns as points of the long chart, oldest first. Before the first score
 * they have a price alone.
 */
export function recordPoints(record: TrackRecord): readonly CyclePoint[] {
  const first = record.curve[0]?.day;
  const weeks = record.curve.filter(({ day }) => first !== undefined && (utcDay(day) - utcDay(first)) % WEEK === 0);
  const turns = record.turns
    .filter(({ day }) => weeks.every((week) => week.day !== day))
    .map(({ day, priceUsd, readings }) => ({ day, priceUsd, score: published(readings.score ?? 0) }));
  return [...weeks, ...turns]
    .map(
      ({ day, priceUsd, score }): CyclePoint => ({ day: utcDay(day), priceUsd, score, phase: settledOn(record, day) }),
    )
    .sort((one, other) => one.day - other.day);
}

/** The curve has a point every so many days, and the last day besides. */
const WEEK = 7;

/** The newest stay counts as going on until a newer record ends it. */
function settledOn({ stays }: TrackRecord, day: string): PhaseKey | undefined {
  return stays.findLast(({ from }) => from <= day)?.phase;
}

/**
 * The highest high between two halvings is a main one, and the lowest low from it to the next, unless that may still
 * fall.
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
    return { kind, day: utcDay(day), priceUsd, score: published(readings.score ?? 0), isMain: main.has(turn) };
  });
}
