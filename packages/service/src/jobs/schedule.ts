/** When each job runs, how often a failed one is tried again, and what is made up after a pause. */

import { setMaxListeners } from "node:events";
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, NotEnoughDataError, plus, SECOND_MS } from "peak-cycle-model";
import { PublishingHeldError, ServiceError, StorageError } from "../domain/errors.js";
import type { Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import type { Log, LogFields } from "../platform/log.js";
import { type Backoff, backoffMs, callWithin } from "../platform/timing.js";
import type { DatabaseWatch } from "./database-watch.js";

/**
 * All the work of a running service, until the signal ends it: the price at once and for ever; then the first
 * fetch of the past, if it is due; then what was missed while the service was down; then the timetable.
 */
export async function runSchedule(deps: RunnerDeps, tasks: Tasks, minute: number, signal: AbortSignal): Promise<void> {
  setMaxListeners(0, signal); // each job sleeps or waits for several sources with it; Node takes over ten for a leak
  const [price, ...others] = timetable(tasks, minute, deps.random);
  const catchUpAndGoOn = async (): Promise<void> => {
    await runUntilDone(deps, { name: "first fetch", withinMs: FIRST_FETCH_MS, run: tasks.firstFetch }, signal);
    await Promise.all(others.map((job) => runJob(deps, job, signal)));
  };
  await Promise.all([runJob(deps, price, signal), catchUpAndGoOn()]);
}

type Task = (signal: AbortSignal) => Promise<void>;

/** What the schedule runs. A job has the name of its task, in words, in log and metrics too. */
export interface Tasks {
  /** Fetches the past at the first start; does nothing later. */
  readonly firstFetch: Task;
  readonly pollPrice: Task;
  readonly hourlyScore: Task;
  readonly closeDays: Task;
}

export interface Job {
  readonly name: string;
  /** The first moment after `at` at which it is due. `at` is the end of a run; with `makesUp` also its start. */
  readonly next: (at: Instant) => Instant;
  /** Whether it runs again at once when it became due during its own run. Else that moment is skipped. */
  readonly makesUp?: boolean;
  /**
   * A run that has not ended after this long is given up. No honest run takes as long, however slow the sources are.
   */
  readonly withinMs: number;
  /** Idempotent: a run that finds its work done does nothing. */
  readonly run: Task;
}

export interface RunnerDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 <= value < 1, for jitter. */
  readonly random: () => number;
  readonly meters?: Pick<Meters, "job"> | undefined;
  /** Told when a job cannot use the database, and when it can. */
  readonly watch?: Pick<DatabaseWatch, "jobFailed" | "jobEnded">;
  /** Called when a run was given up: where other processes can do the jobs, one of them goes on. */
  readonly onLate?: (job: string) => void;
}

/** Between two requests of the price; with the longest answer allowed it stays well under 90 s old. */
const PRICE_EVERY_MS = 40 * SECOND_MS;
const PRICE_JITTER_MS = 10 * SECOND_MS;

/** The hourly score starts somewhere in this minute, so that installations do not all ask at the same second. */
const HOURLY_JITTER_MS = 50 * SECOND_MS;

/** Days are closed at 06:00 UTC. */
const CLOSING_MS = 6 * HOUR_MS;

/** The first fetch of the past takes some minutes, and resumes where it was. */
const FIRST_FETCH_MS = 6 * HOUR_MS;

/**
 * When each job runs. Each job also runs once at the start, to catch up: what is done already is left alone.
 *
 * @param minute of the hour at which this installation's hourly score starts
 * @param random 0 <= value < 1
 */
function timetable(tasks: Tasks, minute: number, random: () => number): readonly [price: Job, ...others: Job[]] {
  return [
    {
      name: "poll price",
      withinMs: 10 * MINUTE_MS,
      next: (at) => plus(at, PRICE_EVERY_MS + random() * PRICE_JITTER_MS),
      run: tasks.pollPrice,
    },
    {
      name: "hourly score",
      makesUp: true,
      withinMs: HOUR_MS,
      next: (at) => plus(nextAfter(at, HOUR_MS, minute * MINUTE_MS), random() * HOURLY_JITTER_MS),
      run: tasks.hourlyScore,
    },
    // On the dot. Usually no source is asked: all it needs was collected before.
    {
      name: "close days",
      makesUp: true,
      withinMs: 2 * HOUR_MS,
      next: (at) => nextAfter(at, DAY_MS, CLOSING_MS),
      run: tasks.closeDays,
    },
  ];
}

/** The first moment after `at` that lies `offsetMs` behind the start of an hour or day in UTC, as `periodMs` says. */
export function nextAfter(at: Instant, periodMs: number, offsetMs: number): Instant {
  return ((Math.floor((at - offsetMs) / periodMs) + 1) * periodMs + offsetMs) as Instant;
}

/** The hourly score keeps clear of the full hour, when everybody else asks. */
const EARLIEST_MINUTE = 3;
const LATEST_MINUTE = 20;

/** Another minute of the hour for each installation, so that they do not all ask at the same time. */
export function drawMinute(random: () => number): number {
  return EARLIEST_MINUTE + Math.floor(random() * (LATEST_MINUTE - EARLIEST_MINUTE + 1));
}

/** Long sleeps are cut into slices, so that a machine that slept or had its clock set is late by this at most. */
const SLICE_MS = 30 * SECOND_MS;

/** A failed run is tried again after 15 s, then twice as long each time, at most 5 minutes. */
const RETRY: Backoff = { firstMs: 15 * SECOND_MS, maxMs: 5 * MINUTE_MS };

/** A database is asked again sooner: it is nobody else's, and the score waits for it. */
const STORAGE_RETRY: Backoff = { firstMs: 15 * SECOND_MS, maxMs: 30 * SECOND_MS };

/**
 * Runs a job at once and then whenever it is due, one run after the other, so that it never overlaps itself.
 * Ends only by the signal, with its reason.
 */
export async function runJob(deps: RunnerDeps, job: Job, signal: AbortSignal): Promise<never> {
  for (;;) {
    const begun = deps.clock.now();
    await runUntilDone(deps, job, signal);
    let isDue = job.makesUp === true && job.next(begun) <= deps.clock.now();
    while (!isDue) isDue = await sleepUntil(deps.clock, job.next(deps.clock.now()), signal);
  }
}

/**
 * Runs once, and again after growing pauses until a run succeeds or the signal aborts. A run that fails because
 * publishing is held back or the database fails is not logged: that itself was. A run that does not end in its time is
 * no longer waited for, so that whatever hangs in it, what it does goes on.
 */
export async function runUntilDone(
  deps: RunnerDeps,
  job: Pick<Job, "name" | "withinMs" | "run">,
  signal: AbortSignal,
): Promise<void> {
  const late = new JobLateError(`it did not end in ${job.withinMs / MINUTE_MS} min`);
  const run = (until: AbortSignal) => callWithin(deps.clock, { ms: job.withinMs, late }, until, job.run);
  let waits = { reason: "", since: 0, times: 0 };
  for (let failures = 0; ; failures++) {
    try {
      await (deps.meters?.job(job.name, run, signal) ?? run(signal));
      return deps.watch?.jobEnded(job.name);
    } catch (error) {
      signal.throwIfAborted();
      const retryMs = backoffMs(retryAfter(error), failures, deps.random());
      if (error instanceof NotEnoughDataError) waits = logWait(deps, { job: job.name, retryMs }, error.message, waits);
      else logFailure(deps, { job: job.name, retryMs }, error);
      if (error instanceof JobLateError) deps.onLate?.(job.name);
      await sleepUntil(deps.clock, (deps.clock.now() + retryMs) as Instant, signal);
    }
  }
}

/** A run has not ended in its time. */
class JobLateError extends Error {}

const retryAfter = (error: unknown): Backoff => (error instanceof StorageError ? STORAGE_RETRY : RETRY);

function logFailure({ log, watch }: RunnerDeps, facts: LogFields & { readonly job: string }, error: unknown): void {
  if (error instanceof StorageError && watch !== undefined) watch.jobFailed(facts.job, error);
  else if (error instanceof JobLateError) log.warn({ ...facts, reason: error.message }, "job is given up");
  else if (error instanceof PublishingHeldError) log.debug(facts, "job is held back");
  else if (error instanceof ServiceError) log.error({ ...facts, reason: error.message }, "job failed");
  else log.error({ ...facts, error }, "job failed"); // a bug: with its stack
}

/** How often the same reason for a wait is logged. */
const WAIT_LOG_MS = HOUR_MS;

function logWait(
  { clock, log }: RunnerDeps,
  facts: LogFields,
  reason: string,
  last: { readonly reason: string; readonly since: number; readonly times: number },
) {
  const [now, times] = [clock.now(), last.reason === reason ? last.times + 1 : 1];
  if (last.reason === reason && now - last.since < WAIT_LOG_MS) return { ...last, times };
  log.warn({ ...facts, reason, ...(times > 1 && { times }) }, "job waits for data");
  return { reason, since: now, times: 0 };
}

/**
 * @returns false when the clock was set back meanwhile, as on a machine that begins with local time for UTC: what is
 *   due in 40 s by the old time would be due in hours by the new one
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
