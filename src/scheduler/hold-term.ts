import { StorageError } from "../domain/errors.js";
import { SECOND_MS } from "../domain/instant.js";
import type { LeaseStore } from "../operations/store-ports.js";
import type { RunnerDeps } from "./runner.js";
import { waitAtMost } from "./wait-at-most.js";

/**
 * Between two looks, with the jitter: 3 s at most, of 5 s in which an answer of another instance has to be here; the
 * other 2 s are for four short queries.
 */
export const LOOK_MS = 2 * SECOND_MS;
export const LOOK_JITTER_MS = SECOND_MS;

/** One turn of this instance to do the jobs. */
export interface Term {
  /** Fences the term's writes. */
  readonly epoch: number;
  /** Aborted when the turn is over, or the service is told to stop. */
  readonly signal: AbortSignal;
  /** To be called when a write was refused: ends the turn. */
  readonly end: () => void;
}

export interface HoldDeps extends RunnerDeps {
  readonly lease: LeaseStore;
  readonly monotonicMs: () => number;
  /** A look at what other instances have stored; never throws. */
  readonly look: (isWorking: boolean, stop: AbortSignal) => Promise<unknown>;
}

export interface Turn {
  readonly epoch: number;
  /** When it was asked for, in monotonic ms: before the database began to count. */
  readonly askedAt: number;
  readonly work: (term: Term) => Promise<void>;
}

/**
 * A term is prolonged every fifth of its length, and after a failure three times as often: of 15 s the database may be
 * away for 11 without anyone giving up the jobs.
 */
const PROLONGATIONS = 5;
const HASTE = 3;

/** A stop waits this long for the database to hear that the term is over; unheard, the term runs out by itself. */
const RELEASE_MS = 2 * SECOND_MS;

/**
 * Works until the term is lost or the service is told to stop, prolonging the term meanwhile. However it ends, the term
 * is given up, so that another instance need not wait for its end.
 *
 * @throws the stop's reason, or what `work` threw while the term ran, unless the database has failed it
 */
export async function holdTerm(deps: HoldDeps, { epoch, askedAt, work }: Turn, stop: AbortSignal): Promise<void> {
  const over = new AbortController();
  const onStop = () => over.abort(stop.reason);
  const lose = (reason: string) => {
    if (over.signal.aborted) return;
    deps.log.warn({ epoch, reason }, "the jobs are given up");
    over.abort(new Error(`turn ${epoch} is over: ${reason}`));
  };
  if (stop.aborted) onStop();
  stop.addEventListener("abort", onStop, { once: true });
  deps.log.info({ epoch }, "the jobs are taken over");
  void keepTerm(deps, { epoch, askedAt, lose }, over.signal);
  void keepLooking(deps, over.signal);
  try {
    await work({ epoch, signal: over.signal, end: () => lose("a write was refused") });
  } catch (error) {
    if (!over.signal.aborted && !(error instanceof StorageError)) throw error;
    if (error instanceof StorageError) lose(error.message);
  } finally {
    stop.removeEventListener("abort", onStop);
    over.abort(new Error(`turn ${epoch} is over`));
    await release(deps, epoch);
  }
  stop.throwIfAborted();
}

interface Kept extends Pick<Turn, "epoch" | "askedAt"> {
  readonly lose: (reason: string) => void;
}

/** Prolongs the term until it is over. Never throws. */
async function keepTerm(deps: HoldDeps, { epoch, askedAt, lose }: Kept, over: AbortSignal): Promise<void> {
  const { lease, log, monotonicMs } = deps;
  let endsAt = askedAt + lease.termMs;
  void watchEnd(deps, { endsAt: () => endsAt, lose }, over);
  const calmMs = lease.termMs / PROLONGATIONS;
  let pauseMs = calmMs;
  while (await hasSlept(deps, pauseMs, over)) {
    pauseMs = calmMs;
    const before = monotonicMs();
    try {
      if (await lease.renew(epoch)) endsAt = before + lease.termMs;
      else lose("it ran out");
    } catch (error) {
      pauseMs = calmMs / HASTE;
      // Tried again until the end is there; `look` tells that the database is away.
      if (!(error instanceof StorageError)) log.error({ error }, "a turn could not be prolonged");
    }
  }
}

/** Beside the prolonging, which must not wait for what a look leads to. */
async function keepLooking({ look, ...deps }: HoldDeps, over: AbortSignal): Promise<void> {
  while (await hasSlept(deps, LOOK_MS + deps.random() * LOOK_JITTER_MS, over)) {
    await look(true, over).catch(() => undefined); // thrown on a stop only
  }
}

/** Ends the term when it has run out by our own count, which is never later than the database's: it began to count before. */
async function watchEnd(
  deps: HoldDeps,
  { endsAt, lose }: { readonly endsAt: () => number; readonly lose: Kept["lose"] },
  over: AbortSignal,
): Promise<void> {
  for (let left = endsAt() - deps.monotonicMs(); left > 0; left = endsAt() - deps.monotonicMs()) {
    if (!(await hasSlept(deps, left, over))) return;
  }
  lose("it could not be prolonged");
}

/** @returns false when the signal ended the sleep */
async function hasSlept({ clock }: Pick<HoldDeps, "clock">, ms: number, over: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, over);
    return !over.aborted;
  } catch {
    return false;
  }
}

async function release({ lease, clock, log }: HoldDeps, epoch: number): Promise<void> {
  const released = lease.release(epoch).catch((error: unknown) => {
    log.warn(
      { epoch, reason: error instanceof StorageError ? error.message : "unknown" },
      "the turn runs out by itself",
    );
  });
  await waitAtMost(clock, RELEASE_MS, released);
}
