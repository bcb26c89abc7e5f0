import type { RateLimitResult } from "../operations/ports.js";

/** Requests an address may make within the window. Source: the specification. */
export const QUOTA = 20;

/** The window in seconds. Source: the specification, "20 requests per minute". */
export const WINDOW_SECONDS = 60;

/** The window in milliseconds. A request at `t` counts in `t <= now < t + WINDOW_MS`. */
export const WINDOW_MS = WINDOW_SECONDS * 1000;

/** @param count requests in the window, this one included. @param oldestAge milliseconds since the oldest of them */
export function allowed(count: number, oldestAge: number): RateLimitResult {
  return { allowed: true, remaining: QUOTA - count, resetSeconds: secondsUntilFree(oldestAge) };
}

/** @param oldestAge milliseconds since the oldest request in the window */
export function refused(oldestAge: number): RateLimitResult {
  return { allowed: false, remaining: 0, resetSeconds: secondsUntilFree(oldestAge) };
}

/**
 * For an address that cannot be remembered for want of room: it may come back when all present ones have left the
 * window.
 */
export const NO_ROOM: RateLimitResult = { allowed: false, remaining: 0, resetSeconds: WINDOW_SECONDS };

/** Rounded up, so that after exactly that long the oldest request has left the window. At least 1. */
function secondsUntilFree(oldestAge: number): number {
  return Math.ceil((WINDOW_MS - oldestAge) / 1000);
}
