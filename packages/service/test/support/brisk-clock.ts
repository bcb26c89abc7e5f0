import type { Instant } from "peak-cycle-model";
import type { Clock } from "../../src/platform/clock.js";

export interface BriskClock extends Clock {
  /** Waits that were slept, in ms, in order. */
  readonly waits: number[];
  /** Moves time on without waking anyone. */
  pass(ms: number): void;
}

/** A clock for real sockets: a wait is over at once and moves time. */
export function briskClock(start: string): BriskClock {
  let now = Date.parse(start);
  const waits: number[] = [];
  return {
    waits,
    now: () => now as Instant,
    pass(ms) {
      now += ms;
    },
    async sleep(ms, signal) {
      signal.throwIfAborted();
      waits.push(ms);
      now += ms;
    },
  };
}
