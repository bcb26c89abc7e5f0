import { QUOTA, WINDOW_MS } from "./policy.js";

/**
 * A time in milliseconds that wraps around every 2^27 ms (37.3 h): 27 bits leave 5 for a count in one word. Two such
 * times can be compared only while they are less than that apart, so old ones are swept out before.
 */
export type WrappedMs = number;

const WRAP_MS = 2 ** 27;

/** 18.6 h: with a sweep this often, no time from before the last wrap is left. */
export const HALF_WRAP_MS = WRAP_MS / 2;

/** @param ms whole milliseconds, at least 0 */
export function wrap(ms: number): WrappedMs {
  return ms % WRAP_MS;
}

/** Milliseconds from one time to a later one. */
export function age(then: WrappedMs, now: WrappedMs): number {
  return (now - then) & (WRAP_MS - 1);
}

/** The time so many milliseconds after another. */
function later(then: WrappedMs, ms: number): WrappedMs {
  return (then + ms) & (WRAP_MS - 1);
}

/** No log. */
export const NO_LOG = -1;

const NO_OWNER = -1;

/** Logs a limiter starts with: 57 kB. */
const FIRST_LOGS = 1024;

/** How many logs one search looks at: bounds the time of one request. Few while there are fresh ones. */
const SEARCH_EARLY = 2;
const SEARCH_FULL = 16;

export type TimestampPool = ReturnType<typeof timestampPool>;

/**
 * A pool of logs, each with the times of the last 20 requests of one owner, exact to the millisecond; 56 bytes a log.
 *
 * @param capacity logs, at most
 */
export function timestampPool(capacity: number) {
  /** Logs that there is room for: few at first, then `capacity`. */
  let size = Math.min(FIRST_LOGS, capacity);
  let cells: LogCells = logCells(size);
  /** Logs that were ever in use. */
  let opened = 0;
  /** Where the last search for a free log ended; the next one begins behind it. */
  let searchedTo = 0;

  /** A log that is free, or `NO_LOG`. */
  function vacancy(now: WrappedMs): number {
    const search = Math.min(opened, opened < capacity ? SEARCH_EARLY : SEARCH_FULL);
    for (let looked = 0; looked < search; looked++) {
      searchedTo = searchedTo + 1 < opened ? searchedTo + 1 : 0;
      if (isExpired(cells, searchedTo, now)) return searchedTo;
    }
    if (opened === capacity) return NO_LOG;
    if (opened === size) {
      size = capacity;
      cells = logCells(size, cells);
    }
    return opened++;
  }

  return {
    /**
     * A log for `owner` that begins with `count` requests, all at `at`. Logs whose requests have all left the
     * window are used again.
     * @returns its index, or `NO_LOG` when none was found
     */
    open(owner: number, { at, count }: { readonly at: WrappedMs; readonly count: number }, now: WrappedMs): number {
      const log = vacancy(now);
      if (log !== NO_LOG) beginLog(cells, log, { owner, at, count });
      return log;
    },
    isOf: (log: number, owner: number): boolean => ownsLog(cells, log, owner),
    /** Gives a log to another slot of the same address. */
    transfer: (log: number, owner: number): void => setOwner(cells, log, owner),
    release: (log: number): void => setOwner(cells, log, NO_OWNER),
    count: (log: number, now: WrappedMs): number => countLeft(cells, log, now),
    add: (log: number, now: WrappedMs): void => addRequest(cells, log, now),
    oldestAge: (log: number, now: WrappedMs): number => oldestAge(cells, log, now),
    /** Frees every log whose requests have all left the window. */
    sweep(now: WrappedMs): void {
      for (let log = 0; log < opened; log++) if (isExpired(cells, log, now)) setOwner(cells, log, NO_OWNER);
    },
  };
}

/**
 * One log in 32-bit words: newest time, oldest time, owner, position and count, and a ring of 20 distances between
 * neighboring requests, 16 bits each. A distance within the window is under 60,000 ms and fits.
 */
const WORDS = 4 + QUOTA / 2;
const NEWEST = 0;
const OLDEST = 1;
/** Owner + 1, so that a fresh log has no owner. */
const OWNER = 2;
/** The ring's start in the upper bits, the count in the lower 5. */
const STATE = 3;
const COUNT_BITS = 31;

/** Where the ring begins, in 16-bit halves. */
const RING = 8;

/** Many logs side by side; two views of the same bytes. */
interface LogCells {
  readonly words: Uint32Array;
  readonly halves: Uint16Array;
}

/** Room for so many logs, with what `former` holds in front. */
function logCells(logs: number, former?: LogCells): LogCells {
  const words = new Uint32Array(logs * WORDS);
  if (former !== undefined) words.set(former.words);
  return { words, halves: new Uint16Array(words.buffer) };
}

/** Begins a log with `count` requests, all at one time. */
function beginLog({ words }: LogCells, log: number, past: { owner: number; at: WrappedMs; count: number }): void {
  const base = log * WORDS;
  words.fill(0, base, base + WORDS);
  words[base + NEWEST] = past.at;
  words[base + OLDEST] = past.at;
  words[base + OWNER] = past.owner + 1;
  words[base + STATE] = past.count;
}

function ownsLog({ words }: LogCells, log: number, owner: number): boolean {
  return words[log * WORDS + OWNER] === owner + 1;
}

/** @param owner -1 for nobody */
function setOwner({ words }: LogCells, log: number, owner: number): void {
  words[log * WORDS + OWNER] = owner + 1;
}

/** Whether a log is nobody's, or all its requests have left the window. */
function isExpired({ words }: LogCells, log: number, now: WrappedMs): boolean {
  const base = log * WORDS;
  return words[base + OWNER] === 0 || age(words[base + NEWEST] ?? 0, now) >= WINDOW_MS;
}

/** Forgets what has left the window. @returns the requests that are left */
function countLeft({ words, halves }: LogCells, log: number, now: WrappedMs): number {
  const base = log * WORDS;
  const state = words[base + STATE] ?? 0;
  let left = age(words[base + NEWEST] ?? 0, now) < WINDOW_MS ? state & COUNT_BITS : 0;
  let start = state >>> 5;
  let oldest = words[base + OLDEST] ?? 0;
  while (left > 0 && age(oldest, now) >= WINDOW_MS) {
    oldest = later(oldest, halves[base * 2 + RING + start] ?? 0);
    start = start === QUOTA - 1 ? 0 : start + 1;
    left--;
  }
  words[base + OLDEST] = oldest;
  words[base + STATE] = left === 0 ? 0 : (start << 5) | left;
  return left;
}

/** Writes down one more request. Fewer than 20 must be left. */
function addRequest({ words, halves }: LogCells, log: number, now: WrappedMs): void {
  const base = log * WORDS;
  const state = words[base + STATE] ?? 0;
  const left = state & COUNT_BITS;
  if (left === 0) words[base + OLDEST] = now;
  else {
    const end = (state >>> 5) + left - 1;
    halves[base * 2 + RING + (end < QUOTA ? end : end - QUOTA)] = age(words[base + NEWEST] ?? 0, now);
  }
  words[base + NEWEST] = now;
  words[base + STATE] = state + 1;
}

/** Milliseconds since the oldest request that is left. */
function oldestAge({ words }: LogCells, log: number, now: WrappedMs): number {
  return age(words[log * WORDS + OLDEST] ?? 0, now);
}
