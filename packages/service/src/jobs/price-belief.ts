/** Which source of a live price to believe. The quote of a source that is stuck does not count. */
import { type Instant, MINUTE_MS } from "peak-cycle-model";
import type { Observation, PriceMetric } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import { isUndated } from "../sources/order.js";
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
  #lastQuotes: ReadonlyMap<string, LastQuote> = new Map();
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
    this.#lastQuotes = rememberQuotes(this.#lastQuotes, quotes.map(liveQuote), this.#clock.now());
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
    const isFromStuck = ({ source }: Observation) =>
      isStuck(this.#lastQuotes.get(source), liveQuotes, now, agreementOf(metric));
    const moving = quotes.filter((quote) => !isFromStuck(quote));
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
    const noAnswers = quotes.filter(isFromStuck);
    await this.#inputs.note(metric, belief, { sources, noAnswers, observedAt: quote?.observedAt });
    return { belief, quote };
  }
}

function liveQuote({ source, value, observedAt }: Observation): LiveQuote {
  return { source, value, statedAt: isUndated(source) ? undefined : observedAt };
}

/** One source's last quote, as remembered from one poll to the next. */
interface LastQuote {
  readonly value: number;
  /** The provider's time; `undefined` if it gives none. */
  readonly statedAt: Instant | undefined;
  /** When we first saw this value and time. */
  readonly since: Instant;
  /** The other sources' first figures since then. */
  readonly others: ReadonlyMap<string, number>;
}

/** A live quote as received; for a ticker without a time, `statedAt` is `undefined`. */
export interface LiveQuote {
  readonly source: string;
  readonly value: number;
  readonly statedAt: Instant | undefined;
}

/** The last quotes of all sources of a price after a poll. Those of sources that were not queried stay. */
export function rememberQuotes(
  before: ReadonlyMap<string, LastQuote>,
  quotes: readonly LiveQuote[],
  at: Instant,
): ReadonlyMap<string, LastQuote> {
  const next = new Map(before);
  for (const { source, value, statedAt } of quotes) {
    const last = before.get(source);
    const isSame = last !== undefined && last.value === value && last.statedAt === statedAt;
    next.set(source, isSame ? last : { value, statedAt, since: at, others: new Map() });
  }
  for (const [source, last] of next) {
    const fresh = quotes.filter((each) => each.source !== source && !last.others.has(each.source));
    if (fresh.length === 0) continue;
    const others = new Map([...last.others, ...fresh.map((each) => [each.source, each.value] as const)]);
    next.set(source, { ...last, others });
  }
  return next;
}

/** A source whose quote does not change for this long, while another one moves, is stuck. */
const STUCK_AFTER_MS = 10 * MINUTE_MS;

/**
 * Whether a source is stuck: its value and time did not change for ten minutes while another source moved by more than
 * `agree`. In a quiet market no quote changes, and no source is stuck.
 *
 * @param quotes of this poll
 * @param agree a share, as in the bounds of the figure
 */
export function isStuck(
  last: LastQuote | undefined,
  quotes: readonly LiveQuote[],
  at: Instant,
  agree: number,
): boolean {
  if (last === undefined || at - last.since < STUCK_AFTER_MS) return false;
  return quotes.some(({ source, value }) => {
    const before = last.others.get(source);
    return before !== undefined && Math.abs(value / before - 1) > agree;
  });
}
