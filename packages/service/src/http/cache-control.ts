/** Cache lifetimes of each kind of response, as documented in docs/api.md. */
import { addDays, type Instant, isStale, plus, SECOND_MS, STALE_MS, type UtcDay } from "peak-cycle-model";
import { rowInstant } from "../domain/history.js";
import { WAITING_SECONDS } from "../pages/site.js";

/** Seconds for the current score, for `/status` and for `meta`. */
export const CURRENT_SECONDS = 60;
const REVALIDATE_SECONDS = 30;
const ERROR_SECONDS = 300;

/** Seconds for the history. */
const HISTORY_SECONDS = 3600;
const HISTORY_ERROR_SECONDS = 86_400;
/** Seconds for the history while its next row is overdue. */
const OVERDUE_SECONDS = 30;

/** Seconds for a picture; image proxies cache it for everyone. */
export const PICTURE_SECONDS = 300;

/** For proof, keys, corrections and feeds, which change a few times a day at most and should appear soon. */
export const EXTRAS_CACHE = "public, max-age=300";

/** For the record, which changes at most once a day, and for content that changes only with settings or versions. */
export const STATIC_CACHE = "public, max-age=3600";

/** For responses that must never be cached. */
export const NO_STORE = "no-store";

/** For a page that is waiting for the first score. */
export const WAITING_CACHE = `public, max-age=${WAITING_SECONDS}`;

/**
 * Cache lifetime of the current score. Every period in which a cache may respond by itself, even while revalidating or
 * unable to reach us, ends before `stale` becomes true.
 */
export function currentCache(computedAt: Instant, now: Instant): string {
  const secondsLeft = secondsUntilStale(computedAt, now);
  const maxAge = Math.min(CURRENT_SECONDS, secondsLeft);
  const revalidate = Math.min(REVALIDATE_SECONDS, secondsLeft - maxAge);
  const onError = Math.min(ERROR_SECONDS, secondsLeft - maxAge);
  return `public, max-age=${maxAge}, stale-while-revalidate=${revalidate}, stale-if-error=${onError}`;
}

/** Cache lifetime of anything else that shows a score: never beyond the time at which the score becomes stale. */
export function scoreCache(seconds: number, computedAt: Instant, now: Instant): string {
  return `public, max-age=${Math.min(seconds, secondsUntilStale(computedAt, now))}`;
}

/** A stale score stays stale. */
function secondsUntilStale(computedAt: Instant, now: Instant): number {
  if (isStale(computedAt, now)) return Number.POSITIVE_INFINITY;
  return Math.floor((plus(computedAt, STALE_MS) - now) / SECOND_MS);
}

/** Cache lifetime of the history: until the row after `newest` is due, at most an hour. */
export function historyCache(newest: UtcDay, now: Instant): string {
  const due = rowInstant(addDays(newest, 1));
  const secondsLeft = Math.max(1, Math.floor((due - now) / SECOND_MS));
  const maxAge = now >= due ? OVERDUE_SECONDS : Math.min(HISTORY_SECONDS, secondsLeft);
  return `public, max-age=${maxAge}, stale-if-error=${HISTORY_ERROR_SECONDS}`;
}
