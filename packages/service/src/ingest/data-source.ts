import type { Instant, Major, UtcDay } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";

/** One outside source: what it is asked for, and how it answers. */
export interface Source {
  /** As in `UPSTREAMS_DISABLED`, e.g. `coin-metrics`. */
  readonly name: string;
  /** Whether the source has this at all; what it cannot give is not asked of it. */
  answers(request: DataRequest): boolean;
  /**
   * Asks, one page after the other, so that each page can be stored before the next is asked for. Pages hold closed periods
   * only (a running candle or half-filled day is dropped), oldest first, without duplicates, every value in its metric's
   * plausible range. A day that the source lacks is absent.
   *
   * @throws SourceError when it gave nothing usable. An empty answer where rows are due is `malformed`.
   */
  observe(request: DataRequest, signal: AbortSignal): AsyncIterable<readonly Observation[]>;
}

/** A coin a price can be asked for; `usdt` only to turn a tether quote into dollars. */
export type Coin = "btc" | Major | "usdt";

/** Days `from..to`, both included. */
export interface DayRange {
  readonly from: UtcDay;
  readonly to: UtcDay;
}

/** What a source can be asked for. Each kind has a fallback order of its own in `ask-sources.ts`. */
export type DataRequest =
  /** The price now, `<coin>-price`; several coins in as few calls as the source allows. */
  | { readonly kind: "prices"; readonly coins: readonly Coin[] }
  /** Daily closes, `<coin>-close`. */
  | ({ readonly kind: "daily"; readonly coin: "btc" | Major } & DayRange)
  /** Daily `mvrv`. */
  | ({ readonly kind: "mvrv" } & DayRange)
  /** `btc-hour-close` at 00:00, 06:00, 12:00 and 18:00 UTC, with `from <= observedAt <= to`: rows need that of 06:00. */
  | { readonly kind: "hourly"; readonly from: Instant; readonly to: Instant }
  /** `dominance` now. */
  | { readonly kind: "dominance" }
  /** `fear-greed` of days `from..today`. */
  | { readonly kind: "fear-greed"; readonly from: UtcDay };

export type DataKind = DataRequest["kind"];

/** What an answer of a source says about the time at which it was sent: not before `from`, not after `to`. */
export interface StatedTime {
  readonly source: string;
  readonly from: Instant;
  readonly to: Instant;
}

/** Called while the answer arrives. */
export type OnTime = (stated: StatedTime) => void;
