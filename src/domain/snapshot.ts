import type { Context } from "./context.js";
import type { Instant } from "./instant.js";
import type { PhaseKey } from "./phase.js";
import type { Signal } from "./signal.js";

/** A score as it is stored and published. Never changed once stored. */
export interface HourlyScore {
  /** Start of the UTC hour the score belongs to; one score an hour. */
  readonly hour: Instant;
  /** When the engine computed it. */
  readonly computedAt: Instant;
  readonly modelVersion: string;
  readonly btc: {
    /** 0..100, unrounded. */
    readonly raw: number;
    /** 0..100, one decimal. */
    readonly score: number;
    readonly phase: PhaseKey;
    readonly signal: Signal;
  };
  readonly crypto: { readonly raw: number; readonly score: number; readonly phase: PhaseKey };
  readonly context: Context;
  /** 0..1 */
  readonly coverage: number;
  /** BTC in USD that the score stands on. */
  readonly btcPriceUsd: number;
}

/** One live figure and where it came from. */
export interface Quote {
  readonly value: number;
  readonly source: string;
  readonly observedAt: Instant;
  readonly fetchedAt: Instant;
}

/** Live figures; each stays until a newer one is accepted, however old it gets. */
export interface Market {
  /** USD. */
  readonly btcPrice: Quote;
  /** Percent. */
  readonly btcDominance: Quote;
  /** Integer 0..100. */
  readonly fearGreed: Quote;
}

/** What the public may see now. */
export interface Snapshot {
  readonly score: HourlyScore;
  readonly market: Market;
}
