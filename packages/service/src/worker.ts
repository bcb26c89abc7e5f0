/**
 * Runs one task of `peak serve` in a thread, so that no request waits for it: renders a PNG, or computes the record.
 */

import { parentPort, workerData } from "node:worker_threads";
import { type DayInputs, trackRecord } from "peak-cycle-model";

export type ThreadTask =
  | { readonly svg: string /** Pixels for one px. */; readonly scale: number }
  | { readonly recordOf: readonly DayInputs[] };

const task = workerData as ThreadTask;
if ("recordOf" in task) parentPort?.postMessage(JSON.stringify(trackRecord(task.recordOf)));
else {
  const { rasterize } = await import("./pictures/rasterize.js"); // loads 30 MB of fonts and native code
  parentPort?.postMessage(rasterize(task.svg, task.scale));
}
