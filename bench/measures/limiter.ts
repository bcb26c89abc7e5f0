/** Memory, exactness and speed of the limiter that counts in this process. */

import { resultOf } from "../child-process.js";
import { type Row, row } from "../table.js";

export interface LimiterFigures {
  /** Heap and buffers of the process: after two million addresses less before the limiter was made. */
  readonly heldBytes: number;
  /** Of 100 clients at their limit, how many got a request through. */
  readonly forgotten: number;
  readonly newClients: readonly number[];
  readonly knownClients: readonly number[];
}

const RUNS = 3;

export async function limiterRows(): Promise<Row[]> {
  const runs: LimiterFigures[] = [];
  for (let i = 0; i < RUNS; i++) runs.push(await resultOf<LimiterFigures>("limiter"));
  return [
    row({
      name: "limiter memory",
      unit: "MB",
      samples: runs.map((run) => run.heldBytes / 1e6),
      goal: { max: 30 },
      note: "heap and buffers after two million addresses in a minute, less those before the limiter was made",
    }),
    row({
      name: "limiter: forgotten in a flood",
      unit: "clients",
      samples: runs.map((run) => run.forgotten),
      goal: { max: 0 },
      note: "of 100 clients at their limit, while two million others arrive",
    }),
    row({
      name: "limiter speed, new clients",
      unit: "takes/s",
      samples: runs.flatMap((run) => run.newClients),
      note: "a million clients in turn",
    }),
    row({
      name: "limiter speed, known clients",
      unit: "takes/s",
      samples: runs.flatMap((run) => run.knownClients),
      note: "a thousand clients in turn",
    }),
  ];
}
