/** The feeds of opened sources, by kind: a source has only the feeds for which its file has a function. */

import { addDays, DAY_MS, dayOf, endOf, type Instant, plus, SECOND_MS, startOf, type UtcDay } from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
import { rowInstant } from "../domain/history.js";
import type { Coin, Observation, PastMetric } from "../domain/observation.js";
import type { SourceClient } from "./get-json.js";
import type { FetchResult, OpenSource } from "./open-source.js";
import type { DayRange, DominanceSource, HistorySource, PriceSource, SeriesBounds, TetherRates } from "./source.js";

/** How long a source may take to report its time. */
const CLOCK_MS = 8 * SECOND_MS;

/** One of the sources accepts one request per ten seconds, and other requests may be ahead in its queue. */
const HOURLY_MS = 40 * SECOND_MS;

/** Live prices of a source. */
export class PriceFeed {
  readonly open: OpenSource;
  readonly #source: PriceSource;
  /** When a coin turned out to be unknown to the source. */
  readonly #unlisted = new Map<Coin, Instant>();

  constructor(open: OpenSource, source: PriceSource) {
    this.open = open;
    this.#source = source;
  }

  get name(): string {
    return this.open.name;
  }

  get coins(): readonly Coin[] {
    return this.#source.coins;
  }

  /** Whether its limits are too low to query it with each poll. */
  get isScarce(): boolean {
    return (this.#source.spacingFactor ?? 1) > 1;
  }

  /**
   * Current prices in USD.
   *
   * @param coins to request; those it does not have are absent
   * @param tetherUsd one tether in USD; `undefined` when unknown
   * @param withinMs how long to wait
   */
  prices(
    coins: readonly Coin[],
    signal: AbortSignal,
    tetherUsd: number | undefined,
    withinMs = HOURLY_MS,
  ): Promise<FetchResult> {
    return this.open.ask(signal, withinMs, async (client, until) => {
      const listed = coins.filter((coin) => this.coins.includes(coin) && !this.#isUnlisted(coin, client.clock.now()));
      return listed.length === 0 ? [] : this.#ask(client, listed, until, tetherUsd);
    });
  }

  /**
   * Sends a request to learn the source's time, which becomes its `offset`: even a refusal has a `Date`. The rest of
   * the response is ignored, since with a wrong clock every price is too old or dated in the future.
   */
  async tellTime(signal: AbortSignal): Promise<void> {
    await this.open.askQuietly(signal, CLOCK_MS, (client, until) => this.#source.prices(client, ["btc"], until, 1));
  }

  /**
   * Some sources refuse a whole request because of one coin that they no longer list. Then each half is requested
   * separately, down to that coin, which is excluded for a day.
   */
  async #ask(
    client: SourceClient,
    coins: readonly Coin[],
    signal: AbortSignal,
    tetherUsd: number | undefined,
  ): Promise<readonly Observation[]> {
    try {
      return await this.#source.prices(client, coins, signal, tetherUsd);
    } catch (error) {
      if (!(error instanceof SourceError && error.isUnlisted)) throw error;
      if (coins.length === 1) {
        for (const coin of coins) this.#unlisted.set(coin, client.clock.now());
        client.log.warn({ source: this.name, coins }, "a source no longer lists a coin");
        throw error;
      }
      return this.#askHalves(client, coins, signal, tetherUsd);
    }
  }

  /** @throws SourceError if no half has a price */
  async #askHalves(
    client: SourceClient,
    coins: readonly Coin[],
    signal: AbortSignal,
    tetherUsd: number | undefined,
  ): Promise<readonly Observation[]> {
    const middle = Math.ceil(coins.length / 2);
    const quotes: Observation[] = [];
    let failure: SourceError | undefined;
    for (const half of [coins.slice(0, middle), coins.slice(middle)]) {
      try {
        quotes.push(...(await this.#ask(client, half, signal, tetherUsd)));
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        failure ??= error;
      }
    }
    if (quotes.length === 0 && failure !== undefined) throw failure;
    return quotes;
  }

  #isUnlisted(coin: Coin, now: Instant): boolean {
    const since = this.#unlisted.get(coin);
    return since !== undefined && now >= since && now - since < DAY_MS;
  }
}

/** Bitcoin's dominance from a source. */
export class DominanceFeed {
  readonly open: OpenSource;
  readonly #source: DominanceSource;

  constructor(open: OpenSource, source: DominanceSource) {
    this.open = open;
    this.#source = source;
  }

  get name(): string {
    return this.open.name;
  }

  /** Learns the source's time, as a source of prices does. */
  async tellTime(signal: AbortSignal): Promise<void> {
    await this.open.askQuietly(signal, CLOCK_MS, async (client, until) => [
      await this.#source.dominance(client, until),
    ]);
  }

  /** One figure, unless the request failed. */
  dominance(signal: AbortSignal): Promise<FetchResult> {
    return this.open.ask(signal, HOURLY_MS, async (client, until) => [await this.#source.dominance(client, until)]);
  }
}

/** The past of one metric from a source. */
export class HistoryFeed {
  readonly open: OpenSource;
  readonly metric: PastMetric;
  readonly bounds: SeriesBounds;
  readonly #source: HistorySource;

  constructor(open: OpenSource, source: HistorySource, metric: PastMetric, bounds: SeriesBounds) {
    this.open = open;
    this.#source = source;
    this.metric = metric;
    this.bounds = bounds;
  }

  get name(): string {
    return this.open.name;
  }

  /** The first day that it can have now: its series begins there, or older days have been dropped. */
  firstDay(now: Instant): UtcDay {
    const { firstDay, depthDays } = this.bounds;
    return depthDays === undefined ? firstDay : (Math.max(firstDay, addDays(dayOf(now), -depthDays)) as UtcDay);
  }

  /** Whether it could have a day by now. */
  couldHave(day: UtcDay, now: Instant): boolean {
    return day >= this.firstDay(now) && plus(this.#knownAt(day), this.bounds.earliestMs ?? 0) <= now;
  }

  /** Whether a day is late if it does not have it. */
  isDue(day: UtcDay, now: Instant): boolean {
    return this.couldHave(day, now) && plus(this.#knownAt(day), this.bounds.lagMs) <= now;
  }

  /** The time of a day's figure, see `Metric`; no source can have it earlier. */
  #knownAt(day: UtcDay): Instant {
    if (this.metric === "fear-greed") return startOf(day);
    return this.metric === "btc-hour-close" ? rowInstant(day) : endOf(day);
  }

  /** Learns the source's time, as a source of prices does, by requesting one day that it should have. */
  async tellTime(signal: AbortSignal): Promise<void> {
    await this.open.askQuietly(signal, CLOCK_MS, (client, until) => {
      const day = addDays(dayOf(client.clock.now()), -2);
      return this.#source.history(client, this.metric, { from: day, to: day }, until, () => 1);
    });
  }

  /**
   * The closed days that it has between two days, oldest first; days it lacks are absent.
   *
   * @param tetherUsd one tether in USD at an instant; `undefined` when unknown
   */
  between(days: DayRange, signal: AbortSignal, tetherUsd: TetherRates): Promise<FetchResult> {
    return this.open.ask(signal, undefined, (client, until) => {
      return this.#source.history(client, this.metric, days, until, tetherUsd);
    });
  }
}
