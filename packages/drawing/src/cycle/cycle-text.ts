/** The past of the long chart as text, which a page holds for its script. */

import type { UtcDay } from "peak-cycle-model";
import { PHASE_KEYS } from "../phases.js";
import type { CyclePast, CyclePoint, CycleTurn } from "./cycle-data.js";

/** Points and turns as rows of numbers: half of what objects take. */
export interface PastRows {
  readonly points: readonly PointRow[];
  readonly daily: readonly PointRow[];
  readonly turns: readonly (readonly [isHigh: 0 | 1, day: number, priceUsd: number, score: number, isMain: 0 | 1])[];
}

/** -1 stands for a score or phase that is missing. */
type PointRow = readonly [day: number, priceUsd: number, score: number, phase: number];

export function rowsOf({ points, daily, turns }: CyclePast): PastRows {
  const row = ({ day, priceUsd, score = -1, phase }: CyclePoint): PointRow => {
    return [day, Number(priceUsd.toPrecision(6)), score, phase === undefined ? -1 : PHASE_KEYS.indexOf(phase)];
  };
  return {
    points: points.map(row),
    daily: daily.map(row),
    turns: turns.map(({ kind, day, priceUsd, score, isMain }) => [
      kind === "high" ? 1 : 0,
      day,
      priceUsd,
      score,
      isMain ? 1 : 0,
    ]),
  };
}

export function pastOf({ points, daily, turns }: PastRows): CyclePast {
  const point = ([day, priceUsd, score, phase]: PointRow): CyclePoint => {
    return { day: day as UtcDay, priceUsd, score: score < 0 ? undefined : score, phase: PHASE_KEYS[phase] };
  };
  return {
    points: points.map(point),
    daily: daily.map(point),
    turns: turns.map(([isHigh, day, priceUsd, score, isMain]): CycleTurn => {
      return { kind: isHigh === 1 ? "high" : "low", day: day as UtcDay, priceUsd, score, isMain: isMain === 1 };
    }),
  };
}
