/** Runs an instance: polls the database every few seconds, publishes what is new, and runs the jobs while it leads. */

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { SECOND_MS } from "peak-cycle-model";
import { errorMessage, StorageError } from "../domain/errors.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { callUntil } from "../platform/timing.js";
import { type OpenDatabase, ReplacedError, type Term } from "../storage/database.js";
import { type DatabaseHealth, POLL } from "./database-health.js";
import { JobLateError } from "./schedule.js";

/**
 * Polls are at most 3 s apart, jitter included. Every instance must publish within 5 s what one has stored; the rest of
 * the time is for a few short queries.
 */
const POLL_MS = 2 * SECOND_MS;

/** Keeps instances that started together from polling together. */
const POLL_JITTER_MS = SECOND_MS;

/** Runs the jobs until the signal. */
type Work = (term: Term, signal: AbortSignal) => Promise<void>;

export class Instance {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #health: DatabaseHealth;
  readonly #database: OpenDatabase | undefined;
  /** No other process has this name, which begins with the machine's: `web-3 4f1c09aa`. */
  readonly #name = `${hostname()} ${randomUUID().slice(0, 8)}`;

  /** @param database `undefined` for an instance that only follows */
  constructor(clock: Clock, log: Log, health: DatabaseHealth, database: OpenDatabase | undefined) {
    this.#clock = clock;
    this.#log = log;
    this.#health = health;
    this.#database = database;
  }

  /**
   * Runs until the signal. While the database is away, the published values stay.
   *
   * @param follow publishes what is new
   * @throws the signal's reason, or a bug
   */
  async run(follow: () => Promise<void>, work: Work, stop: AbortSignal): Promise<never> {
    return callUntil(stop, async (signal, end) => {
      let leading: Promise<void> | undefined;
      let held: Term | undefined;
      try {
        for (;;) {
          const term = await this.#poll(follow, held);
          if (term !== undefined) {
            held = term;
            leading = this.#lead(term, work, signal)
              .catch(end)
              .finally(() => {
                held = undefined;
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

  /**
   * Publishes what is new, and tries to lead only if nobody does, because an attempt takes a connection.
   *
   * @param held the term of this instance if it leads; ended if another file has taken the place of the database
   */
  async #poll(follow: () => Promise<void>, held: Term | undefined): Promise<Term | undefined> {
    try {
      await follow();
      const database = held === undefined ? this.#database : undefined;
      const isFree = (await database?.leader()) === undefined;
      const term = isFree ? await database?.beginTerm(this.#name) : undefined;
      this.#health.works(POLL);
      return term;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      if (error instanceof ReplacedError) await held?.end(error.message);
      this.#health.failed(POLL, error);
      return undefined;
    }
  }

  async #lead(term: Term, work: Work, stop: AbortSignal): Promise<void> {
    this.#log.info({}, "leadership gained");
    const signal = AbortSignal.any([stop, term.over]);
    try {
      await work(term, signal);
    } catch (error) {
      if (error instanceof JobLateError) this.#log.warn({ reason: error.message }, "job is given up");
      else if (!signal.aborted) throw error;
      else if (!stop.aborted) this.#log.warn({ reason: errorMessage(term.over.reason) }, "leadership lost");
    } finally {
      this.#health.forgetJobs();
      await term.end("this instance stops");
    }
  }
}
