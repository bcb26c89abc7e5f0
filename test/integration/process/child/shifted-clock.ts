import type { Instant } from "../../../../src/domain/instant.js";
import type { Clock } from "../../../../src/operations/ports.js";

export interface ShiftedClock extends Clock {
  /** The clock is ahead of the machine's by this much from now on. Sleeps that are over by it end at once. */
  shiftTo(offsetMs: number): void;
}

/** A clock that runs at the machine's pace, moved by an offset. Moves the monotonic clock of the process likewise. */
export function shiftedClock(startMs: number): ShiftedClock {
  const monotonic = performance.now.bind(performance);
  let offsetMs = startMs;
  performance.now = () => monotonic() + offsetMs - startMs;
  const sleepers = new Set<() => void>();
  const now = () => (Date.now() + offsetMs) as Instant;
  return {
    now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const due = now() + ms;
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
          if (now() >= due) settle(resolve);
          else timer = setTimeout(wake, due - now());
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
