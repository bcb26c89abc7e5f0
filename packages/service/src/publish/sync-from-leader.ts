import { formatDay, hourOf, type Instant, plus, SECOND_MS } from "peak-cycle-model";
import type { HistoryCheck } from "../history/check-history.js";
import { unlessHeld } from "../history/publishing-holds.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { ChangeMarkers } from "../storage/lease-store.js";
import type { Stores } from "../storage/stores.js";
import {
  type PublishDeps,
  publishContext,
  publishHistory,
  publishRecord,
  publishScore,
  publishSources,
} from "./publish-stored.js";

/**
 * Publishes what other instances have stored: reads again what has changed since it was last read. A leader reads nothing:
 * it publishes what it makes.
 *
 * @returns to be called with each poll. @throws StorageError; what could not be read is read after the next poll
 */
export function syncFromLeader(deps: LeaderSyncDeps) {
  const { clock, log, stores, history, published } = deps;
  let read: SeenMarkers = {};
  let publishedHour: Instant | undefined;
  let nextLogAt: Instant | undefined;
  let recheckAt: Instant | undefined;

  async function publishHour(): Promise<void> {
    await publishContext(deps);
    publishedHour = hourOf(clock.now());
  }

  /** Checks the history and publishes it; one that contradicts what was signed is checked again after a while. */
  async function checkHistory(): Promise<void> {
    recheckAt = undefined;
    if (!(await unlessHeld(() => history.run(NEVER)))) {
      recheckAt = plus(clock.now(), RECHECK_MS);
      return;
    }
    await publishHistory(deps);
  }

  /** What to publish when a marker has changed. */
  const refreshes: readonly (readonly [keyof SeenMarkers, () => Promise<void>])[] = [
    ["snapshot", () => publishScore(deps)],
    ["chain", checkHistory],
    ["scores", publishHour],
    ["sources", () => publishSources(deps)],
    ["reports", () => publishRecord(deps)],
  ];

  async function follow(markers: ChangeMarkers): Promise<void> {
    for (const [name, refresh] of refreshes) {
      if (markers[name] === read[name]) continue;
      await refresh();
      read = { ...read, [name]: markers[name] };
    }
    if (recheckAt !== undefined && clock.now() >= recheckAt) await checkHistory();
    if (hourOf(clock.now()) !== publishedHour) await publishHour(); // an hour without a score is seen too
    if (published.now.get().score !== undefined || clock.now() < (nextLogAt ?? 0)) return;
    nextLogAt = plus(clock.now(), LOG_EVERY_MS);
    const closed = await stores.days.lastClosedDay();
    log.info({ closed: closed && formatDay(closed) }, "waiting for the first score of another instance");
  }

  return async (markers: ChangeMarkers, isLeader: boolean): Promise<void> => {
    if (isLeader) read = {};
    else await follow(markers);
  };
}

/** A check costs a second of a core, and nothing but its repetition shows that the history was put right. */
const RECHECK_MS = 15 * SECOND_MS;

/** A follower ends with its database. */
const NEVER = new AbortController().signal;

/** How often the first fetch of another instance is logged. */
const LOG_EVERY_MS = 30 * SECOND_MS;

interface LeaderSyncDeps extends PublishDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Stores;
  readonly history: Pick<HistoryCheck, "run" | "current">;
}

/** The markers for which the data was last read. */
type SeenMarkers = { readonly [Name in keyof Omit<ChangeMarkers, "now" | "isFree">]?: string | undefined };
