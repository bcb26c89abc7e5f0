import { setMaxListeners } from "node:events";
import { Cron } from "croner";
import { NotEnoughDataError, PublishingHeldError, ServiceError } from "../domain/errors.js";
import { type Instant, MINUTE_MS, plus, SECOND_MS } from "../domain/instant.js";
import type { Clock, Log, Meters } from "../operations/ports.js";
import { OWN_MINUTE, readOwnMinute } from "../operations/public-data-loader.js";
import type { InstallationStore, Stores } from "../operations/store-ports.js";
import { type Backoff, backoffMs } from "../operations/timing.js";

/** What the schedule runs. */
export interface Tasks {
  /** Fetches the past at the first start; does nothing later. */
  readonly backfill: (signal: AbortSignal) => Promise<void>;
  readonly pollPrice: (signal: AbortSignal) => Promise<void>;
  readonly collectAndScore: (signal: AbortSignal) => Promise<void>;
  readonly closeDays: (signal: AbortSignal) => Promise<void>;
  readonly keepRecord: (signal: AbortSignal) => Promise<void>;
  readonly compareFigures: (signal: AbortSignal) => Promise<void>;
  /** Posts announcements: one task a receiver, so that none waits for another. */
  readonly deliver: readonly ((signal: AbortSignal) => Promise<void>)[];
}

export interface Job {
  readonly name: string;
  /** The first moment after `at` at which it is due. `at` is the end of a run; with `makesUp` also its start. */
  readonly next: (at: Instant) => Instant;
  /** Whether it runs again at once when it became due during its own run. Else that moment is skipped. */
  readonly makesUp?: boolean;
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

/** Between two requests of the price; with the longest answer allowed it stays well under 90 s old. */
const PRICE_EVERY_MS = 40 * SECOND_MS;
const PRICE_JITTER_MS = 10 * SECOND_MS;

/** The hourly round starts somewhere in this minute, so that installations do not all ask at the same second. */
const ROUND_JITTER_MS = 50 * SECOND_MS;

/** The hourly round keeps clear of the full hour, when everybody else asks. */
const EARLIEST_MINUTE = 3;
const LATEST_MINUTE = 20;

/** Between two checks for announcements to post. */
const DELIVER_EVERY_MS = 10 * SECOND_MS;

/** The hour, in UTC, at which figures are compared. */
const COMPARE_HOUR = 9;

/**
 * All the work of a running service, until the signal ends it: the price at once and for ever; then the first
 * backfill, if it is due; then what was missed while the service was down; then the timetable.
 */
export async function runSchedule(
  deps: RunnerDeps & Pick<Stores, "installation">,
  tasks: Tasks,
  signal: AbortSignal,
): Promise<void> {
  setMaxListeners(0, signal); // each job sleeps or waits for several sources with it; Node takes over ten for a leak
  const minute = await ownMinute(deps.installation, deps.random);
  const [price, ...others] = timetable(tasks, minute, deps.random);
  const catchUpAndGoOn = async (): Promise<void> => {
    await runUntilDone(deps, { name: "backfill", run: tasks.backfill }, signal);
    await Promise.all(others.map((job) => runJob(deps, job, signal)));
  };
  await Promise.all([runJob(deps, price, signal), catchUpAndGoOn()]);
}

/**
 * When each job runs. Each job also runs once at the start, to catch up: what is done already is left alone.
 *
 * @param minute of the hour at which this installation's hourly round starts
 * @param random 0 <= value < 1
 */
function timetable(tasks: Tasks, minute: number, random: () => number): readonly [price: Job, ...others: Job[]] {
  return [
    { name: "price", next: (at) => plus(at, PRICE_EVERY_MS + random() * PRICE_JITTER_MS), run: tasks.pollPrice },
    {
      name: "hourly score",
      makesUp: true,
      next: (at) => plus(nextRun(`${minute} * * * *`, at), random() * ROUND_JITTER_MS),
      run: tasks.collectAndScore,
    },
    // On the dot. Usually no source is asked: all it needs was collected before.
    { name: "close day", makesUp: true, next: (at) => nextRun("0 6 * * *", at), run: tasks.closeDays },
    // Half an hour after the closing. Does nothing when no day was closed since the last record.
    { name: "record", next: (at) => nextRun("30 * * * *", at), run: tasks.keepRecord },
    {
      name: "compare figures", // by then yesterday is published everywhere and closed here
      next: (at) => plus(nextRun(`${minute} ${COMPARE_HOUR} * * *`, at), random() * ROUND_JITTER_MS),
      run: tasks.compareFigures,
    },
    ...tasks.deliver.map((run) => ({ name: "announcements", next: (at: Instant) => plus(at, DELIVER_EVERY_MS), run })),
  ];
}

/** The installation's own minute of the hour: drawn once, then kept. */
async function ownMinute(installation: InstallationStore, random: () => number): Promise<number> {
  const stored = await readOwnMinute(installation);
  if (stored !== undefined) return stored;
  const minute = EARLIEST_MINUTE + Math.floor(random() * (LATEST_MINUTE - EARLIEST_MINUTE + 1));
  await installation.put(OWN_MINUTE, String(minute));
  return minute;
}

/**
 * The next moment after `at` that a cron pattern names, in UTC.
 *
 * @param pattern five fields, e.g. `0 6 * * *`
 */
export function nextRun(pattern: string, at: Instant): Instant {
  const next = new Cron(pattern, { timezone: "UTC", paused: true }).nextRun(new Date(at));
  if (next === null) throw new RangeError(`never runs: ${pattern}`);
  return next.getTime() as Instant;
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
    const begun = deps.clock.now();
    await runUntilDone(deps, job, signal);
    let isDue = job.makesUp === true && job.next(begun) <= deps.clock.now();
    while (!isDue) isDue = await sleepUntil(deps.clock, job.next(deps.clock.now()), signal);
  }
}

/**
 * Runs once, and again after growing pauses until a run succeeds or the signal aborts. A run that fails because
 * publishing is held back is not logged: the hold itself was.
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
