import type { Instant } from "peak-cycle-model";
import type { Clock } from "../../src/platform/clock.js";

interface Sleeper {
  readonly due: number;
  wake(): void;
}

export interface FakeClock extends Clock {
  /** Moves time on and wakes, in order of their time, those whose sleep ends on the way. */
  advance(ms: number): Promise<void>;
  /** How many are asleep: a test waits for this before it moves time. */
  sleepers(): number;
}

/** A clock that moves only when told to. */
export function fakeClock(start: string): FakeClock {
  let now = Date.parse(start);
  let asleep: Sleeper[] = [];
  return {
    now: () => now as Instant,
    sleepers: () => asleep.length,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const leave = () => {
          asleep = asleep.filter((each) => each !== sleeper);
          reject(signal.reason);
        };
        const sleeper = {
          due: now + ms,
          wake() {
            signal.removeEventListener("abort", leave);
            resolve();
          },
        };
        asleep.push(sleeper);
        signal.addEventListener("abort", leave, { once: true });
      }),
    async advance(ms) {
      const target = now + ms;
      for (;;) {
        const next = asleep.filter((each) => each.due <= target).sort((a, b) => a.due - b.due)[0];
        if (next === undefined) break;
        asleep = asleep.filter((each) => each !== next);
        now = Math.max(now, next.due);
        next.wake();
        await new Promise((settled) => setImmediate(settled));
      }
      now = target;
    },
  };
}

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
