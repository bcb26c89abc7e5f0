/** One thread of our own for work that would hold up requests: one task after the other, started when there is one. */

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { systemClock } from "./system.js";
import { callWithin } from "./timing.js";
import { Turns } from "./turns.js";

/** A thread that has nothing to do ends after this long: what it had loaded and drawn takes 100 MB. */
const IDLE_MS = 10_000;

/** Its garbage is collected early: without a limit it grows to 100 MB. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/**
 * A thread ends after so many tasks: what a picture takes of native memory, up to 10 MB, is freed only when the thread
 * collects its garbage, of which there is little.
 */
const MOST_TASKS = 6;

/** A thread that says nothing for so long is ended: a large picture takes 0.1 s, ten times that on a busy machine. */
const SILENCE_MS = 60_000;

/** How a thread answers a task. */
export type FromThread = { readonly result: unknown } | { readonly failed: string };

export class WorkerThread {
  readonly #module: URL;
  readonly #turns = new Turns();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #tasks = 0;

  /** @param module runs in the thread: it gets a task as a message, and answers with `FromThread` */
  constructor(module: URL) {
    this.#module = module;
  }

  /**
   * Runs a task after those before it; when the signal aborts, the thread is ended.
   *
   * @throws Error when it failed, or the thread ended; the signal's reason when that was aborted
   */
  run(task: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#turns.take(signal, async () => {
      clearTimeout(this.#idle);
      const worker = this.#worker ?? this.#start();
      this.#tasks++;
      worker.ref();
      try {
        const late = new Error(`the thread said nothing for ${SILENCE_MS} ms`);
        const answer = await callWithin(systemClock, { ms: SILENCE_MS, late }, signal, async (until) => {
          worker.postMessage(task);
          const [message] = (await once(worker, "message", { signal: until })) as [FromThread];
          return message;
        });
        if ("failed" in answer) throw new Error(answer.failed);
        if (this.#tasks >= MOST_TASKS) await this.#end(worker);
        return answer.result;
      } catch (error) {
        await this.#end(worker);
        throw error;
      } finally {
        worker.unref();
        this.#idle = setTimeout(() => void this.#end(worker), IDLE_MS).unref();
      }
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#module, { resourceLimits: LIMITS });
    worker.on("error", () => void this.#end(worker)); // that of a task is told by `once`
    [this.#worker, this.#tasks] = [worker, 0];
    return worker;
  }

  async #end(worker: Worker): Promise<void> {
    if (this.#worker === worker) this.#worker = undefined;
    await worker.terminate();
  }
}
