/**
 * Whether the database does what it is asked: one line in the log when it begins to fail, and one when it works again.
 */

import { MINUTE_MS } from "peak-cycle-model";
import { StorageError } from "../domain/errors.js";
import type { Log } from "../platform/log.js";

/**
 * A restart of a server takes seconds: until then this instance stays in the balancer's list, as all others would leave
 * it too.
 */
const PATIENCE_MS = MINUTE_MS;

export class DatabaseWatch {
  readonly #log: Log;
  readonly #monotonicMs: () => number;
  readonly #failing = new Set<string>();
  #isAway = false;
  #answeredAt: number;
  #failingSince = 0;

  constructor(log: Log, monotonicMs: () => number) {
    [this.#log, this.#monotonicMs] = [log, monotonicMs];
    this.#answeredAt = monotonicMs();
  }

  /** What is new was read and published. */
  pollEnded(): void {
    this.#answeredAt = this.#monotonicMs();
    if (this.#isAway) this.#log.info({}, "the database is back");
    this.#isAway = false;
  }

  /** What is new could not be read, or, which is a bug, not be published. */
  pollFailed(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    if (error instanceof StorageError) this.#log.warn({ reason: error.message }, "the database is away");
    else this.#log.error({ error }, "what is stored could not be published");
  }

  /** A job could not read or store what it had to. */
  jobFailed(job: string, { message }: StorageError): void {
    if (this.#failing.size === 0) {
      this.#failingSince = this.#monotonicMs();
      this.#log.error({ job, reason: message }, "jobs cannot use the database");
    }
    this.#failing.add(job);
  }

  jobEnded(job: string): void {
    if (!this.#failing.delete(job) || this.#failing.size > 0) return;
    this.#log.info({}, "jobs can use the database again");
  }

  /** Another instance does the jobs. */
  forgetJobs(): void {
    this.#failing.clear();
  }

  /** Whether the last poll or a job has failed. */
  isAway(): boolean {
    return this.#isAway || this.#failing.size > 0;
  }

  /** What is wrong with it for more than a minute, for anyone. */
  trouble(): string | undefined {
    const before = this.#monotonicMs() - PATIENCE_MS;
    if (this.#answeredAt < before) return "The database has not answered for a minute.";
    if (this.#failing.size > 0 && this.#failingSince < before) return "Nothing could be stored for a minute.";
    return undefined;
  }
}
