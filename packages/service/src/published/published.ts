/**
 * What the public may see now, as three whole values that are never changed afterwards. Jobs put them; a restart and an
 * instance that follows another put what is stored. Answers, pages, pictures and metrics get them or subscribe, and
 * nothing else reaches the public.
 */

import type { PhaseKey, PositionKey, SettledPhase, TrackRecord, UtcDay } from "peak-cycle-model";
import type { KeyEntry, Proof, RevisionEntry } from "peak-cycle-verify";
import type { Announcement } from "../domain/announcement.js";
import type { FirstStart } from "../domain/first-start.js";
import type { CryptoDay, HistoryRow } from "../domain/history.js";
import type { HourlyScore, Market } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";

/** The three published values. */
export class Published {
  readonly now = new Value<Now>({ measures: {}, market: {}, sources: [], troubles: [] });
  /** `undefined` before a history was read and found to be what was signed. */
  readonly history = new Value<History | undefined>(undefined);
  /** `undefined` before it was computed. */
  readonly record = new Value<TrackRecord | undefined>(undefined);

  #last: Promise<void> = Promise.resolve();

  /** Runs one piece of work after the other: what each reads of `now`, stores and then shows is whole. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Replaces parts of `now`. */
  show(parts: Partial<Now>): void {
    this.now.put({ ...this.now.get(), ...parts });
  }
}

/** One published value. */
class Value<T> {
  #newest: T;
  readonly #listeners: ((newest: T) => void)[] = [];

  constructor(first: T) {
    this.#newest = first;
  }

  /** The newest value, the same object until another is put. */
  get(): T {
    return this.#newest;
  }

  /** Replaces the value. A listener that throws refuses the new one: the one before stays, and `put` throws. */
  put(next: T): void {
    const before = this.#newest;
    this.#newest = next;
    try {
      for (const listener of this.#listeners) listener(next);
    } catch (error) {
      this.#newest = before;
      throw error;
    }
  }

  /** The listener is called at each `put`; all are, in the order in which they have subscribed. */
  subscribe(listener: (newest: T) => void): void {
    this.#listeners.push(listener);
  }
}

/** The score of the hour and what stands around it. */
export interface Now {
  readonly score?: HourlyScore | undefined;
  /** Of the newest score; for the front page alone. */
  readonly measures: Measures;
  /** The live figures that are known; each stays until a newer one is accepted. */
  readonly market: Partial<Market>;
  readonly sources: readonly SourceState[];
  /** The minute of the hour at which this installation scores. */
  readonly minute?: number | undefined;
  /**
   * The phase of the newest score, where the newest row has another one, and the first day of its unbroken run of
   * scores.
   */
  readonly turned?: { readonly phase: PhaseKey; readonly since: UtcDay } | undefined;
  /** How far the first fetch of the past is, or that another instance does it. */
  readonly firstStart?: FirstStart | "elsewhere" | undefined;
  /** Why nothing may be stored now, in sentences for anyone; empty while all is well. */
  readonly troubles: readonly string[];
}

/** The published history: rows and everything that is made of them. */
export interface History {
  /** All days, oldest first. */
  readonly rows: readonly HistoryRow[];
  /** The second score on consecutive days, oldest first, at most `PUBLIC_DAYS`. */
  readonly crypto: readonly CryptoDay[];
  /** After the newest row. */
  readonly settled?: SettledPhase | undefined;
  /** Newest first. */
  readonly announcements: readonly Announcement[];
  /** In the order of their numbers. */
  readonly revisions: readonly RevisionEntry[];
  /** `undefined` until the history is signed. */
  readonly proof?: ChainProof | undefined;
}

/** What the public is shown of the ledger. */
export interface ChainProof {
  readonly proof: Proof;
  /** The leaf of every entry that is signed, in order: 64 hex digits and a line end each. */
  readonly leaves: string;
  /** Oldest first. */
  readonly keys: readonly KeyEntry[];
}

/** Where the measures of a score lie in their bands, 0..100; their mean is the score. None where they are not known. */
export type Measures = Readonly<Partial<Record<PositionKey, number | undefined>>>;

/** The score and all three live figures; `undefined` while one is missing, since no answer shows a part of them. */
export function scoreAndMarket(published: Published): ScoreAndMarket | undefined {
  const { score, market } = published.now.get();
  return score === undefined || !isWhole(market) ? undefined : { score, market };
}

/** What the answer of the score shows. */
export interface ScoreAndMarket {
  readonly score: HourlyScore;
  readonly market: Market;
}

function isWhole(market: Partial<Market>): market is Market {
  const { btcPrice, btcDominance, fearGreed } = market;
  return btcPrice !== undefined && btcDominance !== undefined && fearGreed !== undefined;
}
