import { plus, SECOND_MS } from "../domain/instant.js";
import type { InstallationStore } from "../operations/store-ports.js";
import { nextRun } from "./next-run.js";
import type { Job } from "./runner.js";

/** What the schedule sets off. */
export interface Tasks {
  readonly watchPrice: (signal: AbortSignal) => Promise<void>;
  readonly collectAndScore: (signal: AbortSignal) => Promise<void>;
  readonly closeDays: (signal: AbortSignal) => Promise<void>;
  readonly keepRecord: (signal: AbortSignal) => Promise<void>;
  readonly compareFigures: (signal: AbortSignal) => Promise<void>;
}

/** Between two looks at the price; with the longest answer allowed it stays well under 90 s old. */
const PRICE_EVERY_MS = 40 * SECOND_MS;
const PRICE_JITTER_MS = 10 * SECOND_MS;

/** The hourly round starts somewhere in this minute, so that installations do not all ask at the same second. */
const ROUND_JITTER_MS = 50 * SECOND_MS;

/** The hourly round keeps clear of the full hour, when everybody else asks. */
const EARLIEST_MINUTE = 3;
const LATEST_MINUTE = 20;

/** The hour, in UTC, at which figures are compared. */
const COMPARE_HOUR = 9;

/**
 * The whole schedule. Each job also runs once at the start, to catch up: what is done already is left alone.
 *
 * @param minute of the hour at which this installation's hourly round starts
 * @param random 0 <= value < 1
 */
export function jobs(tasks: Tasks, minute: number, random: () => number): readonly [price: Job, ...others: Job[]] {
  return [
    { name: "price", next: (at) => plus(at, PRICE_EVERY_MS + random() * PRICE_JITTER_MS), run: tasks.watchPrice },
    {
      name: "hourly score",
      next: (at) => plus(nextRun(`${minute} * * * *`, at), random() * ROUND_JITTER_MS),
      run: tasks.collectAndScore,
    },
    // On the dot, and without a question to anyone in the usual case: all it needs was collected before.
    { name: "close day", next: (at) => nextRun("0 6 * * *", at), run: tasks.closeDays },
    // Half an hour after a day was closed, or was tried to be; when nothing was, the record is left as it is.
    { name: "record", next: (at) => nextRun("30 * * * *", at), run: tasks.keepRecord },
    {
      name: "compare figures", // by then yesterday is published everywhere and closed here
      next: (at) => plus(nextRun(`${minute} ${COMPARE_HOUR} * * *`, at), random() * ROUND_JITTER_MS),
      run: tasks.compareFigures,
    },
  ];
}

/** The installation's own minute of the hour: drawn once, then kept. */
export async function ownMinute(installation: InstallationStore, random: () => number): Promise<number> {
  const stored = Number((await installation.get("minute")) ?? Number.NaN);
  if (Number.isInteger(stored) && stored >= 0 && stored < 60) return stored;
  const minute = EARLIEST_MINUTE + Math.floor(random() * (LATEST_MINUTE - EARLIEST_MINUTE + 1));
  await installation.put("minute", String(minute));
  return minute;
}
