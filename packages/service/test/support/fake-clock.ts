/** A clock that a test controls. */
import type { Instant } from "peak-cycle-model";
import type { Clock } from "../../src/platform/clock.js";

interface Sleeper {
  readonly due: number;
  wake(): void;
}

export interface FakeClock extends Clock {
  /** The duration of each sleep in ms, in order. */
  readonly waits: readonly number[];
  /** Advances time, waking sleepers in order of their due times. */
  advance(ms: number): Promise<void>;
  /** Moves time back without waking anyone, as when the machine's clock is set. */
  setBack(ms: number): void;
  /** The number of sleepers; a test waits for this before it moves time. */
  sleepers(): number;
}

/** A clock that a test moves. */
export function fakeClock(start: string): FakeClock {
  return clockThat(start, false);
}

/** A clock for real sockets: a sleep ends at once and advances the time. */
export function briskClock(start: string): FakeClock {
  return clockThat(start, true);
}

function clockThat(start: string, isBrisk: boolean): FakeClock {
  let now = Date.parse(start);
  let asleep: Sleeper[] = [];
  const waits: number[] = [];
  const advance = async (ms: number) => {
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
  };
  const sleep = async (ms: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    waits.push(ms);
    if (isBrisk) return advance(ms);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper = { due: now + ms, wake: resolve };
    asleep.push(sleeper);
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    return promise.finally(() => {
      signal.removeEventListener("abort", leave);
      asleep = asleep.filter((each) => each !== sleeper);
    });
  };
  const setBack = (ms: number) => {
    now -= ms;
  };
  return { waits, now: () => now as Instant, sleepers: () => asleep.length, advance, setBack, sleep };
}
