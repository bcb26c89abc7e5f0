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

/** A script for other people's pages, byte for byte as it was served. */
export interface KeptScript {
  readonly version: string;
  /** `nhci-chart.js` */
  readonly name: string;
  readonly body: string;
}

/** Every version of the scripts that was ever served: a page may be tied to one by its hash. Append-only. */
export interface ScriptStore {
  /** Adds all or none. Of a version and name that is stored already, the stored one stays. */
  keep(scripts: readonly KeptScript[], keptAt: Instant): Promise<void>;
  /** In the order of versions and names. */
  all(): Promise<readonly KeptScript[]>;
}

/**
 * What one look at a database sees that several processes work on. A mark is a text that is another one whenever what
 * it stands for has changed.
 */
export interface Sighting {
  /** Whether nobody does the jobs. */
  readonly isFree: boolean;
  /** Stands for the newest score and the live figures. */
  readonly snapshot: string;
  /** Stands for the newest history rows. */
  readonly history: string;
  /** Stands for the kept scripts. */
  readonly scripts: string;
}

/**
 * The right to do the jobs, of all processes on one database. At most one has it, for a term that ends by the database's
 * clock unless it is prolonged.
 */
export interface LeaseStore {
  /** How long a term is without being prolonged, in ms. */
  readonly termMs: number;
  /**
   * Begins a term, if nobody's runs.
   * @param holder who asks, for people who look into the database
   * @returns its epoch, greater than that of every term before; `undefined` when somebody else's runs
   */
  take(holder: string): Promise<number | undefined>;
  /** Lets a term begin anew. @returns false when it is over already */
  prolong(epoch: number): Promise<boolean>;
  /** Ends a term at once; of one that is over, nothing changes. */
  release(epoch: number): Promise<void>;
  /** One round trip. */
  look(): Promise<Sighting>;
}

/** Everything that is stored, behind one door. */
export interface Stores {
  readonly observations: ObservationStore;
  readonly days: DayStore;
  readonly scores: ScoreStore;
  readonly market: MarketStore;
  readonly installation: InstallationStore;
  readonly scripts: ScriptStore;
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
  /**
   * Counts one request. A promise never rejects, and is kept within 100 ms.
   *
   * @param client as made by `caller.ts`: an IPv4 address or an IPv6 /64
   */
  take(client: string): Verdict | Promise<Verdict>;
}

/** A limit that is kept in this process and answers at once. */
export interface LocalLimit extends RateLimit {
  take(client: string): Verdict;
}

/** What an answer was about, for those who count answers. `other` is what no path of ours is. */
export type AnswerGroup = "current" | "history" | "embed" | "picture" | "page" | "health" | "metrics" | "other";

/**
 * What is counted for those who run the service; there is one only where somebody asked for it. Nothing here waits or
 * throws by itself, and what it is wrapped around behaves as before.
 */
export interface Meters {
  /** Runs a job and notes how long it took and how it ended; an abort of the signal is no failure. @throws what `run` throws */
  job(name: string, run: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
  upstream(upstream: Upstream): Upstream;
  stores(stores: Stores): Stores;
  lease(lease: LeaseStore): LeaseStore;
  showcase(showcase: Showcase): Showcase;
  /** A figure came and was not believed; `coin` is one major or tether. */
  refused(figure: "price" | "dominance" | "coin"): void;
  /** Told of each answer, and so quick that nobody notices. */
  answered(group: AnswerGroup, status: number): void;
  /** The limit is meant to be shared with other instances; `isShared` says whether it is now. */
  limits(isShared: () => boolean): void;
}

/** What `/readyz` reports. */
export interface Health {
  readonly ready: boolean;
  /** One plain sentence when not ready, safe to show to anyone. */
  readonly reason: string | undefined;
}
