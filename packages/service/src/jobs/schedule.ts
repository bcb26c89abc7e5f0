/** Runs jobs: at once, then whenever they are due; a failed run again after a pause, and never two runs at a time. */

import { HOUR_MS, type Instant, NotEnoughDataError, plus, SECOND_MS } from "peak-cycle-model";
import { PublishingHeldError, ServiceError, StorageError } from "../domain/errors.js";
import type { Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import { type Log, Rarely } from "../platform/log.js";
import { backoffMs, callWithin } from "../platform/timing.js";
import type { Troubles } from "./troubles.js";

/** No run should take this long, however slow the sources are. The first fetch resumes where it was. */
const LONGEST_RUN_MS = HOUR_MS;

/** A run hangs. The term ends, and whatever the run was waiting for is abandoned. */
export class JobLateError extends ServiceError {
  readonly code = "late";
}

/** Long sleeps are cut into slices, so that a machine that slept or had its clock set is late by this at most. */
const SLICE_MS = 30 * SECOND_MS;

/** A failed run is tried again after 15 s, then twice as long each time, at most 5 minutes. */
const RETRY = { firstMs: 15 * SECOND_MS, maxMs: 5 * 60 * SECOND_MS };

/** The database is retried sooner: it is our own, and the score is waiting for it. */
const STORAGE_RETRY = { firstMs: 15 * SECOND_MS, maxMs: 30 * SECOND_MS };

/** The jobs of one term. */
export class Scheduler {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #troubles: Troubles;
  readonly #signal: AbortSignal;
  readonly #meters: Meters | undefined;
  readonly #rarely: Rarely;

  /** @param signal ends all jobs */
  constructor(clock: Clock, log: Log, troubles: Troubles, signal: AbortSignal, meters?: Meters) {
    [this.#clock, this.#log, this.#troubles, this.#signal, this.#meters] = [clock, log, troubles, signal, meters];
    this.#rarely = new Rarely(clock, HOUR_MS);
  }

  /**
   * Runs a job for ever: ends only by the signal, with its reason, or with a run that hangs.
   *
   * @param next the first moment after another at which it is due; what came due during a run is made up for at once
   */
  async keepRunning(name: string, run: Run, next: (at: Instant) => Instant): Promise<never> {
    for (;;) {
      const begun = this.#clock.now();
      await this.runUntilDone(name, run);
      let isDue = next(begun) <= this.#clock.now();
      while (!isDue) isDue = await this.#sleepUntil(next(this.#clock.now()));
    }
  }

  /**
   * Runs once, and again after growing pauses until a run succeeds. A run that fails because publishing is held back
   * or the database fails is not logged: that itself was.
   *
   * @param name in words, for log and metrics
   * @throws the signal's reason; JobLateError when a run hangs
   */
  async runUntilDone(name: string, run: Run): Promise<void> {
    const late = new JobLateError(`${name} did not end in ${LONGEST_RUN_MS / HOUR_MS} h`);
    const limited = (until: AbortSignal) => callWithin(this.#clock, { ms: LONGEST_RUN_MS, late }, until, run);
    for (let failures = 0; ; failures++) {
      try {
        await (this.#meters?.job(name, limited, this.#signal) ?? limited(this.#signal));
        return this.#troubles.databaseWorks(name);
      } catch (error) {
        this.#signal.throwIfAborted();
        if (error === late) throw error;
        const retryMs = backoffMs(error instanceof StorageError ? STORAGE_RETRY : RETRY, failures, Math.random());
        this.#tell(name, retryMs, error);
        await this.#sleepUntil(plus(this.#clock.now(), retryMs));
      }
    }
  }

  #tell(job: string, retryMs: number, error: unknown): void {
    const facts = { job, retryMs };
    if (error instanceof StorageError) this.#troubles.databaseFailed(job, error);
    else if (error instanceof PublishingHeldError) this.#log.debug(facts, "job is held back");
    else if (error instanceof NotEnoughDataError) {
      const { message: reason } = error;
      const due = this.#rarely.due(`${job} ${reason}`);
      if (due !== undefined) this.#log.warn({ ...facts, reason, ...due }, "job waits for data");
    } else if (error instanceof ServiceError) this.#log.error({ ...facts, reason: error.message }, "job failed");
    else this.#log.error({ ...facts, error }, "job failed"); // a bug: with its stack
  }

  /**
   * @returns false when the clock was set back meanwhile, as on a machine that begins with local time for UTC: what is
   *   due in 40 s by the old time would be due in hours by the new one
   */
  async #sleepUntil(due: Instant): Promise<boolean> {
    let before = this.#clock.now();
    for (let left = due - before; left > 0; left = due - before) {
      await this.#clock.sleep(Math.min(left, SLICE_MS), this.#signal);
      const now = this.#clock.now();
      if (now < before) return false;
      before = now;
    }
    return true;
  }
}

/** Idempotent: a run that finds its work done does nothing. */
type Run = (signal: AbortSignal) => Promise<unknown>;

/** The first moment after `at` that lies `offsetMs` behind the start of an hour or day in UTC, as `periodMs` says. */
export function nextAfter(at: Instant, periodMs: number, offsetMs: number): Instant {
  return ((Math.floor((at - offsetMs) / periodMs) + 1) * periodMs + offsetMs) as Instant;
}
