import type { CheckedStore } from "../chain/proof.js";
import type { AnnouncementMessage } from "../domain/announcement.js";
import type { Link, PublicKey, Statement, StoredDay } from "../domain/chain.js";
import type { ClosedDay } from "../domain/day.js";
import type { HistoryRow, Revision } from "../domain/history.js";
import type { Instant, UtcDay } from "../domain/instant.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { PhaseKey } from "../domain/score.js";
import type { HourlyScore, Quote } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";

/** Every number that a source has given. Append-only. */
export interface ObservationStore {
  /**
   * Adds what is new, all or nothing. An observation is known when metric, source, observed time and value are.
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
   * Adds days and rows in one transaction, and links the days. A day or row that is
   * stored already stays as it is and is skipped.
   * @throws StorageError when the days would leave a gap after the last stored one, when a new row comes after the day
   * before it was linked, or when a stored day is not linked
   */
  append(days: readonly ClosedDay[], rows: readonly HistoryRow[]): Promise<void>;
  /** Rows with `from <= day <= to`, oldest first. */
  rows(from: UtcDay, to: UtcDay): Promise<readonly HistoryRow[]>;
  /** The newest `count` rows, oldest first. */
  lastRows(count: number): Promise<readonly HistoryRow[]>;
}

/** What proves that stored days have not been changed. Everything in it is append-only. */
export interface ChainStore {
  /** Links with `from <= position <= to`, in order. */
  links(from: number, to: number): Promise<readonly Link[]>;
  newestLink(): Promise<Link | undefined>;
  /** The leaf of each link from the first up to `to`, in order: 64 hex digits and a line end each. */
  leaves(to: number): Promise<string>;
  /**
   * Adds a statement, and with it the key it was signed with: a key without a statement would look as if somebody else
   * had added it.
   *
   * @param key one that is stored already stays as it is
   */
  addStatement(statement: Statement, key: PublicKey): Promise<void>;
  /** The one that was signed last. */
  newestStatement(): Promise<Statement | undefined>;
  /** In the order in which they were added. */
  keys(): Promise<readonly PublicKey[]>;
  /** @throws StorageError unless its number is the one that follows */
  addRevision(revision: Revision): Promise<void>;
  /** In the order of their numbers. */
  revisions(): Promise<readonly Revision[]>;
}

/** How each source was when it was last asked. One row a source, replaced. */
export interface SourceStore {
  put(state: SourceState): Promise<void>;
  all(): Promise<readonly SourceState[]>;
}

/**
 * Texts that are made from everything stored, so that not every instance has to make them. One row a name, replaced.
 */
export interface ReportStore {
  /** @param mark identifies what it was made from */
  put(name: string, mark: string, body: string): Promise<void>;
  get(name: string): Promise<{ readonly mark: string; readonly body: string } | undefined>;
  mark(name: string): Promise<string | undefined>;
}

/** An announcement that waits for its next attempt. */
export interface Delivery {
  readonly message: Pick<AnnouncementMessage, "id" | "body">;
  /** How often it has failed. */
  readonly attempts: number;
  readonly dueAt: Instant;
}

/**
 * Which announcements each receiver has got, and which it still has to get. Receivers are named by
 * `AnnouncementReceiver.id`.
 */
export interface DeliveryStore {
  /**
   * @returns `undefined` for a receiver that was never activated; `known`: the ids of all messages that are stored for
   * it
   */
  state(receiver: string): Promise<{ readonly isDisabled: boolean; readonly known: ReadonlySet<string> } | undefined>;
  /** Adds a receiver. These messages are older than it, and are never sent. */
  activate(receiver: string, before: readonly AnnouncementMessage[], at: Instant): Promise<void>;
  /** Adds messages behind those that wait, due at once. One that is known stays as it is. */
  queue(receiver: string, messages: readonly AnnouncementMessage[], at: Instant): Promise<void>;
  /** The oldest message that waits. */
  next(receiver: string): Promise<Delivery | undefined>;
  postpone(receiver: string, message: string, attempts: number, dueAt: Instant): Promise<void>;
  /** The message waits no longer. */
  end(receiver: string, message: string, outcome: "delivered" | "given-up", at: Instant): Promise<void>;
  /** The receiver gets nothing any more. */
  disable(receiver: string, at: Instant): Promise<void>;
  /** Forgets all about every receiver but these. */
  keepOnly(receivers: readonly string[]): Promise<void>;
}

/** Hourly scores. Append-only, at most one an hour. */
export interface ScoreStore {
  /** @returns false when that hour has a score already; the stored one stays */
  add(score: HourlyScore): Promise<boolean>;
  /** The score of the latest hour. @param upTo leaves out scores of later hours, and those that were computed later */
  newest(upTo?: Instant): Promise<HourlyScore | undefined>;
  first(): Promise<Instant | undefined>;
  /** When the scores of the hours from `hour` on were computed, oldest first. */
  computedSince(hour: Instant): Promise<readonly Instant[]>;
  /** When the unbroken run of scores in a phase began; `undefined` when it did with the first score, or there is none. */
  phaseStart(phase: PhaseKey, upTo: Instant): Promise<Instant | undefined>;
}

/** Live figures of the public `market` object. */
export type MarketPart = "btcPrice" | "btcDominance" | "fearGreed";

/** The last accepted value of each live figure, so that a restart loses none. One row a part, replaced. */
export interface MarketStore {
  put(part: MarketPart, quote: Quote): Promise<void>;
  all(): Promise<Readonly<Partial<Record<MarketPart, Quote>>>>;
}

/** Small facts about this installation: its minute of the hour, and the progress of resumable jobs. */
export interface InstallationStore {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string): Promise<void>;
}

/** A script for other people's pages, byte for byte as it was served. */
export interface StoredScript {
  readonly version: string;
  /** `nhci-chart.js` */
  readonly name: string;
  readonly body: string;
}

/** Every version of the scripts that was ever served: a page may pin one by its hash. Append-only. */
export interface ScriptStore {
  /** Adds all or none. A version and name that is stored already stays as it is. */
  keep(scripts: readonly StoredScript[], keptAt: Instant): Promise<void>;
  /** In the order of versions and names. */
  all(): Promise<readonly StoredScript[]>;
}

/** What has changed in a database that several processes work on: a marker is a text that differs after each change. */
export interface ChangeMarkers {
  /** What the clock of the database server shows. */
  readonly now: Instant;
  /** Whether nobody does the jobs. */
  readonly isFree: boolean;
  /** Stands for the newest score and the live figures. */
  readonly snapshot: string;
  /** Stands for the newest score. */
  readonly scores: string;
  /** Stands for the history: it is checked and shown when a statement about it was signed, or a row revised. */
  readonly chain: string;
  /** Stands for the states of the sources. */
  readonly sources: string;
  /** Stands for the reports. */
  readonly reports: string;
  /** Stands for the kept scripts. */
  readonly scripts: string;
}

/**
 * The lease for the jobs, among all processes on one database. At most one holds it. It expires by the database's clock
 * unless it is renewed.
 */
export interface LeaseStore {
  /** How long the lease lasts without being renewed, in ms. */
  readonly durationMs: number;
  /**
   * Acquires the lease, unless somebody holds it.
   * @param holder who asks, for people who look into the database
   * @returns its epoch, greater than that of every lease before; `undefined` when somebody holds it
   */
  acquire(holder: string): Promise<number | undefined>;
  /** Lets the whole duration begin again. @returns false when the lease has expired already */
  renew(epoch: number): Promise<boolean>;
  /** Releases the lease at once; of one that has expired, nothing changes. */
  release(epoch: number): Promise<void>;
  /** One round trip. */
  poll(): Promise<ChangeMarkers>;
}

/** All stores. */
export interface Stores {
  readonly observations: ObservationStore;
  readonly days: DayStore;
  readonly scores: ScoreStore;
  readonly market: MarketStore;
  readonly installation: InstallationStore;
  readonly scripts: ScriptStore;
  readonly chain: ChainStore;
  readonly sources: SourceStore;
  readonly reports: ReportStore;
  readonly deliveries: DeliveryStore;
  /**
   * Makes the whole chain again from all closed days, rows, links, revisions, keys and statements, as they are at one
   * moment, and compares. Lets other tasks run in between.
   *
   * @param onDay called with each closed day that is what its link says, oldest first
   * @param signal ends the check between two days, with its reason
   * @throws LeaseLostError when another process does the jobs by now
   */
  checkChain(onDay: (day: StoredDay) => void, signal: AbortSignal): Promise<CheckedStore>;
  /** Resolves when the database answers. @throws StorageError when it does not */
  ping(): Promise<void>;
  close(): Promise<void>;
}
