/** Decides which of several instances does the jobs: the one that holds the lease in their database. */

import { SECOND_MS } from "peak-cycle-model";
import { StorageError } from "../domain/errors.js";
import { callUntil, waitAtMost } from "../platform/timing.js";
import { type ChangeMarkers, LEASE_MS, type LeaseStore } from "../storage/lease-store.js";
import type { RunnerDeps } from "./schedule.js";

/**
 * Follows what the leader stores, and leads whenever nobody holds the lease, until the signal ends it. While the database
 * is away everything stays as it is.
 *
 * @param lead the jobs of one leadership; `undefined` for an instance that only follows
 */
export async function runElection(
  deps: ElectionDeps,
  lead: Election["lead"] | undefined,
  stop: AbortSignal,
): Promise<never> {
  const poll = poller(deps);
  for (;;) {
    const isFree = await poll(false, stop);
    const askedAt = deps.monotonicMs();
    const epoch = isFree && lead !== undefined ? await acquire(deps, stop) : undefined;
    if (epoch !== undefined && lead !== undefined) await runAsLeader(deps, { epoch, askedAt, lead }, stop, poll);
    await deps.clock.sleep(POLL_MS + deps.random() * POLL_JITTER_MS, stop);
  }
}

/**
 * Two polls are at most 3 s apart, jitter included. A follower has to show within 5 s what the leader has stored; the
 * other 2 s are for four short queries.
 */
export const POLL_MS = 2 * SECOND_MS;

export const POLL_JITTER_MS = SECOND_MS;

/**
 * The lease is renewed every fifth of its length, and after a failure three times as often: with a lease of 15 s the
 * database may be away for 11 s without a change of leader.
 */
const RENEWALS = 5;

const RETRY_SPEEDUP = 3;

/** At a stop this long is spent on releasing the lease; one that is not released expires by itself. */
const RELEASE_TIMEOUT_MS = 2 * SECOND_MS;

/** The time for which this instance does the jobs. */
export interface Leadership {
  /** The fencing token of its writes. */
  readonly epoch: number;
  /** Aborted when the lease is lost, or the service is told to stop. */
  readonly signal: AbortSignal;
  /** Ends the leadership, by default since a write was refused. */
  readonly end: (reason?: string) => void;
}

interface LeaderDeps extends RunnerDeps {
  readonly lease: LeaseStore;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
}

interface ElectionDeps extends LeaderDeps {
  /** The name of this instance, for people who look into the database. */
  readonly holder: string;
  /** Given what each poll has found, and whether this instance leads. */
  readonly onPoll: (markers: ChangeMarkers, isLeader: boolean) => Promise<void>;
}

/** A lease that was acquired, and what to do with it. */
interface Election {
  readonly epoch: number;
  /** When the lease was asked for, in monotonic ms: before the database began to count. */
  readonly askedAt: number;
  readonly lead: (leadership: Leadership) => Promise<void>;
}

/**
 * Leads until the lease is lost or the service is told to stop, and renews the lease meanwhile. However it ends, the
 * lease is released, so that another instance need not wait until it expires.
 *
 * @param poll called every few seconds beside the renewing; throws on a stop only
 * @throws the stop's reason, or what `lead` threw while the lease was held, unless that is a StorageError
 */
async function runAsLeader(
  deps: LeaderDeps,
  { epoch, askedAt, lead }: Election,
  stop: AbortSignal,
  poll?: Poll,
): Promise<void> {
  await callUntil(stop, async (signal, end) => {
    const lose = (reason: string): void => {
      if (signal.aborted) return;
      deps.log.warn({ epoch, reason }, "the jobs are given up");
      end(new Error(`turn ${epoch} is over: ${reason}`));
    };
    deps.log.info({ epoch }, "the jobs are taken over");
    void keepRenewing(deps, { epoch, askedAt, lose }, signal);
    if (poll !== undefined) void keepPolling(deps, poll, signal);
    try {
      await lead({ epoch, signal, end: (reason = "a write was refused") => lose(reason) });
    } catch (error) {
      if (!signal.aborted && !(error instanceof StorageError)) throw error;
      if (error instanceof StorageError) lose(error.message);
    } finally {
      end(new Error(`turn ${epoch} is over`));
      await release(deps, epoch);
    }
  });
  stop.throwIfAborted();
}

/** Polls the database once. @returns whether nobody holds the lease; false when the poll failed */
type Poll = (isLeader: boolean, stop: AbortSignal) => Promise<boolean>;

/** Logs once that the database is away, however long, and once that it is back. */
function poller({ lease, log, onPoll }: ElectionDeps): Poll {
  let fault: string | undefined;
  return async (isLeader, stop) => {
    try {
      const markers = await lease.poll();
      await onPoll(markers, isLeader);
      if (fault !== undefined) log.info({}, "the database is followed again");
      fault = undefined;
      return markers.isFree;
    } catch (error) {
      stop.throwIfAborted();
      const isAway = error instanceof StorageError;
      const reason = error instanceof Error ? error.message : "unknown";
      if (reason !== fault && isAway) log.warn({ reason }, "the database is not followed");
      if (reason !== fault && !isAway) log.error({ error }, "the database is not followed");
      fault = reason;
      return false;
    }
  };
}

async function acquire({ lease, holder, log }: ElectionDeps, stop: AbortSignal): Promise<number | undefined> {
  try {
    return await lease.acquire(holder);
  } catch (error) {
    stop.throwIfAborted();
    if (!(error instanceof StorageError)) throw error;
    log.warn({ reason: error.message }, "the jobs could not be taken over");
    return undefined;
  }
}

interface Renewal extends Pick<Election, "epoch" | "askedAt"> {
  readonly lose: (reason: string) => void;
}

/** Renews the lease until the leadership is over. Never throws. */
async function keepRenewing(deps: LeaderDeps, { epoch, askedAt, lose }: Renewal, over: AbortSignal): Promise<void> {
  const { lease, log, monotonicMs } = deps;
  let expiresAt = askedAt + LEASE_MS;
  void watchExpiry(deps, { expiresAt: () => expiresAt, lose }, over);
  const everyMs = LEASE_MS / RENEWALS;
  let pauseMs = everyMs;
  while (await hasSlept(deps, pauseMs, over)) {
    pauseMs = everyMs;
    const before = monotonicMs();
    try {
      if (await lease.renew(epoch)) expiresAt = before + LEASE_MS;
      else lose("it ran out");
    } catch (error) {
      pauseMs = everyMs / RETRY_SPEEDUP;
      // It is tried again until the lease expires; the polls log that the database is away.
      if (!(error instanceof StorageError)) log.error({ error }, "a turn could not be prolonged");
    }
  }
}

/** A loop of its own: renewing must not wait for what a poll makes this instance read. */
async function keepPolling(deps: LeaderDeps, poll: Poll, over: AbortSignal): Promise<void> {
  while (await hasSlept(deps, POLL_MS + deps.random() * POLL_JITTER_MS, over)) {
    await poll(true, over).catch(() => undefined); // thrown on a stop only
  }
}

/**
 * Gives the jobs up when the lease has expired by our own count. It began before the database's, so it never ends
 * later.
 */
async function watchExpiry(
  deps: LeaderDeps,
  { expiresAt, lose }: { readonly expiresAt: () => number; readonly lose: Renewal["lose"] },
  over: AbortSignal,
): Promise<void> {
  for (let left = expiresAt() - deps.monotonicMs(); left > 0; left = expiresAt() - deps.monotonicMs()) {
    if (!(await hasSlept(deps, left, over))) return;
  }
  lose("it could not be prolonged");
}

/** @returns false when the signal ended the sleep */
async function hasSlept({ clock }: Pick<LeaderDeps, "clock">, ms: number, over: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, over);
    return !over.aborted;
  } catch {
    return false;
  }
}

async function release({ lease, clock, log }: LeaderDeps, epoch: number): Promise<void> {
  const released = lease.release(epoch).catch((error: unknown) => {
    log.warn(
      { epoch, reason: error instanceof StorageError ? error.message : "unknown" },
      "the turn runs out by itself",
    );
  });
  await waitAtMost(clock, RELEASE_TIMEOUT_MS, released);
}
