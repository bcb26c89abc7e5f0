/** How long an hourly score takes, with the database and without. */

import { resultOf } from "../child-process.js";
import type { PreparedData } from "../service.js";
import { type Row, row } from "../table.js";

/** Milliseconds. */
export interface HourlyScoreTimes {
  readonly onDatabase: readonly number[];
  readonly computing: readonly number[];
}

export async function hourlyScoreRows({ copy }: PreparedData): Promise<Row[]> {
  const times = await resultOf<HourlyScoreTimes>("hourly-score", [copy()["DATA_DIR"] ?? ""]);
  return [
    row({
      name: "hourly score beyond I/O",
      unit: "ms",
      samples: times.computing,
      goal: { max: 5 },
      note: "copy of the model, the running day on it, and the public bytes in three encodings, twice: fresh and stale",
    }),
    row({
      name: "hourly score with SQLite",
      unit: "ms",
      samples: times.onDatabase,
      note: "the same with what it reads and the score it writes, synchronous=FULL, without collecting",
    }),
  ];
}
