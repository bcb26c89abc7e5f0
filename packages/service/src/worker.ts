/** Runs in a worker thread of `peak serve`: draws PNG pictures and makes the record, so that no request waits for them. */

import { parentPort } from "node:worker_threads";
import { trackRecord } from "peak-cycle-model";
import type { ClosedDay } from "./domain/closed-day.js";
import { errorMessage } from "./domain/errors.js";
import type { RenderJob } from "./pictures/render-pictures.js";
import type { FromThread } from "./platform/worker-thread.js";

/** What the thread can be asked for. */
export type ThreadTask = { readonly pictures: RenderJob } | { readonly recordOf: readonly ClosedDay[] };

/** Whoever no longer wants the pictures ends the thread. */
const NEVER = new AbortController().signal;

const say = (message: FromThread) => parentPort?.postMessage(message);

async function run(task: ThreadTask): Promise<void> {
  if ("recordOf" in task) return say({ result: JSON.stringify(trackRecord(task.recordOf)) });
  // Loaded for pictures alone: fonts and Resvg take some 30 MB.
  const { renderPictures } = await import("./pictures/render-pictures.js");
  await renderPictures(task.pictures, (picture) => say({ result: picture }), NEVER);
}

parentPort?.on("message", (task: ThreadTask) => {
  run(task).then(
    () => say({ done: true }),
    (error: unknown) => say({ failed: errorMessage(error) }),
  );
});
