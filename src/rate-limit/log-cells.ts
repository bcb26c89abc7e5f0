import { QUOTA } from "./policy.js";
import { age, later, type Tick, WINDOW_MS } from "./ticks.js";

/**
 * One log in 32-bit words: newest tick, oldest tick, owner, position and count, and a ring of 20 distances between
 * neighboring requests, 16 bits each. A distance within the window is under 60,000 ms and fits.
 */
const WORDS = 4 + QUOTA / 2;
const NEWEST = 0;
const OLDEST = 1;
/** Owner + 1, so that a fresh log is nobody's. */
const OWNER = 2;
/** The ring's start in the upper bits, the count in the lower 5. */
const STATE = 3;
const COUNT_BITS = 31;

/** Where the ring begins, in 16-bit halves. */
const RING = 8;

/** Many logs side by side; two views of the same bytes. */
export interface LogCells {
  readonly words: Uint32Array;
  readonly halves: Uint16Array;
}

/** Room for so many logs, with what `former` holds in front. */
export function logCells(logs: number, former?: LogCells): LogCells {
  const words = new Uint32Array(logs * WORDS);
  if (former !== undefined) words.set(former.words);
  return { words, halves: new Uint16Array(words.buffer) };
}

/** Begins a log with `count` requests, all at one time. */
export function beginLog({ words }: LogCells, log: number, past: { owner: number; at: Tick; count: number }): void {
  const base = log * WORDS;
  words.fill(0, base, base + WORDS);
  words[base + NEWEST] = past.at;
  words[base + OLDEST] = past.at;
  words[base + OWNER] = past.owner + 1;
  words[base + STATE] = past.count;
}

export function ownsLog({ words }: LogCells, log: number, owner: number): boolean {
  return words[log * WORDS + OWNER] === owner + 1;
}

/** @param owner -1 for nobody */
export function setOwner({ words }: LogCells, log: number, owner: number): void {
  words[log * WORDS + OWNER] = owner + 1;
}

/** Whether a log is nobody's, or all its requests have left the window. */
export function isSpent({ words }: LogCells, log: number, now: Tick): boolean {
  const base = log * WORDS;
  return words[base + OWNER] === 0 || age(words[base + NEWEST] ?? 0, now) >= WINDOW_MS;
}

/** Forgets what has left the window. @returns the requests that are left */
export function countLeft({ words, halves }: LogCells, log: number, now: Tick): number {
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
export function addRequest({ words, halves }: LogCells, log: number, now: Tick): void {
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
export function oldestAge({ words }: LogCells, log: number, now: Tick): number {
  return age(words[log * WORDS + OLDEST] ?? 0, now);
}
