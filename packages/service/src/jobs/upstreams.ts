/** Lets the jobs collect figures from the sources, and counts what was not believed. */

import { HOUR_MS } from "peak-cycle-model";
import type { PastMetric } from "../domain/observation.js";
import type { Meters } from "../metrics/meters.js";
import { latestOf } from "../platform/clock.js";
import type { HistoryFeed } from "../sources/feeds.js";
import type { DayRange } from "../sources/source.js";
import type { Sources } from "../sources/sources.js";
import { addObservations, newestObservation } from "../storage/observations.js";
import type { Context } from "./context.js";

/** An older tether price is not used. */
const TETHER_VALID_MS = 24 * HOUR_MS;

export class Upstreams {
  readonly sources: Sources;
  readonly #context: Context;
  readonly #meters: Meters | undefined;

  constructor(context: Context, sources: Sources, meters?: Meters) {
    this.#context = context;
    this.#meters = meters;
    this.sources = sources;
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
   * Asks one source after another for past figures and stores what they return. Stops once `isEnough` says so or,
   * without it, at the first source that returns any.
   *
   * @returns whether any source returned a figure
   */
  async collect(
    metric: PastMetric,
    days: DayRange,
    signal: AbortSignal,
    isEnough?: () => Promise<boolean>,
  ): Promise<boolean> {
    let hasAny = false;
    for (const feed of this.sources.histories(metric)) {
      if (await this.collectFrom(feed, days, signal)) hasAny = true;
      if (isEnough === undefined ? hasAny : await isEnough()) break;
    }
    return hasAny;
  }

  /** Asks one source for past figures and stores them. @returns whether there were any */
  async collectFrom(feed: HistoryFeed, days: DayRange, signal: AbortSignal): Promise<boolean> {
    const { figures } = await feed.between(days, signal);
    await addObservations(this.#context.database, figures);
    return figures.length > 0;
  }
}
