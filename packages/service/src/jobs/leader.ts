/** Runs one instance: it publishes what is new in the database every few seconds, and does the jobs while it leads. */

import { SECOND_MS } from "peak-cycle-model";
import { errorMessage, StorageError } from "../domain/errors.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { instanceName } from "../platform/system.js";
import { callUntil } from "../platform/timing.js";
import type { OpenDatabase, Term } from "../storage/database.js";
import { JobLateError } from "./schedule.js";
import { POLL, type Troubles } from "./troubles.js";

/**
 * Two polls are at most 3 s apart, jitter included. All instances have to show within 5 s what one has stored; the
 * other 2 s are for a few short queries.
 */
const POLL_MS = 2 * SECOND_MS;

/** So that instances that start together do not ask together. */
const POLL_JITTER_MS = SECOND_MS;

/** The task of trying to lead. */
const LEAD = "lead";

export class Instance {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #troubles: Troubles;
  readonly #database: Pick<OpenDatabase, "beginTerm" | "leader"> | undefined;
  readonly #name = instanceName();

  /** @param database `undefined` in an instance that only follows */
  constructor(
    clock: Clock,
    log: Log,
    troubles: Troubles,
    database: Pick<OpenDatabase, "beginTerm" | "leader"> | undefined,
  ) {
    [this.#clock, this.#log, this.#troubles, this.#database] = [clock, log, troubles, database];
  }

  /**
   * Goes on until the signal, whatever the database does: while that is away, what is shown stays.
   *
   * @param follow publishes what is new
   * @param work does the jobs until the signal
   * @throws the signal's reason, or a bug in the jobs
   */
  async run(
    follow: () => Promise<void>,
    work: (term: Term, signal: AbortSignal) => Promise<void>,
    stop: AbortSignal,
  ): Promise<never> {
    return callUntil(stop, async (signal, end) => {
      let leading: Promise<void> | undefined;
      const isLeading = () => leading !== undefined;
      const lead = (term: Term) => this.#lead(term, work, signal).catch(end);
      try {
        for (;;) {
          const isReached = await this.#attempt(POLL, () => follow().then(() => true));
          const term = isReached && !isLeading() ? await this.#attempt(LEAD, () => this.#beginTerm()) : undefined;
          if (term !== undefined) {
            leading = lead(term).finally(() => {
              leading = undefined;
            });
          }
          await this.#clock.sleep(POLL_MS + Math.random() * POLL_JITTER_MS, signal);
        }
      } finally {
        end(new Error("the instance ends"));
        await leading;
      }
    });
  }

  /** Uses the database, and notes how it went. */
  async #attempt<T>(task: string, use: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await use();
      this.#troubles.databaseWorks(task);
      return result;
    } catch (error) {
      if (task !== POLL && !(error instanceof StorageError)) throw error;
      this.#troubles.databaseFailed(task, error);
      return undefined;
    }
  }

  /** Tries only when nobody leads: an attempt takes a connection. */
  async #beginTerm(): Promise<Term | undefined> {
    if (this.#database === undefined || (await this.#database.leader()) !== undefined) return undefined;
    return this.#database.beginTerm(this.#name);
  }

  async #lead(term: Term, work: (term: Term, signal: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<void> {
    const { over } = term;
    this.#log.info({}, "leadership gained");
    try {
      await callUntil(stop, async (signal, end) => {
        const lose = (): void => {
          this.#log.warn({ reason: errorMessage(over.reason) }, "leadership lost");
          end(over.reason);
        };
        over.addEventListener("abort", lose, { once: true });
        try {
          if (over.aborted) lose();
          else await work(term, signal);
        } catch (error) {
          if (error instanceof JobLateError) this.#log.warn({ reason: error.message }, "job is given up");
          else if (!signal.aborted) throw error;
        } finally {
          over.removeEventListener("abort", lose);
        }
      });
    } finally {
      this.#troubles.forgetJobs();
      await term.end("this instance stops");
    }
  }
}
