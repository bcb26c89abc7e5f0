import type { Instant } from "peak-cycle-model";
import type { Clock } from "../../../../src/platform/clock.js";

export interface ShiftedClock extends Clock {
  /**
   * So much more time than on the machine has passed from now on. Sleeps that are over by it end at once.
   *
   * @param aheadMs how far the clock is wrong besides: neither sleeps nor the monotonic clock know of it
   */
  shiftTo(offsetMs: number, aheadMs?: number): void;
}

/** A clock that runs at the machine's pace, moved by an offset. Moves the monotonic clock of the process likewise. */
export function shiftedClock(startMs: number, startAheadMs = 0): ShiftedClock {
  const monotonic = performance.now.bind(performance);
  let [offsetMs, aheadMs] = [startMs, startAheadMs];
  performance.now = () => monotonic() + offsetMs - startMs;
  const sleepers = new Set<() => void>();
  const passed = () => Date.now() + offsetMs;
  return {
    now: () => (passed() + aheadMs) as Instant,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const due = passed() + ms;
        let timer = setTimeout(wake, ms);
        const settle = (end: () => void) => {
          clearTimeout(timer);
          sleepers.delete(wake);
          signal.removeEventListener("abort", leave);
          end();
        };
        function leave() {
          settle(() => reject(signal.reason));
        }
        function wake() {
          clearTimeout(timer);
          if (passed() >= due) settle(resolve);
          else timer = setTimeout(wake, due - passed());
        }
        sleepers.add(wake);
        signal.addEventListener("abort", leave, { once: true });
      }),
    shiftTo(newMs, newAheadMs = 0) {
      [offsetMs, aheadMs] = [newMs, newAheadMs];
      for (const wake of [...sleepers]) wake();
    },
  };
}
