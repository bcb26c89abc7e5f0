import { QUOTA } from "./policy.js";
import { age, later, type Tick, WINDOW_MS } from "./ticks.js";

/** No log. */
export const NONE = -1;

/**
 * One log in 32-bit words: newest tick, oldest tick, owner, position and count, and a ring of 20 distances between
 * neighboring requests, 16 bits each. A distance within the window is under 60,000 ms and fits.
 */
const WORDS = 4 + QUOTA / 2;
const NEWEST = 0;
const OLDEST = 1;
/** Owner + 1, so that a fresh log is free. */
const OWNER = 2;
/** The ring's start in the upper bits, the count in the lower 5. */
const STATE = 3;
const COUNT_BITS = 31;

/** Where the ring begins, in 16-bit words. */
const RING = 8;

/** Logs a limiter starts with: 57 kB. */
const FIRST_LOGS = 1024;

/** How many logs one search looks at before it takes a new one or gives up: bounds the time of one request. */
const SEARCH = 16;

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
  let words = new Uint32Array(size * WORDS);
  let halves = new Uint16Array(words.buffer);
  let opened = 0;
  let hand = 0;

  function grow(): void {
    const former = words;
    size = capacity;
    words = new Uint32Array(size * WORDS);
    words.set(former);
    halves = new Uint16Array(words.buffer);
  }

  function vacancy(now: Tick): number {
    for (let looked = 0; looked < Math.min(SEARCH, opened); looked++) {
      hand = hand + 1 < opened ? hand + 1 : 0;
      if (isSpent(hand, now)) return hand;
    }
    if (opened === size && size < capacity) grow();
    return opened < size ? opened++ : NONE;
  }

  function isSpent(log: number, now: Tick): boolean {
    return words[log * WORDS + OWNER] === 0 || age(words[log * WORDS + NEWEST] ?? 0, now) >= WINDOW_MS;
  }

  function count(log: number, now: Tick): number {
    const base = log * WORDS;
    if (age(words[base + NEWEST] ?? 0, now) >= WINDOW_MS) {
      words[base + STATE] = 0;
      return 0;
    }
    const state = words[base + STATE] ?? 0;
    let left = state & COUNT_BITS;
    let start = state >>> 5;
    let oldest = words[base + OLDEST] ?? 0;
    if (age(oldest, now) < WINDOW_MS) return left;
    while (left > 1 && age(oldest, now) >= WINDOW_MS) {
      oldest = later(oldest, halves[base * 2 + RING + start] ?? 0);
      start = start === QUOTA - 1 ? 0 : start + 1;
      left--;
    }
    words[base + OLDEST] = oldest;
    words[base + STATE] = (start << 5) | left;
    return left;
  }

  function add(log: number, now: Tick): void {
    const base = log * WORDS;
    const state = words[base + STATE] ?? 0;
    const left = state & COUNT_BITS;
    if (left === 0) {
      words[base + OLDEST] = now;
    } else {
      const end = (state >>> 5) + left - 1;
      halves[base * 2 + RING + (end < QUOTA ? end : end - QUOTA)] = age(words[base + NEWEST] ?? 0, now);
    }
    words[base + NEWEST] = now;
    words[base + STATE] = state + 1;
  }

  return {
    open(owner, past, now) {
      const log = vacancy(now);
      if (log === NONE) return NONE;
      const base = log * WORDS;
      words.fill(0, base, base + WORDS);
      words[base + NEWEST] = past.at;
      words[base + OLDEST] = past.at;
      words[base + OWNER] = owner + 1;
      words[base + STATE] = past.count;
      return log;
    },
    isOf: (log, owner) => words[log * WORDS + OWNER] === owner + 1,
    pass(log, owner) {
      words[log * WORDS + OWNER] = owner + 1;
    },
    release(log) {
      words[log * WORDS + OWNER] = 0;
    },
    count,
    add,
    oldestAge: (log, now) => age(words[log * WORDS + OLDEST] ?? 0, now),
    sweep(now) {
      for (let log = 0; log < opened; log++) if (isSpent(log, now)) words[log * WORDS + OWNER] = 0;
    },
  };
}
