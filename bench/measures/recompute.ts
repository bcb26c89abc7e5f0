/** How long the model takes for its whole past, and for twice as many days. */

import { resultOf } from "../child-process.js";
import { pairedRatios } from "../statistics.js";
import { type Row, row } from "../table.js";

/** One run, in milliseconds: by the clock, and of processor time of all threads. */
export interface RunTime {
  readonly ms: number;
  readonly cpuMs: number;
}

export interface RecomputeTimes {
  /** Milliseconds. */
  readonly cold: number;
  /** 5,900 days. */
  readonly once: readonly RunTime[];
  /** 11,800 days. */
  readonly doubled: readonly RunTime[];
}

const ROUNDS = 25;
const COLD_STARTS = 7;

const cpuMs = (run: RunTime) => run.cpuMs;

export async function recomputeRows(): Promise<Row[]> {
  const { once, doubled } = await resultOf<RecomputeTimes>("recompute", [String(ROUNDS)]);
  const cold: number[] = [];
  for (let i = 0; i < COLD_STARTS; i++) cold.push((await resultOf<RecomputeTimes>("recompute")).cold);
  return [
    row({
      name: "recompute of 5,900 days",
      unit: "ms",
      samples: once.map(({ ms }) => ms),
      goal: { max: 60 },
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
      samples: pairedRatios(doubled.map(cpuMs), once.map(cpuMs)),
      goal: { max: 2.3 },
      raw: { "11,800 days": doubled.map(cpuMs), "5,900 days": once.map(cpuMs) },
      note: "by processor time: by the clock, the longer run of a pair is interrupted by other programs more often",
    }),
  ];
}
