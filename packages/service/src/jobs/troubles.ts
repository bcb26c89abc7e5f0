/**
 * Tracks what keeps this instance from publishing: the clock is contradicted, the ledger is not what was signed, or the
 * database is away. Used by the jobs, `/readyz`, the status page, the metrics and the log.
 */

import { type Instant, isStale, MINUTE_MS } from "peak-cycle-model";
import { type HoldReason, PublishingHeldError, StorageError } from "../domain/errors.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../published/published.js";

/**
 * Restarting a database server takes seconds. Until then the instance stays in the load balancer; otherwise all
 * instances would drop out at once.
 */
const PATIENCE_MS = MINUTE_MS;

export class Troubles {
  readonly #log: Log;
  readonly #published: Published;
  readonly #monotonicMs: () => number;
  readonly #held = new Map<HoldReason, string>();
  /** The tasks that cannot use the database, and since when. */
  readonly #failing = new Map<string, number>();
  #polledAt: number;

  constructor(log: Log, published: Published, monotonicMs = () => performance.now()) {
    [this.#log, this.#published, this.#monotonicMs] = [log, published, monotonicMs];
    this.#polledAt = monotonicMs();
  }

  /** @param detail one sentence that is safe for the public; replaces the previous one for this reason */
  hold(reason: HoldReason, detail: string): void {
    if (!this.#held.has(reason)) this.#log.error({ reason, detail }, "publishing is held back");
    this.#held.set(reason, detail);
    this.#show();
  }

  release(reason: HoldReason): void {
    if (!this.#held.delete(reason)) return;
    this.#log.info({ reason }, "publishing goes on");
    this.#show();
  }

  /** The current reasons, the oldest first. */
  get held(): readonly HoldReason[] {
    return [...this.#held.keys()];
  }

  /** @throws PublishingHeldError while there is a reason */
  check(): void {
    for (const detail of this.#held.values()) throw new PublishingHeldError(detail);
  }

  /** Called after the ledger was read. @param fault the first invalid entry; `undefined` if the ledger is sound */
  ledgerRead(fault: { readonly position: number; readonly message: string } | undefined): void {
    if (fault === undefined) {
      this.release("chain");
      return;
    }
    const { position, message: reason } = fault;
    if (!this.#held.has("chain")) this.#log.error({ position, reason }, "what is stored is not what was signed");
    const broken = `What is stored is not what was signed, from entry ${position} on`;
    this.hold("chain", `${broken}: nothing more is published until it is.`);
  }

  /** Called when a poll or a job failed; any error but a `StorageError` is a bug. */
  databaseFailed(task: string, error: unknown): void {
    if (this.#failing.has(task)) return;
    if (!(error instanceof StorageError)) this.#log.error({ error }, "what is stored could not be published");
    else if (this.#failing.size === 0) this.#log.warn({ task, reason: error.message }, "the database is away");
    this.#failing.set(task, this.#monotonicMs());
  }

  databaseWorks(task: string): void {
    if (task === POLL) this.#polledAt = this.#monotonicMs();
    if (this.#failing.delete(task) && this.#failing.size === 0) this.#log.info({}, "the database is back");
  }

  /** Called when another instance leads from now on. If our jobs found the database away, the next poll knows more. */
  forgetJobs(): void {
    if (this.#failing.size === 0) return;
    const since = this.#failing.get(POLL) ?? this.#monotonicMs();
    this.#failing.clear();
    this.#failing.set(POLL, since);
  }

  get isDatabaseAway(): boolean {
    return this.#failing.size > 0;
  }

  /** Why this instance cannot serve current data, as one public sentence. Sends no query. */
  whyNotReady(now: Instant): string | undefined {
    const [held] = this.#held.values();
    if (held !== undefined) return held;
    const { score } = this.#published.now.get();
    if (score === undefined) return "There is no score yet.";
    if (isStale(score.computedAt, now)) return "The score is older than 2 hours.";
    const before = this.#monotonicMs() - PATIENCE_MS;
    if (this.#polledAt < before) return "The database has not answered for a minute.";
    const isLong = [...this.#failing.values()].some((since) => since < before);
    return isLong ? "Nothing could be stored for a minute." : undefined;
  }

  #show(): void {
    this.#published.show({ troubles: [...this.#held.values()] });
  }
}

/** The task of polling the database, which every instance runs every few seconds. */
export const POLL = "poll";
