import { Worker } from "node:worker_threads";
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

/** One thread of our own for work that would hold up requests: one task after the other, started when there is one. */
export class WorkerThread {
  readonly #module: URL;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #tasks = 0;
  readonly #turns = new Turns();

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
    return this.#turns.take(signal, () => this.#runNow(task, signal));
  }

  async #runNow(task: unknown, signal: AbortSignal): Promise<unknown> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    this.#tasks++;
    worker.ref();
    const { promise: ended, resolve, reject } = Promise.withResolvers<unknown>();
    const silence = setTimeout(() => reject(new Error(`the thread said nothing for ${SILENCE_MS} ms`)), SILENCE_MS);
    const onAbort = () => reject(signal.reason);
    const onMessage = (message: FromThread) => {
      if ("failed" in message) reject(new Error(message.failed));
      else resolve(message.result);
    };
    const onExit = (code: number) => reject(new Error(`the thread ended with ${code}`));
    worker.on("message", onMessage).once("error", reject).once("exit", onExit);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      worker.postMessage(task);
      const result = await ended;
      if (this.#tasks < MOST_TASKS) this.#endWhenIdle(worker);
      else await this.#end(worker);
      return result;
    } catch (error) {
      await this.#end(worker);
      throw error;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener("abort", onAbort);
      worker.off("message", onMessage).off("error", reject).off("exit", onExit);
    }
  }

  #start(): Worker {
    this.#worker = new Worker(this.#module, { resourceLimits: LIMITS });
    this.#tasks = 0;
    return this.#worker;
  }

  async #end(worker: Worker): Promise<void> {
    if (this.#worker === worker) this.#worker = undefined;
    await worker.terminate();
  }

  #endWhenIdle(worker: Worker): void {
    worker.unref();
    worker.once("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#idle = setTimeout(() => void this.#end(worker), IDLE_MS).unref();
  }
}
