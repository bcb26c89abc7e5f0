/** The live price of Bitcoin. */

import { type Instant, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import type { Quote } from "../domain/live-figures.js";
import type { Observation } from "../domain/observation.js";
import { type Clock, latestOf } from "../platform/clock.js";
import { putFigure } from "../published/publish-now.js";
import type { Published } from "../published/published.js";
import type { PriceFeed } from "../sources/feeds.js";
import { isUndated } from "../sources/order.js";
import type { Sources } from "../sources/sources.js";
import type { Db } from "../storage/database.js";
import { addObservations, newestObservation } from "../storage/observations.js";
import { agreementOf, type Yardstick } from "./believing.js";
import type { Inputs } from "./inputs.js";
import { type BelievedQuote, PriceBelief } from "./price-belief.js";
import { tetherNow } from "./tether.js";
import type { Yardsticks } from "./yardsticks.js";

/** A quote without a time may come from a frozen ticker, so a second source is queried this often. */
const SECOND_EVERY_MS = 2 * MINUTE_MS;

/** One price per ten minutes is stored, so that we have our own quote for 24:00 and 06:00. */
const KEEP_EVERY_MS = 10 * MINUTE_MS;

/** Scores and rows never use an older live price. */
const MAX_PRICE_AGE_MS = 5 * MINUTE_MS;

/**
 * Between two scores, a source with low limits is queried again after this, or when its last quote is this old. Such a
 * quote no longer counts, and a lost vote would turn a tie into a majority. For a score or a row it is always queried.
 */
const SCARCE_EVERY_MS = 10 * MINUTE_MS;

/** How long to wait for one source, and for all of them. Even if some hang, the next poll begins within 90 s. */
const ONE_MS = 8 * SECOND_MS;
const ALL_MS = 20 * SECOND_MS;

const AGREE = agreementOf("btc-price");

/** Quotes of one poll by source; `undefined` if a source provided none. */
type Quotes = Map<string, Observation | undefined>;

export class BitcoinPrice {
  readonly #clock: Clock;
  readonly #db: Db;
  readonly #published: Published;
  readonly #sources: Sources;
  readonly #figure: PriceBelief;
  /** When each source with low limits was last queried, and its quote; `undefined` if it provided none. */
  readonly #scarce = new Map<string, { readonly at: Instant; readonly quote: Observation | undefined }>();

  constructor(clock: Clock, db: Db, published: Published, sources: Sources, inputs: Inputs, yardsticks: Yardsticks) {
    this.#clock = clock;
    this.#db = db;
    this.#published = published;
    this.#sources = sources;
    this.#figure = new PriceBelief("btc-price", clock, inputs, yardsticks);
  }

  /**
   * Fetches and publishes the price between two scores. One source is enough while its price agrees with the last
   * confirmed one; otherwise all are queried.
   */
  async poll(signal: AbortSignal): Promise<void> {
    const quotes: Quotes = new Map();
    const last = this.#figure.isUnsure ? undefined : await this.#figure.last();
    const calm = last && (await this.#calmQuote(last, quotes, signal));
    this.#figure.remember([...quotes.values()].filter((each) => each !== undefined));
    if (calm === undefined) await this.#decide(quotes, signal);
    else await this.#publish(calm, true);
  }

  /**
   * Queries all sources at once, decides when each has answered or failed, and publishes the price, as for a score or a
   * row. A row may use it only if it is `confirmed` or `believed`.
   */
  askAll(signal: AbortSignal): Promise<BelievedQuote> {
    this.#scarce.clear();
    return this.#decide(new Map(), signal);
  }

  /**
   * The first source's quote if it needs no decision: it agrees with the last confirmed price and, if it has no time, a
   * second source agreed lately.
   */
  async #calmQuote(last: Yardstick, quotes: Quotes, signal: AbortSignal): Promise<Observation | undefined> {
    const [begin, current] = [this.#clock.now(), this.#published.now.get().market.btcPrice];
    let first: Observation | undefined;
    for (const feed of this.#sources.prices("btc")) {
      const quote = await this.#ask(feed, signal, ONE_MS);
      quotes.set(feed.name, quote);
      const isRemembered = quote !== undefined && quote.fetchedAt < begin;
      if (quote === undefined || (isRemembered && first !== undefined)) continue; // it is no longer current
      if (distance(quote.value, (first ?? last).value) > AGREE) return undefined;
      if (first !== undefined) return first;
      first = quote;
      if (!isUndated(first.source) || isRecent(current, begin)) return withAge(first, current);
    }
    return first && unlessFrozen(first, current);
  }

  /** @param quotesOfPoll quotes of this poll; these sources are not queried again */
  async #decide(quotesOfPoll: Quotes, signal: AbortSignal): Promise<BelievedQuote> {
    const feeds = this.#sources.prices("btc");
    const quotes = await Promise.all(
      feeds.map((feed) =>
        quotesOfPoll.has(feed.name) ? quotesOfPoll.get(feed.name) : this.#ask(feed, signal, ALL_MS),
      ),
    );
    const answers = quotes.filter((quote) => quote !== undefined);
    const decision = await this.#figure.decide(
      feeds.map(({ name }) => name),
      answers,
    );
    if (decision.quote !== undefined) await this.#publish(decision.quote, decision.belief.kind !== "shown");
    return decision;
  }

  async #ask(feed: PriceFeed, signal: AbortSignal, withinMs: number): Promise<Observation | undefined> {
    const now = this.#clock.now();
    const before = this.#scarce.get(feed.name);
    if (before !== undefined && Math.abs(now - before.at) < SCARCE_EVERY_MS) return before.quote;
    const { figures } = await feed.prices(
      ["btc"],
      signal,
      await tetherNow(this.#clock, this.#db, this.#published),
      withinMs,
    );
    const [quote] = figures;
    if (feed.isScarce) this.#scarce.set(feed.name, { at: quote?.observedAt ?? now, quote });
    return quote;
  }

  /** @param isKept whether it may represent its source later; a quote that is only shown may not */
  async #publish(quote: Observation, isKept: boolean): Promise<void> {
    await putFigure(this.#db, this.#published, "btcPrice", quote);
    if (!isKept) return;
    const last = await newestObservation(this.#db, "btc-price", latestOf(this.#clock));
    if (last === undefined || slot(last) !== slot(quote)) await addObservations(this.#db, [quote]);
  }
}

/** The live price, unless it is too old for a score or row computed now. */
export function freshQuote(quote: Quote | undefined, at: Instant): Quote | undefined {
  return quote !== undefined && at - quote.observedAt <= MAX_PRICE_AGE_MS ? quote : undefined;
}

function isRecent(current: Quote | undefined, now: Instant): boolean {
  return current !== undefined && now - current.observedAt < SECOND_EVERY_MS;
}

/** A ticker without a time that repeats its quote may be frozen; unless another source agrees, the quote ages. */
function unlessFrozen(quote: Observation, current: Quote | undefined): Observation {
  const standsStill = current?.source === quote.source && current.value === quote.value;
  return standsStill ? withAge(quote, current) : quote;
}

/** A quote without a time is as old as the last one that a second source agreed with. */
function withAge(quote: Observation, current: Quote | undefined): Observation {
  return isUndated(quote.source) && current !== undefined ? { ...quote, observedAt: current.observedAt } : quote;
}

/** The difference as a share of the second. */
function distance(value: number, from: number): number {
  return Math.abs(value / from - 1);
}

function slot(quote: Quote): number {
  return Math.floor(quote.fetchedAt / KEEP_EVERY_MS);
}
