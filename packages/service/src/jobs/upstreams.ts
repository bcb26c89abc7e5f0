/** Lets the jobs ask the sources, and counts, logs, stores and publishes each source's health. */

import { HOUR_MS, MINUTE_MS } from "peak-cycle-model";
import { isNamedFailure, SourceError } from "../domain/errors.js";
import type { Metric } from "../domain/observation.js";
import type { SourceState } from "../domain/source-state.js";
import type { Meters } from "../metrics/meters.js";
import { latestOf } from "../platform/clock.js";
import { Rarely } from "../platform/log.js";
import { callWithin } from "../platform/timing.js";
import { putNow } from "../published/publish-now.js";
import type { Now } from "../published/published.js";
import { inOrder, type OpenSource } from "../sources/all.js";
import type { DayRange } from "../sources/source.js";
import { addObservations, newestObservation } from "../storage/observations.js";
import { ClockCheck } from "./clock-check.js";
import type { Context } from "./context.js";
import type { Holds } from "./holds.js";

/** An older tether price is not used. */
const TETHER_VALID_MS = 24 * HOUR_MS;

/** Time between two writes about a source whose health has not changed; the busiest is asked with each price poll. */
const WRITE_EVERY_MS = MINUTE_MS;

export class Upstreams {
  readonly sources: readonly OpenSource[];
  readonly clockCheck: ClockCheck;
  readonly #context: Context;
  readonly #meters: Meters | undefined;
  /** During an outage each source is asked many times an hour. */
  readonly #rarely: Rarely;

  constructor(context: Context, holds: Holds, sources: readonly OpenSource[], meters?: Meters) {
    this.#context = context;
    this.#meters = meters;
    this.sources = sources;
    this.#rarely = new Rarely(context.clock, HOUR_MS);
    this.clockCheck = new ClockCheck(context.clock, holds, sources);
    meters?.addReadings({ clockAheadMs: () => this.clockCheck.aheadMs() });
  }

  /** A metric's sources, in the order in which they are asked. */
  inOrder(metric: Metric): readonly OpenSource[] {
    return inOrder(this.sources, metric);
  }

  /** The last stored price of one tether in USD; `undefined` if it is over a day old. */
  async tetherUsd(): Promise<number | undefined> {
    const { clock, database } = this.#context;
    const tether = await newestObservation(database, "usdt-price", latestOf(clock));
    return tether !== undefined && clock.now() - tether.observedAt <= TETHER_VALID_MS ? tether.value : undefined;
  }

  /** Counts a figure that was received but not believed. */
  refused(figure: "price" | "dominance" | "coin"): void {
    this.#meters?.refused(figure);
  }

  /**
   * Asks one source.
   *
   * @param withinMs how long to wait for it, including time in its queue; no limit by default
   * @returns `undefined` if it returned nothing usable. @throws the signal's reason, or a bug
   */
  async ask<T>(
    source: OpenSource,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
    withinMs?: number,
  ): Promise<T | undefined> {
    const { clock, log } = this.#context;
    const asked = { source: source.name, askedAt: clock.now() };
    const late = new SourceError(source.name, "unreachable", "no answer in time");
    try {
      const isLimited = withinMs !== undefined;
      const answer = await (isLimited ? callWithin(clock, { ms: withinMs, late }, signal, call) : call(signal));
      await this.#note({ ...asked, answeredAt: clock.now(), fault: undefined });
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      const { fault, message } = error;
      const due = this.#rarely.due(`${source.name} ${fault}`);
      if (due !== undefined) log.warn({ source: source.name, fault, detail: message, ...due }, "upstream gave nothing");
      await this.#note({ ...asked, answeredAt: undefined, fault });
      return undefined;
    }
  }

  /**
   * Asks one source after another for past figures and stores what they return. Stops once `isEnough` says so or,
   * without it, at the first source that returns any.
   *
   * @returns whether any source returned a figure
   */
  async collect(
    metric: Metric,
    days: DayRange,
    signal: AbortSignal,
    isEnough?: () => Promise<boolean>,
  ): Promise<boolean> {
    let hasAny = false;
    for (const source of this.inOrder(metric)) {
      if (await this.collectFrom(source, metric, days, signal)) hasAny = true;
      if (isEnough === undefined ? hasAny : await isEnough()) break;
    }
    return hasAny;
  }

  /** Asks one source for past figures and stores them. @returns whether there were any */
  async collectFrom(source: OpenSource, metric: Metric, days: DayRange, signal: AbortSignal): Promise<boolean> {
    const call = async (until: AbortSignal) => source.history?.(source.client, metric, days, until);
    const rows = (await this.ask(source, signal, call)) ?? [];
    await addObservations(this.#context.database, rows);
    return rows.length > 0;
  }

  /** Stores and publishes a source's health, as often as needed. */
  async #note(state: SourceState): Promise<void> {
    const { database, published } = this.#context;
    const before = published.now.get().sources.find(({ source }) => source === state.source);
    const isSame = before !== undefined && before.fault === state.fault;
    if (isSame && Math.abs(state.askedAt - before.askedAt) < WRITE_EVERY_MS) return;
    const next = { ...state, answeredAt: state.answeredAt ?? before?.answeredAt };
    const replaced = ({ sources }: Now) => {
      const others = sources.filter(({ source }) => source !== state.source);
      return { sources: [...others, next].sort((one, other) => (one.source < other.source ? -1 : 1)) };
    };
    await putNow(database, published, replaced).catch((error: unknown) => {
      if (!isNamedFailure(error)) throw error; // no score depends on it, and the job will hit the same error
    });
  }
}
