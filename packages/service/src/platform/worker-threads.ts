/** Runs tasks that would hold up requests in threads, one after the other. */

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { systemClock } from "./clock.js";
import { callWithin } from "./timing.js";
import { Turns } from "./turns.js";

/** Garbage is collected early: without a limit it grows to 100 MB. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/** A thread that says nothing for so long is ended: a large picture takes 0.3 s, ten times that on a busy machine. */
const SILENCE_MS = 60_000;

export class WorkerThreads {
  readonly #module: URL;
  readonly #turns = new Turns();

  /** @param module runs in the thread: its `workerData` is the task, its first message the result */
  constructor(module: URL) {
    this.#module = module;
  }

  /**
   * Runs a task in a thread of its own, which starts within 30 ms and returns all of its memory, that of native code
   * too. When the signal aborts, the thread is ended.
   *
   * @throws what the thread threw; the signal's reason when that was aborted
   */
  run(task: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#turns.take(signal, async () => {
      const worker = new Worker(this.#module, { workerData: task, resourceLimits: LIMITS });
      worker.on("error", () => {}); // `once` throws it, unless the signal was quicker
      const late = new Error(`the thread said nothing for ${SILENCE_MS} ms`);
      try {
        return await callWithin(systemClock, { ms: SILENCE_MS, late }, signal, async (until) => {
          const [result] = await once(worker, "message", { signal: until });
          return result;
        });
      } finally {
        await worker.terminate();
      }
    });
  }
}
