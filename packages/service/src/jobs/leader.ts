/** Runs one instance: it publishes what is new in the database every few seconds, and does the jobs while it leads. */

import { SECOND_MS } from "peak-cycle-model";
import { errorMessage, StorageError } from "../domain/errors.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { callUntil } from "../platform/timing.js";
import type { Term } from "../storage/database.js";
import type { DatabaseWatch } from "./database-watch.js";

/**
 * Goes on until the signal, whatever the database does: while that is away, what is shown stays.
 *
 * @throws the signal's reason, or a bug in the jobs
 */
export async function runInstance(instance: Instance, stop: AbortSignal): Promise<never> {
  return callUntil(stop, async (signal, end) => {
    let leading: Promise<void> | undefined;
    try {
      for (;;) {
        const term = await poll(instance, leading !== undefined);
        if (term !== undefined) {
          leading = leadUntilOver(instance, term, signal)
            .catch(end)
            .finally(() => {
              leading = undefined;
            });
        }
        await instance.clock.sleep(POLL_MS + instance.random() * POLL_JITTER_MS, signal);
      }
    } finally {
      end(new Error("the instance ends"));
      await leading;
    }
  });
}

/** One process on a database, alone or as one of several. */
interface Instance {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 <= value < 1, so that instances that start together do not ask together. */
  readonly random: () => number;
  readonly watch: DatabaseWatch;
  /** Publishes what is new. */
  follow(isLeading: boolean): Promise<void>;
  /** Tries to lead; `undefined` in an instance that only follows. */
  readonly beginTerm: (() => Promise<Term | undefined>) | undefined;
  /** Does the jobs until the signal. */
  work(term: Term, signal: AbortSignal): Promise<void>;
}

/**
 * Two polls are at most 3 s apart, jitter included. All instances have to show within 5 s what one has stored; the
 * other 2 s are for a few short queries.
 */
const POLL_MS = 2 * SECOND_MS;

const POLL_JITTER_MS = SECOND_MS;

/** @returns the term that has begun now, if any */
async function poll(instance: Instance, isLeading: boolean): Promise<Term | undefined> {
  const { watch, beginTerm } = instance;
  try {
    await instance.follow(isLeading);
    watch.pollEnded();
  } catch (error) {
    watch.pollFailed(error);
    return undefined;
  }
  if (isLeading || beginTerm === undefined) return undefined;
  try {
    const term = await beginTerm();
    watch.jobEnded(LEADING);
    return term;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    watch.jobFailed(LEADING, error);
    return undefined;
  }
}

/** What the log calls the attempt to lead. */
const LEADING = "lead";

async function leadUntilOver(instance: Instance, term: Term, stop: AbortSignal): Promise<void> {
  const { log, watch } = instance;
  const { over } = term;
  log.info({}, "leadership gained");
  try {
    await callUntil(stop, async (signal, end) => {
      const lose = (): void => {
        log.warn({ reason: errorMessage(over.reason) }, "leadership lost");
        end(over.reason);
      };
      over.addEventListener("abort", lose, { once: true });
      try {
        if (over.aborted) lose();
        else await instance.work(term, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        over.removeEventListener("abort", lose);
      }
    });
  } finally {
    watch.forgetJobs();
    await term.end("this instance stops");
  }
}
