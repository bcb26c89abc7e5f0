import { WINDOW_SECONDS } from "./policy.js";

/** The window in milliseconds. A request at `t` counts in `t <= now < t + WINDOW_MS`. */
export const WINDOW_MS = WINDOW_SECONDS * 1000;

/**
 * A millisecond of a clock that starts over every 2^27 ms (37.3 h): 27 bits leave 5 for a count in one word.
 * Two ticks can be compared only while they are less than that apart, so old ones are swept out in time.
 */
export type Tick = number;

const TICKS = 2 ** 27;

/** Half a turn of the clock, 18.6 h: whoever sweeps this often never meets a tick of an earlier turn. */
export const HALF_TURN_MS = TICKS / 2;

/** @param ms whole milliseconds, at least 0 */
export function tickOf(ms: number): Tick {
  return ms % TICKS;
}

/** Milliseconds from one tick to a later one. */
export function age(then: Tick, now: Tick): number {
  return (now - then) & (TICKS - 1);
}

/** The tick so many milliseconds after another. */
export function later(then: Tick, ms: number): Tick {
  return (then + ms) & (TICKS - 1);
}
