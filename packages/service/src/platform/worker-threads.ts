/** Runs CPU-heavy tasks in worker threads, one at a time, so that they do not delay requests. */

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { systemClock } from "./clock.js";
import { SerialQueue } from "./serial-queue.js";
import { callWithin } from "./timing.js";

/** Makes V8 collect garbage early; without a limit it grows to 100 MB. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/**
 * A thread is terminated if it sends nothing for this long; a large picture takes 0.3 s, or ten times that on a busy
 * machine.
 */
const SILENCE_MS = 60_000;

export class WorkerThreads {
  readonly #module: URL;
  readonly #queue = new SerialQueue();

  /** @param module runs in the thread: `workerData` is the task, its first message the result */
  constructor(module: URL) {
    this.#module = module;
  }

  /**
   * Runs a task in a new thread, which starts within 30 ms and returns all of its memory, including native memory. If
   * the signal aborts, the thread is terminated.
   *
   * @throws what the thread threw; the signal's reason if it aborted
   */
  run(task: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#queue.run(async () => {
      const worker = new Worker(this.#module, { workerData: task, resourceLimits: LIMITS });
      worker.on("error", () => {}); // `once` throws it, unless the signal aborted first
      const timeoutError = new Error(`the thread did not respond for ${SILENCE_MS} ms`);
      try {
        return await callWithin(systemClock, { ms: SILENCE_MS, late: timeoutError }, signal, async (until) => {
          const [result] = await once(worker, "message", { signal: until });
          return result;
        });
      } finally {
        await worker.terminate();
      }
    }, signal);
  }
}
