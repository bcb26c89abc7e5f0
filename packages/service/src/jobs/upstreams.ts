/** Lets the jobs collect past figures from the sources. */

import type { PastMetric } from "../domain/observation.js";
import type { HistoryFeed } from "../sources/feeds.js";
import type { DayRange } from "../sources/source.js";
import type { Sources } from "../sources/sources.js";
import { addObservations } from "../storage/observations.js";
import type { Context } from "./context.js";
import { tetherRates } from "./tether.js";

export class Upstreams {
  readonly sources: Sources;
  readonly #context: Context;

  constructor(context: Context, sources: Sources) {
    this.#context = context;
    this.sources = sources;
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
    const { figures } = await feed.between(days, signal, await tetherRates(this.#context, days));
    await addObservations(this.#context.database, figures);
    return figures.length > 0;
  }
}
