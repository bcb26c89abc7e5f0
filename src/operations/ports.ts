import type { TrackRecord } from "../backtest/track-record.js";
import type { Announcement, AnnouncementMessage } from "../domain/announcement.js";
import type { ChainProof, SignedStatement } from "../domain/chain.js";
import type { SourceFault } from "../domain/errors.js";
import type { HistoryRow, Revision, ServedDay } from "../domain/history.js";
import type { Instant, UtcDay } from "../domain/instant.js";
import type { Major, Observation } from "../domain/observation.js";
import type { PhaseKey, SettledPhase } from "../domain/score.js";
import type { Snapshot } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";
import type { LeaseStore, StoredScript, Stores } from "./store-ports.js";

/** The time of day, which may be set. Lengths of time that must not jump with it are measured with a `monotonicMs` beside it. */
export interface Clock {
  now(): Instant;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** A fixed sentence and its fields, which hold no secret, no address of a client and no text of a source. */
export interface Log {
  debug(facts: LogFields, sentence: string): void;
  info(facts: LogFields, sentence: string): void;
  warn(facts: LogFields, sentence: string): void;
  /** `facts.error` may hold the thrown value; its stack goes to the log and nowhere else. */
  error(facts: LogFields, sentence: string): void;
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
  /** `btc-hour-close` at the end of every 1st or 6th hour of the day, with `from <= observedAt <= to`. */
  | { readonly kind: "hourly"; readonly stepHours: 1 | 6; readonly from: Instant; readonly to: Instant }
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

/** One outside source. */
export interface Source {
  /** As in `UPSTREAMS_DISABLED`, e.g. `coin-metrics`. */
  readonly name: string;
  /** Whether the source has this at all; what it cannot give is not asked of it. */
  answers(request: DataRequest): boolean;
  /**
   * Asks, one page after the other, so that each page can be stored before the next is asked for.
   * Pages hold closed periods only (a running candle or half-filled day is dropped), oldest first, without
   * duplicates, every value in its metric's plausible range. Where the source knows some days of a range only,
   * it gives those; a day it lacks is absent.
   * @throws SourceError when it gave nothing usable. An empty answer where rows are due is `malformed`.
   */
  observe(request: DataRequest, signal: AbortSignal): AsyncIterable<readonly Observation[]>;
}

/** Receives what the public may see now; answers are made from it, never from the database. */
export interface PublicStateSink {
  showSnapshot(snapshot: Snapshot): void;
  /** @param rows consecutive days, oldest first, at most `PUBLIC_DAYS` */
  showHistory(rows: readonly HistoryRow[]): void;
}

/** The rows and figures behind the score, and the availability of this installation. */
export interface HistoryContext {
  /** The newest 31 rows, oldest first, as far as there are any: today's and those 1, 7 and 30 days before. */
  readonly rows: readonly HistoryRow[];
  /** The first day of the unbroken run of rows in the phase of the newest row. */
  readonly phaseSince: UtcDay | undefined;
  /** The phase of the newest score, where the newest row has another one, and the first day of its unbroken run of scores. */
  readonly turned: { readonly phase: PhaseKey; readonly since: UtcDay } | undefined;
  /** The settled phase after each of these rows, oldest first. */
  readonly settled: readonly SettledPhase[];
  /** The minute of the hour at which this installation scores. */
  readonly minute: number | undefined;
  /** At most the last 366 days, oldest first; none before the first score. */
  readonly served: readonly ServedDay[];
}

/** Receives what the public may see besides the score and the 30 days. */
export interface PublicExtras {
  showHistoryContext(historyContext: HistoryContext): void;
  /** @param announcements newest first */
  showAnnouncements(announcements: readonly Announcement[]): void;
  showProof(proof: ChainProof): void;
  /** @param revisions in the order of their numbers */
  showRevisions(revisions: readonly Revision[]): void;
  showSources(states: readonly SourceState[]): void;
  showRecord(record: TrackRecord): void;
  /** @param scripts every version of the embed scripts that was ever served */
  showScripts(scripts: readonly StoredScript[]): void;
}

/** An address of the operator's choice that announcements are posted to. */
export interface AnnouncementReceiver {
  /** Identifies it in the database without revealing its address. */
  readonly id: string;
  /** Host and port, for log and metrics. */
  readonly host: string;
  /** Tries once, for 15 s at most. @throws the signal's reason and nothing else */
  post(message: Pick<AnnouncementMessage, "id" | "body">, signal: AbortSignal): Promise<PostResult>;
}

/** `gone`: the receiver wants no more. `fault` is our own wording; `retryAfterMs` is 0 unless the receiver asks for more. */
export type PostResult =
  | { readonly result: "accepted" }
  | { readonly result: "gone" }
  | { readonly result: "failed"; readonly fault: string; readonly retryAfterMs: number };

/** The private key of this installation. */
export interface Signer {
  readonly keyId: string;
  /** As in `PublicKey`. */
  readonly x: string;
  /** Earlier keys that it still has, by their ids: they can endorse the present one. */
  readonly former: ReadonlyMap<string, (text: string) => string>;
  /** Ed25519 over the text in UTF-8, base64url. */
  sign(text: string): string;
}

/**
 * The newest statement that was signed or found sound, remembered outside of the database: so nobody who can write to
 * the database alone can remove the end of the history unnoticed.
 */
export interface SignedMemory {
  /** Where it is, for the operator. */
  readonly place: string;
  /** What this process and what the place remembers; nothing before the first statement. @throws ConfigError */
  read(): Promise<readonly SignedStatement[]>;
  /** Never fails: where nothing can be kept, a line in the log says so once. */
  keep(statement: SignedStatement): Promise<void>;
}

/** The group of an answer in metrics. `other` is for unknown paths. */
export type AnswerGroup =
  | "current"
  | "history"
  | "extra"
  | "embed"
  | "picture"
  | "page"
  | "health"
  | "metrics"
  | "other";

/** How far this machine's clock is ahead, in ms, negative when it is behind; `undefined` while it is not known. */
export interface ClockDifference {
  /** Of the sources' clocks: the median of those that decide whether it is right. */
  readonly sources: number | undefined;
  /** Of the database server's clock. */
  readonly database: number | undefined;
}

/** Why nothing is published: `clock`, the sources contradict the clock; `chain`, what is stored is not what was signed. */
export type HoldReason = "clock" | "chain";

/** Why a connection was closed for the sake of others: its address has too many, or all together are too many. */
export type Disconnection = "address" | "full";

/** Counts the questions to one source. */
export interface SourceCounts {
  asked(): void;
  /** It gave a page. */
  answered(): void;
  failed(fault: SourceFault): void;
}

/**
 * What is counted for metrics; present only when metrics are switched on. Nothing here waits or throws by itself, and
 * what it wraps behaves as before.
 */
export interface Meters {
  /**
   * Runs a job and records how long it took and how it ended; an abort of the signal is no failure. @throws what `run`
   * throws
   */
  job(name: string, run: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** What counts the questions to a source, by its name. */
  source(name: string): SourceCounts;
  stores(stores: Stores): Stores;
  lease(lease: LeaseStore): LeaseStore;
  publicState<Sink extends PublicStateSink>(sink: Sink): Sink;
  /** The receivers whose posts are counted, by host and port. */
  receivers(hosts: readonly string[]): void;
  /** An announcement was posted to a receiver, or given up after it had failed for days. */
  posted(receiver: string, outcome: "accepted" | "failed" | "gone" | "given_up"): void;
  /** Figures came and were not believed; `coin` is one major or tether, `row` a row that was left out of an answer. */
  refused(figure: "price" | "dominance" | "coin" | "row", count?: number): void;
  /** All that is stored was compared with what was signed: the first day that differs, as far as it is known. */
  compared(isSame: boolean, firstDay?: UtcDay): void;
  /** Publishing is held back for a reason from now on, or is not any more. */
  held(reason: HoldReason, isHeld: boolean): void;
  /** What is known about the clock, asked at each scrape. */
  clock(difference: () => ClockDifference): void;
  /** Called for each answer; takes well under a microsecond. */
  answered(group: AnswerGroup, status: number): void;
  /** A connection was closed for the sake of others. */
  disconnected(reason: Disconnection): void;
  /** The limit is meant to be shared with other instances; `isShared` says whether it is now. */
  limits(isShared: () => boolean): void;
}

/** What `/readyz` reports. */
export interface Health {
  readonly ready: boolean;
  /** When not ready, one plain sentence that is safe to show to anyone. */
  readonly reason: string | undefined;
}
