/** Which value of a live figure to believe when several sources provide it. */
import type { Instant } from "peak-cycle-model";
import type { Observation, PriceMetric } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import { isUndated } from "../sources/order.js";
import { type Feed, isStuckFeed, type LiveQuote, rememberFeeds } from "./answers.js";
import { agreementOf, type Belief, believe, type Yardstick } from "./believing.js";
import type { Inputs } from "./inputs.js";
import type { Yardsticks } from "./yardsticks.js";

/** What is believed about a live figure, and the quote it comes from. */
export interface BelievedQuote {
  readonly belief: Belief;
  /** `undefined` if the belief has no value. */
  readonly quote: Observation | undefined;
}

/** A live price of a coin: decides which quotes of its sources to believe. */
export class PriceBelief {
  readonly metric: PriceMetric;
  readonly #clock: Clock;
  readonly #inputs: Inputs;
  readonly #yardsticks: Yardsticks;
  /** Each source's figure, and since when it has not changed. */
  #feeds: ReadonlyMap<string, Feed> = new Map();
  /** Since when too few sources agree. */
  #fewSince: Instant | undefined;

  constructor(metric: PriceMetric, clock: Clock, inputs: Inputs, yardsticks: Yardsticks) {
    this.metric = metric;
    this.#clock = clock;
    this.#inputs = inputs;
    this.#yardsticks = yardsticks;
  }

  /** What its moves are compared with. */
  last(): Promise<Yardstick | undefined> {
    return this.#yardsticks.of(this.metric);
  }

  /** Whether the sources' last figures are not believed. */
  get isUnsure(): boolean {
    return this.#inputs.of(this.metric)?.unsure !== undefined;
  }

  /** Remembers quotes, to detect stuck feeds. */
  remember(quotes: readonly Observation[]): void {
    this.#feeds = rememberFeeds(this.#feeds, quotes.map(liveQuote), this.#clock.now());
  }

  /**
   * Decides what to believe, and notes it. Later moves are compared with the last confirmed figure.
   *
   * @param sourceNames the names of all sources that could have it, in order of preference
   * @param quotes of those that answered
   */
  async decide(sourceNames: readonly string[], quotes: readonly Observation[]): Promise<BelievedQuote> {
    const { metric } = this;
    const now = this.#clock.now();
    this.remember(quotes);
    const liveQuotes = quotes.map(liveQuote);
    const isStuck = ({ source }: Observation) =>
      isStuckFeed(this.#feeds.get(source), liveQuotes, now, agreementOf(metric));
    const moving = quotes.filter((quote) => !isStuck(quote));
    const sources = sourceNames.map((source) => ({
      source,
      value: moving.find((each) => each.source === source)?.value,
    }));
    const standingMs = this.#fewSince === undefined ? 0 : now - this.#fewSince;
    const belief = believe(sources, await this.last(), { metric, standingMs });
    const isFew = belief.kind === "unsure" && belief.doubt.why === "few";
    this.#fewSince = isFew ? (this.#fewSince ?? now) : undefined;
    const quote = "source" in belief ? moving.find(({ source }) => source === belief.source) : undefined;
    if (belief.kind === "confirmed" && quote !== undefined) await this.#yardsticks.confirm(quote);
    const noAnswers = quotes.filter(isStuck);
    await this.#inputs.note(metric, belief, { sources, noAnswers, observedAt: quote?.observedAt });
    return { belief, quote };
  }
}

function liveQuote({ source, value, observedAt }: Observation): LiveQuote {
  return { source, value, statedAt: isUndated(source) ? undefined : observedAt };
}
