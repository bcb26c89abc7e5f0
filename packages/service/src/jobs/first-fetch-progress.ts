import { FIRST_DAY, type Instant, MINUTE_MS, SECOND_MS, type UtcDay } from "peak-cycle-model";
import { newestRowDay } from "../domain/history.js";
import type { Metric } from "../domain/observation.js";
import type { Context } from "./context.js";

/** When nothing has come for so long, the page says so. The longest page of a source takes a minute. */
const STALLED_MS = 2 * MINUTE_MS;

/** Between two log lines of one part; its end is always logged. */
const LOG_EVERY_MS = 5 * SECOND_MS;

/** Adds up what the parts of the first fetch report, for the log and for the pages. */
export class FirstFetchProgress {
  readonly #context: Context;
  /** Days done and to do. */
  readonly #parts = new Map<string, { readonly done: number; readonly total: number; readonly loggedAt: number }>();
  #most = -1;
  #grownAt: Instant;

  constructor(context: Context, parts: readonly { readonly metric: Metric; readonly from: UtcDay }[]) {
    this.#context = context;
    this.#grownAt = context.clock.now();
    const newest = newestRowDay(this.#grownAt);
    for (const { metric, from } of parts) this.#parts.set(metric, { done: 0, total: newest - from, loggedAt: 0 });
    this.#parts.set("history", { done: 0, total: newest - FIRST_DAY, loggedAt: 0 });
  }

  /** @param done days of a part, of all its days */
  report(part: string, done: number, total: number): void {
    const { clock, log, published } = this.#context;
    const now = clock.now();
    const { loggedAt = 0 } = this.#parts.get(part) ?? {};
    const isLogged = done >= total || now - loggedAt >= LOG_EVERY_MS;
    this.#parts.set(part, { done, total, loggedAt: isLogged ? now : loggedAt });
    const share = this.#share(now);
    published.show({
      firstStart: { share, stalledSince: now - this.#grownAt < STALLED_MS ? undefined : this.#grownAt },
    });
    // Never 1 before the end.
    if (isLogged) log.info({ part, done, total, share: Math.floor(1000 * share) / 1000 }, "first fetch");
  }

  #share(now: Instant): number {
    const parts = [...this.#parts.values()];
    const done = parts.reduce((sum, each) => sum + each.done, 0);
    if (done > this.#most) [this.#most, this.#grownAt] = [done, now];
    return done / parts.reduce((sum, each) => sum + each.total, 0);
  }
}
