import { resultOf } from "../child-process.js";
import { type Row, row } from "../table.js";
import { CLIENTS } from "../wire.js";

export interface LimiterFigures {
  /** Heap and buffers of the process: after a million addresses less before the limiter was made. */
  readonly heldBytes: number;
  readonly residentBytes: number;
  /** Watched clients that did not get exactly 20, or that were not refused at the end. */
  readonly wrongResults: number;
  readonly sizes: { readonly firstSlots: number; readonly slots: number; readonly logs: number };
  readonly takesPerSecond: readonly number[];
}

/** Bytes of a slot and of an exact log, as src/rate-limit lays them out. */
const SLOT_BYTES = 8 + 1 / 16;
const LOG_BYTES = 56;
const RUNS = 3;

export async function limiterRows(): Promise<Row[]> {
  const runs: LimiterFigures[] = [];
  for (let i = 0; i < RUNS; i++) runs.push(await resultOf<LimiterFigures>("limiter"));
  return [
    row({
      name: "limiter memory an address",
      unit: "bytes",
      samples: runs.map((run) => run.heldBytes / CLIENTS),
      goal: { max: 16 },
      raw: { "resident memory an address": runs.map((run) => run.residentBytes / CLIENTS) },
      note: "heap and buffers at a million addresses, less those before the limiter was made",
    }),
    row({
      name: "limiter memory by its sizes",
      unit: "bytes",
      samples: runs.map(({ sizes }) => {
        const { firstSlots, slots, logs } = sizes;
        return ((firstSlots + slots) * SLOT_BYTES + logs * LOG_BYTES) / CLIENTS;
      }),
      goal: { max: 16 },
      note: "both tables and all exact logs over a million addresses",
    }),
    row({
      name: "limiter: wrong under a flood",
      unit: "clients",
      samples: runs.map((run) => run.wrongResults),
      goal: { max: 0 },
      note: "of 100 clients that ask 40 times each while a million others arrive: not exactly 20 allowed, then refused",
    }),
    row({
      name: "limiter speed",
      unit: "takes/s",
      samples: runs.flatMap((run) => run.takesPerSecond),
      note: "a million clients in turn",
    }),
  ];
}
