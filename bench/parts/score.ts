import { resultOf } from "./child.js";
import type { Installation } from "./installation.js";
import { type Row, row } from "./row.js";

/** Milliseconds. */
export interface ScoreTimes {
  readonly onDatabase: readonly number[];
  readonly computing: readonly number[];
}

export async function scoreRows(installation: Installation): Promise<Row[]> {
  const times = await resultOf<ScoreTimes>("score", [installation.copy()["DATA_DIR"] ?? ""]);
  return [
    row({
      name: "hourly score beyond I/O",
      unit: "ms",
      samples: times.computing,
      goal: { most: 5 },
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
