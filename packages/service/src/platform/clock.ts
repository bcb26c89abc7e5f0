import type { Instant } from "peak-cycle-model";

/** The time of day, which may be set. Lengths of time that must not jump with it are measured with a `monotonicMs` beside it. */
export interface Clock {
  now(): Instant;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
