import type { Major } from "../domain/asset.js";
import type { ClosedDay } from "../domain/day-inputs.js";
import type { HistoryRow } from "../domain/history.js";
import type { Instant, UtcDay } from "../domain/instant.js";
import type { Metric } from "../domain/metric.js";
import type { Observation } from "../domain/observation.js";
import type { HourlyScore, Quote, Snapshot } from "../domain/snapshot.js";

/** The only source of time. */
export interface Clock {
  now(): Instant;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export type Facts = Readonly<Record<string, unknown>>;

/** A fixed sentence and its facts. Facts carry no secret, no address of a client, no text of an upstream. */
export interface Log {
  debug(facts: Facts, sentence: string): void;
  info(facts: Facts, sentence: string): void;
  warn(facts: Facts, sentence: string): void;
  /** `facts.error` may hold the thrown value; its stack goes to the log and nowhere else. */
  error(facts: Facts, sentence: string): void;
}

/** Every number any source stated. Append-only. */
export interface ObservationStore {
  /**
   * Adds what is new, all or nothing. A statement is known when metric, source, observed time and value are.
   * @returns how many were new
   */
  add(observations: readonly Observation[]): Promise<number>;
  /**
   * Observations of one metric with `from <= observedAt < to`, ordered by observed time, then fetched time.
   * Restated figures appear as further observations.
   */
  between(metric: Metric, from: Instant, to: Instant): Promise<readonly Observation[]>;
  /** Newest by observed time, then fetched time; of one source when named. */
  newest(metric: Metric, source?: string): Promise<Observation | undefined>;
}

/** The frozen inputs of closed days, and the history rows that were computed on top of them. Append-only. */
export interface DayStore {
  /** All closed days, oldest first, without a gap. */
  closedDays(): Promise<readonly ClosedDay[]>;
  lastClosedDay(): Promise<UtcDay | undefined>;
  /**
   * Adds days and rows in one transaction. A day or row that is stored already stays as it is and is skipped.
   * @throws StorageError when the days would leave a gap after the last stored one
   */
  append(days: readonly ClosedDay[], rows: readonly HistoryRow[]): Promise<void>;
  /** Rows with `from <= day <= to`, oldest first. */
  rows(from: UtcDay, to: UtcDay): Promise<readonly HistoryRow[]>;
  /** The newest `count` rows, oldest first. */
  lastRows(count: number): Promise<readonly HistoryRow[]>;
}

/** Hourly scores. Append-only, at most one an hour. */
export interface ScoreStore {
  /** @returns false when that hour has a score already; the stored one stays */
  add(score: HourlyScore): Promise<boolean>;
  newest(): Promise<HourlyScore | undefined>;
}

/** Live figures of the public `market` object. */
export type MarketPart = "btcPrice" | "btcDominance" | "fearGreed";

/** The last accepted value of each live figure, so that a restart loses none. One row a part, replaced. */
export interface MarketStore {
  put(part: MarketPart, quote: Quote): Promise<void>;
  all(): Promise<Readonly<Partial<Record<MarketPart, Quote>>>>;
}

/** Small facts about this installation: its schedule offset, and how far a resumable job has come. */
export interface InstallationStore {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string): Promise<void>;
}

/** Everything that is stored, behind one door. */
export interface Stores {
  readonly observations: ObservationStore;
  readonly days: DayStore;
  readonly scores: ScoreStore;
  readonly market: MarketStore;
  readonly installation: InstallationStore;
  /** Resolves when the database answers. @throws StorageError when it does not */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A coin a price can be asked for; `usdt` only to turn a tether quote into dollars. */
export type Coin = "btc" | Major | "usdt";

/** What a source can be asked for. Each kind has a fallback chain of its own in `chains.ts`. */
export type Inquiry =
  /** The price now, `<coin>-price`; several coins in as few calls as the source allows. */
  | { readonly kind: "prices"; readonly coins: readonly Coin[] }
  /** Daily closes, `<coin>-close`, of days `from..to`, both included. */
  | { readonly kind: "daily"; readonly coin: "btc" | Major; readonly from: UtcDay; readonly to: UtcDay }
  /** Daily `mvrv` of days `from..to`, both included. */
  | { readonly kind: "mvrv"; readonly from: UtcDay; readonly to: UtcDay }
  /** `btc-hour-close` at the end of every 1st or 6th hour of the day, with `from <= observedAt <= to`. */
  | { readonly kind: "hourly"; readonly stepHours: 1 | 6; readonly from: Instant; readonly to: Instant }
  /** `dominance` now. */
  | { readonly kind: "dominance" }
  /** `fear-greed` of days `from..today`. */
  | { readonly kind: "fear-greed"; readonly from: UtcDay };

export type InquiryKind = Inquiry["kind"];

/** One outside source. */
export interface Upstream {
  /** As in `UPSTREAMS_DISABLED`, e.g. `coin-metrics`. */
  readonly name: string;
  /** Whether the source has this at all; what it cannot give is not asked of it. */
  answers(inquiry: Inquiry): boolean;
  /**
   * Asks, one page after the other, so that each page can be stored before the next is asked for.
   * Pages hold closed periods only (a running candle or half-filled day is dropped), oldest first, without
   * duplicates, every value in its metric's plausible range. Where the source knows some days of a range only,
   * it gives those; a day it lacks is absent.
   * @throws UpstreamError when it gave nothing usable. An empty answer where rows are due is `malformed`.
   */
  observe(inquiry: Inquiry, signal: AbortSignal): AsyncIterable<readonly Observation[]>;
}

/** Where operations put what the public may see now; answers are made from it, never from the database. */
export interface Showcase {
  showSnapshot(snapshot: Snapshot): void;
  /** @param rows consecutive days, oldest first, at most `PUBLIC_DAYS` */
  showHistory(rows: readonly HistoryRow[]): void;
}

/** The limiter's word on one request. */
export interface Verdict {
  readonly allowed: boolean;
  /** Requests left now, 0..quota. */
  readonly remaining: number;
  /** Whole seconds until `remaining` next grows, at least 1; after exactly that long a refused client passes. */
  readonly resetSeconds: number;
}

/** 20 requests in any 60 s, per client. */
export interface RateLimit {
  /** Counts one request. @param client as made by `caller.ts`: an IPv4 address or an IPv6 /64 */
  take(client: string): Verdict;
}

/** What `/readyz` reports. */
export interface Health {
  readonly ready: boolean;
  /** One plain sentence when not ready, safe to show to anyone. */
  readonly reason: string | undefined;
}
