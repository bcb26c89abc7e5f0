import type { Instant } from "peak-cycle-model";
import type { Clock } from "../../../../src/platform/clock.js";

export interface ShiftedClock extends Clock {
  /** So much more time than on the machine has passed from now on. Sleeps that are over by it end at once. */
  shiftTo(offsetMs: number): void;
}

/** A clock that runs at the machine's pace, moved by an offset. Moves the monotonic clock of the process likewise. */
export function shiftedClock(startMs: number): ShiftedClock {
  const monotonic = performance.now.bind(performance);
  let offsetMs = startMs;
  performance.now = () => monotonic() + offsetMs - startMs;
  const sleepers = new Set<() => void>();
  const passed = () => Date.now() + offsetMs;
  return {
    now: () => passed() as Instant,
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
    shiftTo(newMs) {
      offsetMs = newMs;
      for (const wake of [...sleepers]) wake();
    },
  };
}
