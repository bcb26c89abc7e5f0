/** The past that the record knows, as points and turns of the long chart. */
import type { CyclePoint, CycleTurn } from "peak-cycle-drawing";
import {
  formatDay,
  type PhaseKey,
  published,
  type TrackRecord,
  type Turn,
  type UtcDay,
  utcDay,
} from "peak-cycle-model";

/** The weeks of the record as points of the long chart, oldest first. Before the first score they have a price alone. */
export function weeklyPoints(record: TrackRecord): readonly CyclePoint[] {
  return record.curve.map(({ day, priceUsd, score, smoothed }): CyclePoint => {
    const at = utcDay(day);
    return { day: at, priceUsd, score, smoothed, phase: settledOn(record, at) };
  });
}

/** The newest stay counts as going on until a newer record ends it. */
function settledOn({ stays }: TrackRecord, day: UtcDay): PhaseKey | undefined {
  const text = formatDay(day);
  return stays.findLast(({ from }) => from <= text)?.phase;
}

/** The highest high and the lowest low between two halvings are the main ones, but for a low that may still fall. */
export function cycleTurns(turns: readonly Turn[]): readonly CycleTurn[] {
  const final = turns.filter(({ isFinal }) => isFinal);
  return turns.map(({ kind, cycle, day, priceUsd, isFinal, readings }) => {
    const prices = final.filter((turn) => turn.kind === kind && turn.cycle === cycle).map((turn) => turn.priceUsd);
    const isMain = isFinal && priceUsd === (kind === "high" ? Math.max(...prices) : Math.min(...prices));
    return { kind, day: utcDay(day), priceUsd, score: published(readings.score ?? 0), isMain };
  });
}
