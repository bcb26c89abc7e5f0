/**
 * Runs one task of `peak serve` in a thread, so that no request waits for it: renders a PNG, looks for letters that
 * none of its fonts has, or computes the record.
 */

import { parentPort, workerData } from "node:worker_threads";
import { type DayInputs, trackRecord } from "peak-cycle-model";

export type ThreadTask =
  | { readonly svg: string /** Pixels for one px. */; readonly scale: number; readonly fonts: readonly string[] }
  | { readonly lettersOf: string; readonly fonts: readonly string[] }
  | { readonly recordOf: readonly DayInputs[] };

const task = workerData as ThreadTask;
if ("recordOf" in task) parentPort?.postMessage(JSON.stringify(trackRecord(task.recordOf)));
else {
  const { lettersWithoutFont, rasterize } = await import("./pictures/rasterize.js"); // 30 MB of fonts and native code
  parentPort?.postMessage(
    "lettersOf" in task ? lettersWithoutFont(task.lettersOf, task.fonts) : rasterize(task.svg, task.scale, task.fonts),
  );
}
