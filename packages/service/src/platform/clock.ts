import { setTimeout as wait } from "node:timers/promises";
import { type Instant, MINUTE_MS, plus } from "peak-cycle-model";

/**
 * The time of day, which may be set. Lengths of time that must not jump with it are measured with a `monotonicMs`
 * beside it.
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
    try {
      await wait(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted(); // Node's own error only has the reason as its cause
      throw error;
    }
  },
};

/**
 * HTTP tells time to the second and an answer may be under way for a minute; the price of a row may be five minutes
 * old. Within two minutes no row changes its day and none has a price that it could not have had anyway.
 */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/** What is stored with a later time is passed over: it would look fresh until then, and newer ones would be refused. */
export function latestOf(clock: Pick<Clock, "now">): Instant {
  return plus(clock.now(), CLOCK_TOLERANCE_MS);
}
