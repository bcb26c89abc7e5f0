/**
 * Runs in a worker thread of `peak serve`: draws PNG pictures and makes the record, so that no request waits for them.
 */

import { parentPort } from "node:worker_threads";
import { type DayInputs, trackRecord } from "peak-cycle-model";
import { errorMessage } from "./domain/errors.js";
import type { FromThread } from "./platform/worker-thread.js";

/** What the thread can be asked for. */
export type ThreadTask =
  | { readonly svg: string /** Pixels for one px. */; readonly scale: number }
  | { readonly recordOf: readonly DayInputs[] };

const say = (message: FromThread) => parentPort?.postMessage(message);

async function run(task: ThreadTask): Promise<string | Uint8Array> {
  if ("recordOf" in task) return JSON.stringify(trackRecord(task.recordOf));
  // Loaded for pictures alone: fonts and Resvg take some 30 MB.
  const { rasterize } = await import("./pictures/rasterize.js");
  return rasterize(task.svg, task.scale);
}

parentPort?.on("message", (task: ThreadTask) => {
  run(task).then(
    (result) => say({ result }),
    (error: unknown) => say({ failed: errorMessage(error) }),
  );
});
