/** Lets one caller through at a time, in the order in which they came. */
export class Turns {
  #tail: Promise<unknown> = Promise.resolve();

  /**
   * Calls once all callers before have ended.
   *
   * @throws what the call throws; the signal's reason when that aborts before
   */
  async take<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const ahead = this.#tail;
    const { promise: turn, resolve: over } = Promise.withResolvers<void>();
    this.#tail = ahead.then(() => turn);
    try {
      await untilAborted(ahead, signal);
      return await call();
    } finally {
      over();
    }
  }
}

/** Resolves with a promise, or rejects as soon as the signal aborts. */
function untilAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    void promise.then(() => {
      signal.removeEventListener("abort", leave);
      resolve();
    });
  });
}
