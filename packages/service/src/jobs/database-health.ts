/** Whether this instance's polls and jobs can use the database, for the log, `/readyz` and the metrics. */

import { MINUTE_MS } from "peak-cycle-model";
import type { StorageError } from "../domain/errors.js";
import type { Log } from "../platform/log.js";
import { ReadOnlyError } from "../storage/database.js";

/**
 * Restarting a database server takes seconds. Until then the instance stays in the load balancer; otherwise all
 * instances would drop out at once.
 */
const PATIENCE_MS = MINUTE_MS;

/** The task of polling the database, which every instance runs every few seconds. */
export const POLL = "poll";

export class DatabaseHealth {
  readonly #log: Log;
  readonly #monotonicMs: () => number;
  /** The tasks that cannot use the database, and since when. */
  readonly #failing = new Map<string, number>();
  #polledAt: number;
  #isReadOnly = false;

  constructor(log: Log, monotonicMs = () => performance.now()) {
    this.#log = log;
    this.#monotonicMs = monotonicMs;
    this.#polledAt = monotonicMs();
  }

  /** @param task `POLL` or the name of a job */
  failed(task: string, error: StorageError): void {
    const { message: reason } = error;
    this.#isReadOnly = error instanceof ReadOnlyError;
    if (this.#failing.size === 0) this.#log.warn({ task, reason }, "database unavailable");
    if (!this.#failing.has(task)) this.#failing.set(task, this.#monotonicMs());
  }

  works(task: string): void {
    if (task === POLL) this.#polledAt = this.#monotonicMs();
    if (this.#failing.delete(task) && this.#failing.size === 0) this.#log.info({}, "database available again");
  }

  /**
   * Called when another instance leads from now on. If our jobs found the database unavailable, the next poll checks
   * again.
   */
  forgetJobs(): void {
    if (this.#failing.size === 0) return;
    const since = this.#failing.get(POLL) ?? this.#monotonicMs();
    this.#failing.clear();
    this.#failing.set(POLL, since);
  }

  get isAway(): boolean {
    return this.#failing.size > 0;
  }

  /** The fault that has lasted over a minute, as a public sentence; `undefined` if there is none. Sends no query. */
  get trouble(): string | undefined {
    const before = this.#monotonicMs() - PATIENCE_MS;
    const isSilent = this.#polledAt < before;
    if (isSilent && !this.#isReadOnly) return "The database has not responded for a minute.";
    const isLong = [...this.#failing.values()].some((since) => since < before);
    if (!isLong) return undefined;
    return this.#isReadOnly ? "The database has been read-only for a minute." : "Nothing could be stored for a minute.";
  }
}
