import type { Clock } from "../operations/ports.js";

/** No request waits longer for its verdict. Source: the issue, "falls back to its own limit within 100 ms". */
export const MOST_WAIT_MS = 100;

/** A timer fires late rather than early, and the answer has to be written: a quarter of the time is kept for that. */
export const PATIENCE_MS = 0.75 * MOST_WAIT_MS;

export interface LateWatch {
  /** Someone waits. */
  begin(): void;
}

/**
 * Watches over those who wait, with one timer however many they are: in a busy service one every 75 ms.
 *
 * @param waiting in the order in which they came
 * @param tooLate called when the first of them has waited for 75 ms
 */
export function lateWatch(
  { clock, monotonicMs }: { readonly clock: Pick<Clock, "sleep">; readonly monotonicMs: () => number },
  waiting: ReadonlySet<{ readonly since: number }>,
  tooLate: () => void,
): LateWatch {
  let isWatching = false;

  async function watch(): Promise<void> {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const left = first.since + PATIENCE_MS - monotonicMs();
      if (left > 0) await clock.sleep(Math.ceil(left), NEVER);
      else {
        // Timers come before sockets: when this process itself stood still, the verdict may lie there unread.
        await new Promise((resolve) => setImmediate(resolve));
        if (waiting.has(first)) tooLate();
      }
    }
    isWatching = false;
  }

  return {
    begin() {
      if (isWatching) return;
      isWatching = true;
      void watch();
    },
  };
}

/** These sleeps are short enough to be slept to the end. */
const NEVER = new AbortController().signal;
