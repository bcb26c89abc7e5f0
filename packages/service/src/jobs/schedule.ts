/**
 * Runs jobs: immediately, then whenever they are due. A failed run is retried after a pause; runs of a job never
 * overlap.
 */

import { HOUR_MS, type Instant, NotEnoughDataError, plus, SECOND_MS } from "peak-cycle-model";
import { PublishingHeldError, ServiceError, StorageError } from "../domain/errors.js";
import type { Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import { type Log, Rarely } from "../platform/log.js";
import { backoffMs, callWithin } from "../platform/timing.js";
import type { DatabaseHealth } from "./database-health.js";
import type { ClockNeed, PublishingGate } from "./publishing-gate.js";

/** No run should take this long, even with slow sources. The first fetch resumes where it stopped. */
const LONGEST_RUN_MS = HOUR_MS;

/** A run hangs. The term ends, and the run is abandoned. */
export class JobLateError extends ServiceError {}

/** Long sleeps are sliced, so that after suspend or a clock change a job is late by at most this. */
const SLICE_MS = 30 * SECOND_MS;

/** A failed run is retried after 15 s, then after twice as long each time, at most 5 minutes. */
const RETRY = { firstMs: 15 * SECOND_MS, maxMs: 5 * 60 * SECOND_MS };

/** The database is retried sooner: it is ours, and the score is waiting for it. */
const STORAGE_RETRY = { firstMs: 15 * SECOND_MS, maxMs: 30 * SECOND_MS };

/** A job. Idempotent: a run that finds its work done does nothing. */
export interface Job<T = unknown> {
  /** For log and metrics. */
  readonly name: string;
  /** What must be known about this machine's clock before it runs; nothing by default. */
  readonly needs?: ClockNeed;
  /** Whether there is anything to do; always by default. */
  isDue?(): boolean;
  run(signal: AbortSignal): Promise<T>;
}

/**
 * Runs a job once if it is due and the publishing gate lets it through.
 *
 * @returns the job's result; `undefined` if it was not due
 * @throws what the gate or the job throws
 */
export async function runJob<T>(gate: PublishingGate, job: Job<T>, signal: AbortSignal): Promise<T | undefined> {
  if (job.isDue?.() === false) return undefined;
  if (job.needs !== undefined) await gate.confirmClock(job.needs, signal);
  return job.run(signal);
}

/** The jobs of one term. */
export class Scheduler {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #gate: PublishingGate;
  readonly #health: DatabaseHealth;
  readonly #signal: AbortSignal;
  readonly #meters: Meters | undefined;
  readonly #rarely: Rarely;

  /** @param signal ends all jobs */
  constructor(
    clock: Clock,
    log: Log,
    gate: PublishingGate,
    health: DatabaseHealth,
    signal: AbortSignal,
    meters?: Meters,
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#gate = gate;
    this.#health = health;
    this.#signal = signal;
    this.#meters = meters;
    this.#rarely = new Rarely(clock, HOUR_MS);
  }

  /**
   * Runs a job repeatedly. Ends only with the signal, rejecting with its reason, or with a run that hangs.
   *
   * @param next returns the next due time after an instant; if a due time passes during a run, the next run follows
   *   immediately
   */
  async keepRunning(job: Job, next: (at: Instant) => Instant): Promise<never> {
    for (;;) {
      const startedAt = this.#clock.now();
      await this.runUntilDone(job);
      let isDue = next(startedAt) <= this.#clock.now();
      while (!isDue) isDue = await this.#sleepUntil(next(this.#clock.now()));
    }
  }

  /**
   * Runs until a run succeeds, with growing pauses. Failures because publishing is on hold or the database is
   * unavailable are not logged here, since those states are logged themselves.
   *
   * @throws the signal's reason; JobLateError if a run hangs
   */
  async runUntilDone(job: Job): Promise<void> {
    const { name } = job;
    const run = (until: AbortSignal) => runJob(this.#gate, job, until);
    const timeoutError = new JobLateError(`${name} did not end within ${LONGEST_RUN_MS / HOUR_MS} h`);
    const runOnce = (until: AbortSignal) =>
      callWithin(this.#clock, { ms: LONGEST_RUN_MS, late: timeoutError }, until, run);
    for (let failures = 0; ; failures++) {
      try {
        await (this.#meters?.job(name, runOnce, this.#signal) ?? runOnce(this.#signal));
        this.#health.works(name);
        return;
      } catch (error) {
        this.#signal.throwIfAborted();
        if (error === timeoutError) throw error;
        const retryMs = backoffMs(error instanceof StorageError ? STORAGE_RETRY : RETRY, failures, Math.random());
        this.#tell(name, retryMs, error);
        await this.#sleepUntil(plus(this.#clock.now(), retryMs));
      }
    }
  }

  #tell(job: string, retryMs: number, error: unknown): void {
    const facts = { job, retryMs };
    if (error instanceof StorageError) this.#health.failed(job, error);
    else if (error instanceof PublishingHeldError) this.#log.debug(facts, "job skipped while publishing is paused");
    else if (error instanceof NotEnoughDataError) {
      const { message: reason } = error;
      const due = this.#rarely.due(`${job} ${reason}`);
      if (due !== undefined) this.#log.warn({ ...facts, reason, ...due }, "job waiting for data");
    } else if (error instanceof ServiceError) this.#log.error({ ...facts, reason: error.message }, "job failed");
    else this.#log.error({ ...facts, error }, "job failed"); // a bug; logged with its stack
  }

  /**
   * @returns false if the clock was set back meanwhile, as on a machine that boots with local time as UTC: a job due in
   *   40 s would now be due in hours
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

/** The first instant after `at` that is `offsetMs` past the start of a UTC period of `periodMs`, an hour or a day. */
export function nextAfter(at: Instant, periodMs: number, offsetMs: number): Instant {
  return ((Math.floor((at - offsetMs) / periodMs) + 1) * periodMs + offsetMs) as Instant;
}
