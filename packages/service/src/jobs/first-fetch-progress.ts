import { FIRST_DAY, type Instant, MINUTE_MS, SECOND_MS, type UtcDay } from "peak-cycle-model";
import type { FirstStart, WeeklyPrices } from "../domain/first-start.js";
import { newestRowDay } from "../domain/history.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { Context } from "./context.js";
import { dayOfObservation } from "./stored-days.js";

/** Before this the pace is not known: what an earlier run has left is counted at once. */
const MIN_PACE_MS = 2 * SECOND_MS;

/** When nothing has come for so long, nobody can tell how long it still takes. The longest page takes a minute. */
const STALLED_MS = 2 * MINUTE_MS;

/** Between two log lines of one part; its end is always logged. */
const LOG_EVERY_MS = 5 * SECOND_MS;

/** Adds up what the parts of the first fetch report, for the log and for the pages. */
export class FirstFetchProgress {
  readonly #context: Context;
  readonly #parts = new Map<string, { readonly done: number; readonly total: number; readonly loggedAt: number }>();
  readonly #closes = new Map<UtcDay, number>();
  readonly #startedAt: Instant;
  #prices: WeeklyPrices = [];
  #doneBefore = 0;
  #most = -1;
  #grownAt: Instant;

  constructor(context: Context, parts: readonly { readonly metric: Metric; readonly from: UtcDay }[]) {
    this.#context = context;
    this.#startedAt = context.clock.now();
    this.#grownAt = this.#startedAt;
    const newest = newestRowDay(this.#startedAt);
    for (const { metric, from } of parts) this.#parts.set(metric, { done: 0, total: newest - from, loggedAt: 0 });
    this.#parts.set("history", { done: 0, total: newest - FIRST_DAY, loggedAt: 0 });
  }

  /** @param done days, of all days. @param rows that have come */
  report(part: string, done: number, total: number, rows: readonly Observation[] = []): void {
    const { clock, log, published } = this.#context;
    const now = clock.now();
    const { loggedAt = 0 } = this.#parts.get(part) ?? {};
    // What is done when a part first reports was done by an earlier run, and does not count for the pace.
    if (loggedAt === 0) this.#doneBefore += done;
    const isLogged = done >= total || now - loggedAt >= LOG_EVERY_MS;
    this.#parts.set(part, { done, total, loggedAt: isLogged ? now : loggedAt });
    this.#keepWeekly(rows);
    const state = this.#state(now);
    published.show({ firstStart: state });
    if (!isLogged) return;
    const share = Math.floor(1000 * state.share) / 1000; // never 1 before the end
    log.info({ part, done, total, share, secondsLeft: state.secondsLeft }, "first fetch");
  }

  #state(now: Instant): FirstStart {
    const parts = [...this.#parts.values()];
    const done = parts.reduce((sum, each) => sum + each.done, 0);
    const total = parts.reduce((sum, each) => sum + each.total, 0);
    if (done > this.#most) [this.#most, this.#grownAt] = [done, now];
    const [elapsed, fetched] = [now - this.#startedAt, done - this.#doneBefore];
    const stalledSince = now - this.#grownAt < STALLED_MS ? undefined : this.#grownAt;
    const isPaced = elapsed >= MIN_PACE_MS && fetched > 0 && stalledSince === undefined;
    const secondsLeft = isPaced ? Math.round(((total - done) / fetched) * (elapsed / SECOND_MS)) : undefined;
    return { share: done / total, secondsLeft, stalledSince, prices: this.#prices };
  }

  /** Closes a week apart: what the front page draws meanwhile. */
  #keepWeekly(rows: readonly Observation[]): void {
    const weekly = rows.filter((row) => row.metric === "btc-close" && dayOfObservation(row) % 7 === 0);
    for (const row of weekly) this.#closes.set(dayOfObservation(row), row.value);
    if (weekly.length > 0) this.#prices = [...this.#closes].sort(([one], [other]) => one - other);
  }
}
