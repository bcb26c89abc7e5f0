import {
  addRequest,
  beginLog,
  countLeft,
  isSpent,
  type LogCells,
  logCells,
  oldestAge,
  ownsLog,
  setOwner,
} from "./log-cells.js";
import type { Tick } from "./ticks.js";

/** No log. */
export const NONE = -1;

const NOBODY = -1;

/** Logs a limiter starts with: 57 kB. */
const FIRST_LOGS = 1024;

/** How many logs one search looks at: bounds the time of one request. Few while there are fresh ones. */
const SEARCH_EARLY = 2;
const SEARCH_FULL = 16;

/** A pool of logs, each with the times of the last 20 requests of one owner, exact to the millisecond; 56 bytes a log. */
export interface ExactLogs {
  /**
   * A log for `owner` that begins with `past.count` requests, all at `past.at`. Logs whose requests have all left the
   * window are used again.
   * @returns its index, or `NONE` when none was found
   */
  open(owner: number, past: { readonly at: Tick; readonly count: number }, now: Tick): number;
  /** Whether a log is still this owner's. */
  isOf(log: number, owner: number): boolean;
  /** Hands a log on to another place of the same address. */
  pass(log: number, owner: number): void;
  release(log: number): void;
  /** Forgets what has left the window. @returns the requests that are left */
  count(log: number, now: Tick): number;
  /** Writes down one more request. Fewer than 20 must be left. */
  add(log: number, now: Tick): void;
  /** Milliseconds since the oldest request that is left. */
  oldestAge(log: number, now: Tick): number;
  /** Frees every log whose requests have all left the window. */
  sweep(now: Tick): void;
}

/** @param capacity logs, at most */
export function exactLogs(capacity: number): ExactLogs {
  let size = Math.min(FIRST_LOGS, capacity);
  let cells: LogCells = logCells(size);
  let opened = 0;
  let hand = 0;

  function vacancy(now: Tick): number {
    const search = Math.min(opened, opened < capacity ? SEARCH_EARLY : SEARCH_FULL);
    for (let looked = 0; looked < search; looked++) {
      hand = hand + 1 < opened ? hand + 1 : 0;
      if (isSpent(cells, hand, now)) return hand;
    }
    if (opened === capacity) return NONE;
    if (opened === size) {
      size = capacity;
      cells = logCells(size, cells);
    }
    return opened++;
  }

  return {
    open(owner, { at, count }, now) {
      const log = vacancy(now);
      if (log !== NONE) beginLog(cells, log, { owner, at, count });
      return log;
    },
    isOf: (log, owner) => ownsLog(cells, log, owner),
    pass: (log, owner) => setOwner(cells, log, owner),
    release: (log) => setOwner(cells, log, NOBODY),
    count: (log, now) => countLeft(cells, log, now),
    add: (log, now) => addRequest(cells, log, now),
    oldestAge: (log, now) => oldestAge(cells, log, now),
    sweep(now) {
      for (let log = 0; log < opened; log++) if (isSpent(cells, log, now)) setOwner(cells, log, NOBODY);
    },
  };
}
