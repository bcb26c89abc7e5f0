/** The live prices of tether and the majors; each is decided separately. */

import { MAJORS } from "peak-cycle-model";
import type { Coin, Observation } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import type { Published } from "../published/published.js";
import type { Sources } from "../sources/sources.js";
import type { Db } from "../storage/database.js";
import { addObservations } from "../storage/observations.js";
import type { Inputs } from "./inputs.js";
import { type BelievedQuote, PriceBelief } from "./price-belief.js";
import { tetherNow, tetherRate } from "./tether.js";
import type { Yardsticks } from "./yardsticks.js";

export class CoinPrices {
  readonly #clock: Clock;
  readonly #db: Db;
  readonly #published: Published;
  readonly #sources: Sources;
  readonly #tether: PriceBelief;
  readonly #majors: ReadonlyMap<Coin, PriceBelief>;

  constructor(clock: Clock, db: Db, published: Published, sources: Sources, inputs: Inputs, yardsticks: Yardsticks) {
    const figureOf = (coin: Coin) => new PriceBelief(`${coin}-price`, clock, inputs, yardsticks);
    this.#clock = clock;
    this.#db = db;
    this.#published = published;
    this.#sources = sources;
    this.#tether = figureOf("usdt");
    this.#majors = new Map(MAJORS.map((major) => [major, figureOf(major)]));
  }

  /**
   * Queries all sources for tether, then for the majors, and stores what is believed. Tether has a separate request:
   * its price converts prices in tether, and an unknown pair must not make it fail.
   */
  async collect(signal: AbortSignal): Promise<void> {
    const rates = await this.#ask(["usdt"], signal);
    const rate = tetherRate((await this.#decide(this.#tether, "usdt", rates)).belief);
    await addObservations(this.#db, rates.filter(({ value }) => value === rate).slice(0, 1));
    const quotes = await this.#ask(MAJORS, signal);
    for (const [coin, figure] of this.#majors) {
      const { belief, quote } = await this.#decide(figure, coin, quotes);
      if (quote !== undefined && belief.kind !== "shown") await addObservations(this.#db, [quote]);
    }
  }

  /** Queries all sources at once. */
  async #ask(coins: readonly Coin[], signal: AbortSignal): Promise<readonly Observation[]> {
    const tetherUsd = await tetherNow(this.#clock, this.#db, this.#published);
    const feeds = this.#sources.prices().filter((feed) => coins.some((coin) => feed.coins.includes(coin)));
    const answers = await Promise.all(feeds.map((feed) => feed.prices(coins, signal, tetherUsd)));
    return answers.flatMap(({ figures }) => figures);
  }

  #decide(figure: PriceBelief, coin: Coin, quotes: readonly Observation[]): Promise<BelievedQuote> {
    const names = this.#sources.prices(coin).map(({ name }) => name);
    return figure.decide(
      names,
      quotes.filter(({ metric }) => metric === figure.metric),
    );
  }
}
