/** The clock, as an interface that tests replace, and the system's. */
import { setTimeout as wait } from "node:timers/promises";
import { type Instant, MINUTE_MS, plus } from "peak-cycle-model";

/**
 * The time of day, which can be changed. Durations that must not jump with it are measured with a separate
 * `monotonicMs`.
 */
export interface Clock {
  now(): Instant;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now() as Instant,
  async sleep(ms, signal) {
    await wait(ms, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted(); // Node's own error carries the reason only as its cause
      throw error;
    });
  },
};

/**
 * HTTP dates have a resolution of one second, a response may take a minute, and a row's price may be five minutes old.
 * Two minutes cannot move a row to another day or give it a price it could not have had anyway.
 */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/** Stored data with a later time are skipped: they would look fresh until then, and newer ones would be rejected. */
export function latestOf(clock: Clock): Instant {
  return plus(clock.now(), CLOCK_TOLERANCE_MS);
}
