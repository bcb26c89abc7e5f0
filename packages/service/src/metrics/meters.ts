/** What the service counts for metrics, as the rooms that report it see it. */

import type { UtcDay } from "peak-cycle-model";
import type { SourceFault } from "../domain/errors.js";
import type { Published } from "../publish/published.js";
import type { LeaseStore } from "../storage/lease-store.js";
import type { Stores } from "../storage/stores.js";

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
  /** What is published here: its ages are read at each scrape. */
  published(published: Published): void;
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

/** Counts the requests to one source and how they ended. */
export interface SourceCounts {
  asked(): void;
  /** The source gave a page of figures. */
  answered(): void;
  failed(fault: SourceFault): void;
}
