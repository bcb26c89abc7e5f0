import { resultOf } from "./child.js";
import { type Row, row } from "./row.js";
import { pairwise } from "./statistics.js";

/** Milliseconds. */
export interface RecomputeTimes {
  readonly cold: number;
  /** 5,900 days. */
  readonly once: readonly number[];
  /** 11,800 days. */
  readonly doubled: readonly number[];
}

const ROUNDS = 25;
const COLD_STARTS = 7;

export async function recomputeRows(): Promise<Row[]> {
  const { once, doubled } = await resultOf<RecomputeTimes>("recompute", [String(ROUNDS)]);
  const cold: number[] = [];
  for (let i = 0; i < COLD_STARTS; i++) cold.push((await resultOf<RecomputeTimes>("recompute")).cold);
  return [
    row({
      name: "recompute of 5,900 days",
      unit: "ms",
      samples: once,
      goal: { most: 60 },
      note: "seven majors on every day, a process that has done it before",
    }),
    row({
      name: "recompute, first of a process",
      unit: "ms",
      samples: cold,
      note: "5,900 days before the code is compiled: no goal names it, a start pays it once, after it listens",
    }),
    row({
      name: "11,800 days / 5,900 days",
      unit: "ratio",
      samples: pairwise(doubled, once),
      goal: { most: 2.3 },
      raw: { "11,800 days": doubled, "5,900 days": once },
    }),
  ];
}
