import type { Clock } from "../operations/ports.js";

/** Requests to one source: one after the other, and apart. */
export interface PoliteLine {
  /** Runs a task when all earlier ones are over; leaves the line when the signal aborts. */
  inTurn<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T>;
  /** Waits until the spacing since the last request has passed. */
  space(signal: AbortSignal): Promise<void>;
  /** Marks the end of a request. */
  spent(): void;
}

export function politeLine(clock: Clock, spacingMs: number): PoliteLine {
  let tail: Promise<unknown> = Promise.resolve();
  let spentAt = Number.NEGATIVE_INFINITY;
  return {
    inTurn(signal, task) {
      const ahead = tail;
      const turn = reached(ahead, signal).then(task);
      tail = Promise.allSettled([ahead, turn]).then(() => undefined); // without the answers, which would pile up
      return turn;
    },
    async space(signal) {
      const waitMs = Math.min(spacingMs, spentAt + spacingMs - clock.now()); // a clock set back must not stretch the wait
      if (waitMs > 0) await clock.sleep(waitMs, signal);
    },
    spent() {
      spentAt = clock.now();
    },
  };
}

function reached(ahead: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    ahead.then(() => {
      signal.removeEventListener("abort", leave);
      resolve();
    });
  });
}
