import type { PositionKey, TrackRecord } from "peak-cycle-model";
import type { ChainProof } from "peak-cycle-verify";
import type { Announcement } from "../domain/announcement.js";
import type { FirstStart } from "../domain/first-start.js";
import type { CryptoDay, HistoryRow, Revision } from "../domain/history.js";
import type { HourlyScore, Market } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";
import type { HistoryContext } from "./history-context.js";

/**
 * What the public may see now. Jobs put whole values that are never changed afterwards; a restart and an instance that
 * follows another put what is stored (`publish-stored.ts`). Answers, pages, pictures and metrics get them or subscribe,
 * and nothing else reaches the public. A process that answers nobody has one that nobody reads.
 */
export class Published {
  readonly score = value<HourlyScore>();
  /** Of the newest score; for the front page alone. */
  readonly measures = value<Measures>();
  /** The live figures that are known; each stays until a newer one is accepted. */
  readonly market = value<Partial<Market>>();
  /** Consecutive days, oldest first, at most `PUBLIC_DAYS`. */
  readonly history = value<readonly HistoryRow[]>();
  /** All days, oldest first; for API Pro alone. */
  readonly rows = value<readonly HistoryRow[]>();
  /** The second score on consecutive days, oldest first, at most `PUBLIC_DAYS`. */
  readonly crypto = value<readonly CryptoDay[]>();
  readonly context = value<HistoryContext>();
  /** Newest first. */
  readonly announcements = value<readonly Announcement[]>();
  readonly proof = value<ChainProof>();
  /** In the order of their numbers. */
  readonly revisions = value<readonly Revision[]>();
  readonly sources = value<readonly SourceState[]>();
  /** Why nothing may be stored now, in sentences for anyone; empty while all is well. */
  readonly troubles = value<readonly string[]>();
  readonly record = value<TrackRecord>();
  /** How far the first fetch of the past is, or that another instance does it. */
  readonly firstStart = value<FirstStart | "elsewhere">();
}

/** Where the measures of a score lie in their bands, 0..100; their mean is the score. None where they are not known. */
export type Measures = Readonly<Partial<Record<PositionKey, number | undefined>>>;

/** One published value. */
export interface Value<T> {
  /** The newest one, the same object until another is put; `undefined` before the first. */
  readonly get: () => T | undefined;
  /** Replaces the value. A listener that throws refuses the new one: the one before stays, and `put` throws. */
  readonly put: (next: T) => void;
  /** The listener is called at each `put`; all are, in the order in which they have subscribed. */
  readonly subscribe: (listener: (newest: T) => void) => void;
}

function value<T>(): Value<T> {
  const listeners: ((newest: T) => void)[] = [];
  let newest: T | undefined;
  return {
    get: () => newest,
    put(next) {
      const before = newest;
      newest = next;
      try {
        for (const listener of listeners) listener(next);
      } catch (error) {
        newest = before;
        throw error;
      }
    },
    subscribe: (listener) => void listeners.push(listener),
  };
}

/** The score and all three live figures; `undefined` while one is missing, since no answer shows a part of them. */
export function scoreAndMarket(published: Published): ScoreAndMarket | undefined {
  const [score, market] = [published.score.get(), published.market.get()];
  return score === undefined || market === undefined || !isWhole(market) ? undefined : { score, market };
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

/**
 * A value computed from published values, for instance a chart's data, with one memo for each `Published`.
 *
 * @param begin called once for each `Published` and returns the reader, which may remember what it computed last
 */
export function derived<T>(begin: (published: Published) => () => T): (published: Published) => T {
  const readers = new WeakMap<Published, () => T>();
  return (published) => {
    const read = readers.get(published) ?? begin(published);
    readers.set(published, read);
    return read();
  };
}
