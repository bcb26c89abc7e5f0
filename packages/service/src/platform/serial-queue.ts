/** Runs calls one after the other. */
import { untilAborted } from "./timing.js";

/** A queue that lets one caller through at a time, in order of arrival. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /**
   * Runs the call after all earlier ones have ended.
   *
   * @throws what the call throws, which does not stop the queue; the signal's reason if it aborts first
   */
  async run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const ahead = this.#tail;
    const { promise: turn, resolve: over } = Promise.withResolvers<void>();
    this.#tail = ahead.then(() => turn);
    try {
      await (signal === undefined ? ahead : untilAborted(ahead, signal));
      return await call();
    } finally {
      over();
    }
  }
}
