/** Runs an instance: polls the database every few seconds, publishes what is new, and runs the jobs while it leads. */

import { SECOND_MS } from "peak-cycle-model";
import { errorMessage, StorageError } from "../domain/errors.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { callUntil } from "../platform/timing.js";
import { type LockHolder, type OpenDatabase, ReplacedError, type Term } from "../storage/database.js";
import { type DatabaseHealth, POLL } from "./database-health.js";
import { JobLateError } from "./schedule.js";

/**
 * Polls are at most 3 s apart, jitter included. Every instance must publish stored changes within 5 s; the remaining
 * time is for a few short queries.
 */
export const POLL_MS = 2 * SECOND_MS;

/** Keeps instances that started together from polling together. */
export const POLL_JITTER_MS = SECOND_MS;

/** Runs the jobs until the signal. */
type Work = (term: Term, signal: AbortSignal) => Promise<void>;

export class Instance {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #health: DatabaseHealth;
  readonly #database: OpenDatabase | undefined;
  readonly #name: string;
  /** A program that held the leader's lock at the last poll although it is not an instance. */
  #foreign: string | undefined;

  /**
   * @param database `undefined` for an instance that only follows
   * @param name for operators
   */
  constructor(clock: Clock, log: Log, health: DatabaseHealth, database: OpenDatabase | undefined, name: string) {
    this.#clock = clock;
    this.#log = log;
    this.#health = health;
    this.#database = database;
    this.#name = name;
  }

  /**
   * Runs until the signal. While the database is unavailable, the published values do not change.
   *
   * @param follow publishes what is new
   * @throws the signal's reason, or a bug
   */
  async run(follow: () => Promise<void>, work: Work, stop: AbortSignal): Promise<never> {
    return callUntil(stop, async (signal, end) => {
      let leadership: Promise<void> | undefined;
      let ownTerm: Term | undefined;
      try {
        for (;;) {
          const term = await this.#poll(follow, ownTerm);
          if (term !== undefined) {
            ownTerm = term;
            leadership = this.#lead(term, work, signal)
              .catch(end)
              .finally(() => {
                ownTerm = undefined;
              });
          }
          await this.#clock.sleep(POLL_MS + Math.random() * POLL_JITTER_MS, signal);
        }
      } finally {
        end(new Error("the instance is stopping"));
        await leadership;
      }
    });
  }

  /**
   * Publishes what is new, and tries to lead only if no instance does, because an attempt needs a connection.
   *
   * @param ownTerm the term of this instance if it leads; ended if the database file was replaced
   */
  async #poll(follow: () => Promise<void>, ownTerm: Term | undefined): Promise<Term | undefined> {
    try {
      await follow();
      const database = ownTerm === undefined ? this.#database : undefined;
      const holder = await database?.leader();
      this.#tellForeign(holder);
      const term = holder === undefined ? await database?.beginTerm(this.#name) : undefined;
      this.#health.works(POLL);
      return term;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      if (error instanceof ReplacedError) await ownTerm?.end(error.message);
      this.#health.failed(POLL, error);
      return undefined;
    }
  }

  #tellForeign(holder: LockHolder | undefined): void {
    const foreign = holder?.isInstance === false ? holder.name : undefined;
    if (foreign !== undefined && foreign !== this.#foreign) {
      this.#log.error({ holder: foreign }, "another program holds the lock of the leader");
    }
    this.#foreign = foreign;
  }

  async #lead(term: Term, work: Work, stop: AbortSignal): Promise<void> {
    this.#log.info({}, "leadership gained");
    const signal = AbortSignal.any([stop, term.over]);
    try {
      await work(term, signal);
    } catch (error) {
      if (error instanceof JobLateError) this.#log.warn({ reason: error.message }, "job timed out");
      else if (!signal.aborted) throw error;
      else if (!stop.aborted) this.#log.warn({ reason: errorMessage(term.over.reason) }, "leadership lost");
    } finally {
      this.#health.forgetJobs();
      await term.end("this instance is stopping");
    }
  }
}
