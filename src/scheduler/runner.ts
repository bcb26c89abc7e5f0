import { NotEnoughDataError, PublishingHeldError, ServiceError } from "../domain/errors.js";
import { type Instant, MINUTE_MS, SECOND_MS } from "../domain/instant.js";
import type { Clock, Log, Meters } from "../operations/ports.js";
import { type Backoff, backoffMs } from "../operations/timing.js";

export interface Job {
  readonly name: string;
  /** When to run next, given the moment the last run ended; the first is asked with the moment of the start. */
  readonly next: (at: Instant) => Instant;
  /** Idempotent: a run that finds its work done does nothing. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

export interface RunnerDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 <= value < 1, for jitter. */
  readonly random: () => number;
  readonly meters?: Pick<Meters, "job"> | undefined;
}

/** Long sleeps are cut into slices, so that a machine that slept or had its clock set is late by this at most. */
const SLICE_MS = 30 * SECOND_MS;

/** A failed run is tried again after 15 s, then twice as long each time, at most 5 minutes. */
const RETRY: Backoff = { firstMs: 15 * SECOND_MS, maxMs: 5 * MINUTE_MS };

/**
 * Runs a job at once and then whenever it is due, one run after the other, so that it never overlaps itself.
 * Ends only by the signal, with its reason.
 */
export async function runJob(deps: RunnerDeps, job: Job, signal: AbortSignal): Promise<never> {
  for (;;) {
    await runUntilDone(deps, job, signal);
    let isDue = false;
    while (!isDue) isDue = await sleepUntil(deps.clock, job.next(deps.clock.now()), signal);
  }
}

/**
 * Runs once, and again after a growing pause until a run succeeds. Only a stop ends it otherwise. That publishing is held
 * back is logged where it begins, not with each run.
 */
export async function runUntilDone(
  deps: RunnerDeps,
  job: Pick<Job, "name" | "run">,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      return await (deps.meters?.job(job.name, job.run, signal) ?? job.run(signal));
    } catch (error) {
      signal.throwIfAborted();
      const retryMs = backoffMs(RETRY, failures, deps.random());
      const facts = { job: job.name, retryMs };
      if (error instanceof NotEnoughDataError) deps.log.warn({ ...facts, reason: error.message }, "job waits for data");
      else if (error instanceof PublishingHeldError) deps.log.debug(facts, "job is held back");
      else if (error instanceof ServiceError) deps.log.error({ ...facts, reason: error.message }, "job failed");
      else deps.log.error({ ...facts, error }, "job failed"); // a bug: with its stack
      await sleepUntil(deps.clock, (deps.clock.now() + retryMs) as Instant, signal);
    }
  }
}

/**
 * @returns false when the clock was set back meanwhile, as on a machine that begins with local time for UTC: what is due
 * in 40 s by the old time would be due in hours by the new one
 */
async function sleepUntil(clock: Clock, due: Instant, signal: AbortSignal): Promise<boolean> {
  let before = clock.now();
  for (let left = due - before; left > 0; left = due - before) {
    await clock.sleep(Math.min(left, SLICE_MS), signal);
    const now = clock.now();
    if (now < before) return false;
    before = now;
  }
  return true;
}
