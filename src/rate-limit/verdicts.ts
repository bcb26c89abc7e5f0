import type { RateLimitResult } from "../operations/ports.js";
import { QUOTA, WINDOW_SECONDS } from "./policy.js";
import { WINDOW_MS } from "./ticks.js";

/** @param count requests in the window, this one included. @param oldestAge milliseconds since the oldest of them */
export function allowed(count: number, oldestAge: number): RateLimitResult {
  return { allowed: true, remaining: QUOTA - count, resetSeconds: secondsUntilFree(oldestAge) };
}

/** @param oldestAge milliseconds since the oldest request in the window */
export function refused(oldestAge: number): RateLimitResult {
  return { allowed: false, remaining: 0, resetSeconds: secondsUntilFree(oldestAge) };
}

/** For an address there is no room to remember: it may come back when every present one has left the window. */
export const NO_ROOM: RateLimitResult = { allowed: false, remaining: 0, resetSeconds: WINDOW_SECONDS };

/** Rounded up, so that after exactly that long the oldest request has left the window. At least 1. */
function secondsUntilFree(oldestAge: number): number {
  return Math.ceil((WINDOW_MS - oldestAge) / 1000);
}
