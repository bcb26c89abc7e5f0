/**
 * Everything the public can see, as three immutable values. Jobs replace them; a restart or a follower replaces them
 * with the stored state. Responses, pages, pictures and metrics read them or subscribe; nothing else reaches the
 * public.
 */

import type { Instant, PositionKey, RowFlags, SettledPhase, TrackRecord } from "peak-cycle-model";
import type { KeyEntry, Proof, RevisionEntry } from "peak-cycle-verify";
import type { Announcement } from "../domain/announcement.js";
import type { FirstStart } from "../domain/first-start.js";
import { type CryptoDay, type HistoryRow, PUBLIC_DAYS } from "../domain/history.js";
import type { HourlyScore } from "../domain/hourly-score.js";
import type { InputState } from "../domain/input-state.js";
import type { Market } from "../domain/live-figures.js";
import type { SourceState } from "../domain/source-state.js";
import { SerialQueue } from "../platform/serial-queue.js";
import { type CurrentForms, currentForms, scoreForm } from "./current-reply.js";
import type { HistoryReply } from "./history-reply.js";

/** The three published values. */
export class Published {
  readonly now = new Value<Now>({ positions: {}, market: {}, sources: [], inputs: [], holds: [] });
  /** `undefined` until a history has been read and verified. */
  readonly history = new Value<History | undefined>(undefined);
  /** `undefined` until it has been computed. */
  readonly record = new Value<TrackRecord | undefined>(undefined);

  /** Runs one task at a time that reads `now`, stores and publishes, so that this is atomic. */
  readonly queue = new SerialQueue();

  /** Replaces parts of `now`. @throws NotPublishableError; `now` is then unchanged */
  show(parts: Partial<NowParts>): void {
    this.now.put(nextNow(this.now.get(), parts));
  }
}

/** One published value. */
class Value<T> {
  #newest: T;
  readonly #listeners: (() => void)[] = [];

  constructor(first: T) {
    this.#newest = first;
  }

  /** The newest value: the same object until it is replaced. */
  get(): T {
    return this.#newest;
  }

  /** Replaces the value. */
  put(next: T): void {
    this.#newest = next;
    for (const listener of this.#listeners) listener();
  }

  /** @param listener called after every `put`; must not throw */
  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }
}

/** The current score and everything shown with it. */
export interface Now extends NowParts {
  /** The public form of the score and the market; `undefined` until the score and all three figures are known. */
  readonly current?: CurrentForms | undefined;
}

/**
 * The next value, with its public form. It is created before anything is stored, so that everything stored can be
 * published.
 *
 * @throws NotPublishableError if a number breaks the contract
 */
export function nextNow(before: Now, parts: Partial<NowParts>): Now {
  const next = { ...before, ...parts };
  const { score, market } = next;
  if (score === before.score && market === before.market) return next;
  if (score !== undefined && isWhole(market)) return { ...next, current: currentForms(score, market) };
  if (score !== undefined) scoreForm(score);
  return { ...next, current: undefined };
}

/** The parts of `now`. */
export interface NowParts {
  readonly score?: HourlyScore | undefined;
  /** The positions behind the newest score; only the front page shows them. */
  readonly positions: Positions;
  /** The known live figures; each is kept until a newer one is accepted. */
  readonly market: Partial<Market>;
  readonly sources: readonly SourceState[];
  /** What is believed about each input, one entry per metric. */
  readonly inputs: readonly InputState[];
  /** The minute of the hour at which this installation scores. */
  readonly minute?: number | undefined;
  /** Progress of the first fetch of the past, or "elsewhere" if another instance runs it. */
  readonly firstStart?: FirstStart | "elsewhere" | undefined;
  /** When the last backup was made, by any machine; `undefined` if none is known. */
  readonly backedUpAt?: Instant | undefined;
  /** Why nothing may be stored now, as sentences for the public; empty if there is none. */
  readonly holds: readonly string[];
}

/** The published history: the rows and everything derived from them. */
export interface History {
  /** The public form of the newest 30 rows; `undefined` until there are that many in a row. */
  readonly reply?: HistoryReply | undefined;
  /** All days, oldest first. */
  readonly rows: readonly HistoryRow[];
  /** The crypto score on consecutive days, oldest first, at most `PUBLIC_DAYS`. */
  readonly crypto: readonly CryptoDay[];
  /** After the newest row. */
  readonly settled?: SettledPhase | undefined;
  /** As of the newest row. */
  readonly flags?: RowFlags | undefined;
  /** Newest first. */
  readonly announcements: readonly Announcement[];
  /** In the order of their numbers. */
  readonly revisions: readonly RevisionEntry[];
  /** `undefined` until the history is signed. */
  readonly proof?: ChainProof | undefined;
}

/** The public part of the ledger. */
export interface ChainProof {
  readonly proof: Proof;
  /** The leaf of every signed entry, in order: 64 hex digits and a line feed each. */
  readonly leaves: string;
  /** Oldest first. */
  readonly keys: readonly KeyEntry[];
}

/** The positions of the score's indicators in their bands, 0..100; their mean is the score. Unknown ones are absent. */
export type Positions = Readonly<Partial<Record<PositionKey, number | undefined>>>;

/** The score and all three live figures; `undefined` if one is missing, since no response shows only some of them. */
export function scoreAndMarket(published: Published): ScoreAndMarket | undefined {
  const { score, market } = published.now.get();
  return score === undefined || !isWhole(market) ? undefined : { score, market };
}

/** The contents of the current score's response. */
export interface ScoreAndMarket {
  readonly score: HourlyScore;
  readonly market: Market;
}

/** The rows that are shown, oldest first; `undefined` until there are 30 in a row. */
export function publicRows({ history }: Published): PublicRows | undefined {
  const { reply, rows = [] } = history.get() ?? {};
  const newest = rows.at(-1);
  return reply === undefined || newest === undefined ? undefined : { reply, rows: rows.slice(-PUBLIC_DAYS), newest };
}

interface PublicRows {
  readonly reply: HistoryReply;
  readonly rows: readonly HistoryRow[];
  readonly newest: HistoryRow;
}

function isWhole(market: Partial<Market>): market is Market {
  const { btcPrice, btcDominance, fearGreed } = market;
  return btcPrice !== undefined && btcDominance !== undefined && fearGreed !== undefined;
}
