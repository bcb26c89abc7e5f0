import { StorageError } from "../domain/errors.js";
import type { ChangeMarkers, LeaseStore } from "../operations/store-ports.js";
import { holdTerm, LOOK_JITTER_MS, LOOK_MS, type Term } from "./hold-term.js";
import type { RunnerDeps } from "./runner.js";

export interface TurnDeps extends RunnerDeps {
  readonly lease: LeaseStore;
  /** The name of this instance, for people who look into the database. */
  readonly holder: string;
  /** Time that no one sets, in ms. */
  readonly monotonicMs: () => number;
  /** Told what each look has seen, and whether this instance does the jobs. */
  readonly onPoll: (markers: ChangeMarkers, isWorking: boolean) => Promise<void>;
}

/**
 * Follows what other instances do, and does the jobs whenever nobody else has the turn, until the signal ends it.
 * While the database is away everything stays as it is.
 *
 * @param work the jobs of one term; `undefined` for an instance that only follows
 */
export async function takeTurns(
  deps: TurnDeps,
  work: ((term: Term) => Promise<void>) | undefined,
  stop: AbortSignal,
): Promise<never> {
  const look = looking(deps);
  for (;;) {
    const isFree = await look(false, stop);
    const askedAt = deps.monotonicMs();
    const epoch = isFree && work !== undefined ? await take(deps, stop) : undefined;
    if (epoch !== undefined && work !== undefined) await holdTerm({ ...deps, look }, { epoch, askedAt, work }, stop);
    await deps.clock.sleep(LOOK_MS + deps.random() * LOOK_JITTER_MS, stop);
  }
}

/** A look at the database. @returns whether nobody does the jobs, as far as it could be seen */
function looking({ lease, log, onPoll }: TurnDeps): (isWorking: boolean, stop: AbortSignal) => Promise<boolean> {
  let fault: string | undefined;
  return async (isWorking, stop) => {
    try {
      const markers = await lease.poll();
      await onPoll(markers, isWorking);
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

async function take({ lease, holder, log }: TurnDeps, stop: AbortSignal): Promise<number | undefined> {
  try {
    return await lease.acquire(holder);
  } catch (error) {
    stop.throwIfAborted();
    if (!(error instanceof StorageError)) throw error;
    log.warn({ reason: error.message }, "the jobs could not be taken over");
    return undefined;
  }
}
