/** How far the first fetch is, for the log and the pages. */

import { FIRST_DAY, type Instant, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import { newestRowDay } from "../domain/history.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../published/published.js";

/** If nothing arrives for this long, the page says so. A source's longest response takes a minute. */
const STALLED_MS = 2 * MINUTE_MS;

/** Time between log lines; the end of a part is always logged. */
const LOG_EVERY_MS = 5 * SECOND_MS;

/** The part that closes the fetched days. */
export const HISTORY = "history";

/** Counts the days fetched of each series, and the days closed. */
export class FirstFetchProgress {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #published: Published;
  /** Days done and total, by part. */
  readonly #parts = new Map<string, { readonly done: number; readonly total: number }>();
  #most = -1;
  #grownAt: Instant;
  #loggedAt = 0;

  constructor(clock: Clock, log: Log, published: Published) {
    this.#clock = clock;
    this.#log = log;
    this.#published = published;
    this.#grownAt = clock.now();
    this.expect(HISTORY, newestRowDay(this.#grownAt) - FIRST_DAY);
  }

  /** @param total days of a part, counted in the share from now on */
  expect(part: string, total: number): void {
    this.#parts.set(part, { done: this.#parts.get(part)?.done ?? 0, total });
  }

  /** @param reason what the fetch waits for, in a sentence */
  wait(reason: string): void {
    const { firstStart } = this.#published.now.get();
    if (typeof firstStart === "object") this.#published.show({ firstStart: { ...firstStart, waitsFor: reason } });
  }

  /** @param done days of the part done so far */
  report(part: string, done: number): void {
    const now = this.#clock.now();
    const { total } = this.#parts.get(part) ?? { total: done };
    this.#parts.set(part, { done: Math.min(done, total), total });
    const parts = [...this.#parts.values()];
    const sum = parts.reduce((days, each) => days + each.done, 0);
    if (sum > this.#most) [this.#most, this.#grownAt] = [sum, now];
    const share = sum / parts.reduce((days, each) => days + each.total, 0);
    const stalledSince = now - this.#grownAt < STALLED_MS ? undefined : this.#grownAt;
    this.#published.show({ firstStart: { share, stalledSince } });
    if (done < total && now - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = now;
    // Never 1 before everything is done.
    this.#log.info({ part, done, total, share: Math.floor(1000 * share) / 1000 }, "first fetch");
  }
}
