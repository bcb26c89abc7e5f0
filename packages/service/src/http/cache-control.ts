/** How long each kind of answer may be cached, as docs/api.md says it. */
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
/** Seconds for the history while its newest row is due but not there yet. */
const OVERDUE_SECONDS = 30;

/** Seconds for a picture, which image proxies cache for everyone. */
export const PICTURE_SECONDS = 300;

/** For proof, keys, corrections and feeds, which change a few times a day at most and should be seen soon. */
export const EXTRAS_CACHE = "public, max-age=300";

/** For the record, which is made once a day at most, and for what changes only with settings and program. */
export const STATIC_CACHE = "public, max-age=3600";

/** For an answer that must never be cached. */
export const NO_STORE = "no-store";

/** For a page that says that there is no score yet. */
export const WAITING_CACHE = `public, max-age=${WAITING_SECONDS}`;

/**
 * How long the current score may be cached. All times during which a cache may answer by itself, also while it
 * revalidates or cannot reach us, end before `stale` turns true.
 */
export function currentCache(computedAt: Instant, now: Instant): string {
  const secondsLeft = secondsUntilStale(computedAt, now);
  const maxAge = Math.min(CURRENT_SECONDS, secondsLeft);
  const revalidate = Math.min(REVALIDATE_SECONDS, secondsLeft - maxAge);
  const onError = Math.min(ERROR_SECONDS, secondsLeft - maxAge);
  return `public, max-age=${maxAge}, stale-while-revalidate=${revalidate}, stale-if-error=${onError}`;
}

/** How long anything else that shows a score may be cached: never past the moment at which that turns stale. */
export function scoreCache(seconds: number, computedAt: Instant, now: Instant): string {
  return `public, max-age=${Math.min(seconds, secondsUntilStale(computedAt, now))}`;
}

/** A stale score stays stale. */
function secondsUntilStale(computedAt: Instant, now: Instant): number {
  if (isStale(computedAt, now)) return Number.POSITIVE_INFINITY;
  return Math.floor((plus(computedAt, STALE_MS) - now) / SECOND_MS);
}

/** How long the history may be cached: until the row after `newest` is due, an hour at most. */
export function historyCache(newest: UtcDay, now: Instant): string {
  const due = rowInstant(addDays(newest, 1));
  const secondsLeft = Math.max(1, Math.floor((due - now) / SECOND_MS));
  const maxAge = now >= due ? OVERDUE_SECONDS : Math.min(HISTORY_SECONDS, secondsLeft);
  return `public, max-age=${maxAge}, stale-if-error=${HISTORY_ERROR_SECONDS}`;
}
