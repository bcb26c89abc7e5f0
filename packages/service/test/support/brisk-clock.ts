import type { Instant } from "peak-cycle-model";
import type { Clock } from "../../src/platform/clock.js";
import { FETCH_LIMITS } from "../../src/sources/fetch-json.js";

/** Sleeps of exactly these lengths are the deadlines of live and history calls. */
const DEADLINES_MS: readonly number[] = [FETCH_LIMITS.liveMs, FETCH_LIMITS.historyMs];

export interface BriskClock extends Clock {
  /** Waits that were slept, in ms, in order; deadlines are not among them. */
  readonly waits: number[];
  /** Moves time on without waking anyone. */
  pass(ms: number): void;
  /** Ends every deadline that is running. */
  runOut(): void;
}

/** A clock for real sockets: a wait is over at once and moves time, a call's deadline waits until it is told to run out. */
export function briskClock(start: string): BriskClock {
  let now = Date.parse(start);
  const waits: number[] = [];
  const deadlines = new Set<() => void>();
  return {
    waits,
    now: () => now as Instant,
    pass(ms) {
      now += ms;
    },
    runOut() {
      for (const end of deadlines) end();
    },
    async sleep(ms, signal) {
      signal.throwIfAborted();
      if (!DEADLINES_MS.includes(ms)) {
        waits.push(ms);
        now += ms;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        deadlines.add(resolve);
        signal.addEventListener("abort", () => {
          deadlines.delete(resolve);
          reject(signal.reason);
        });
      });
    },
  };
}
