import { CLOSE_HOUR } from "../domain/history.js";
import { addDays, HOUR_MS, type Instant, plus, SECOND_MS, startOf, type UtcDay } from "../domain/instant.js";
import { isStale, STALE_MS } from "../domain/score.js";

/** Times in seconds. Source of the first and the fourth: the specification. */
const CURRENT_SECONDS = 60;
const REVALIDATE_SECONDS = 30;
const ERROR_SECONDS = 300;
const HISTORY_SECONDS = 3600;
const HISTORY_ERROR_SECONDS = 86_400;
/** While a row is due and not there yet. */
const OVERDUE_SECONDS = 30;

/** Of pictures, which image proxies keep for everyone. */
const PICTURE_SECONDS = 300;

/** Of what changes a few times a day at most, and should be seen soon. */
const EXTRAS_SECONDS = 300;

/** Of what tells how things stand. */
const STATUS_SECONDS = 60;

/** Of what is kept with the closed days: proof, keys, corrections, feeds. */
export const EXTRAS_CACHE = `public, max-age=${EXTRAS_SECONDS}`;

/** Of the record, which is made anew once a day at most. */
export const RECORD_CACHE = "public, max-age=3600";

/** An answer that must never be kept. */
export const NO_STORE = "no-store";

/** Of what says that there is no score yet: that changes within minutes. */
export const WAITING_CACHE = "public, max-age=5";

/**
 * How long the current score may be kept. The time during which a cache may answer by itself, also while it
 * revalidates or cannot reach us, ends before `stale` turns.
 */
export function currentCache(computedAt: Instant, now: Instant): string {
  if (isStale(computedAt, now)) return currentDirectives(Number.POSITIVE_INFINITY);
  return currentDirectives(Math.floor((plus(computedAt, STALE_MS) - now) / SECOND_MS));
}

/**
 * How long a picture may be kept. No copy is kept past the moment at which the score it shows gets stale.
 *
 * @param computedAt `undefined` before the first score: image proxies keep what they may, so that is never kept
 */
export function pictureCache(computedAt: Instant | undefined, now: Instant): string {
  if (computedAt === undefined) return NO_STORE;
  const left = isStale(computedAt, now) ? PICTURE_SECONDS : Math.floor((plus(computedAt, STALE_MS) - now) / SECOND_MS);
  return `public, max-age=${Math.min(PICTURE_SECONDS, left)}`;
}

/**
 * How long an answer about how things stand may be kept: until one of the moments at which it changes, a minute at most.
 *
 * @param moments those that are over by now count for nothing
 */
export function statusCache(moments: readonly Instant[], now: Instant): string {
  const left = moments.filter((at) => at >= now).map((at) => Math.floor((at - now) / SECOND_MS));
  return `public, max-age=${Math.min(STATUS_SECONDS, ...left)}`;
}

function currentDirectives(secondsLeft: number): string {
  const maxAge = Math.min(CURRENT_SECONDS, secondsLeft);
  const revalidate = Math.min(REVALIDATE_SECONDS, secondsLeft - maxAge);
  const onError = Math.min(ERROR_SECONDS, secondsLeft - maxAge);
  return `public, max-age=${maxAge}, stale-while-revalidate=${revalidate}, stale-if-error=${onError}`;
}

/** How long the history may be kept: until the row after `newest` is due, an hour at most. */
export function historyCache(newest: UtcDay, now: Instant): string {
  const due = plus(startOf(addDays(newest, 1)), CLOSE_HOUR * HOUR_MS);
  const secondsLeft = Math.max(1, Math.floor((due - now) / SECOND_MS));
  const maxAge = now >= due ? OVERDUE_SECONDS : Math.min(HISTORY_SECONDS, secondsLeft);
  return `public, max-age=${maxAge}, stale-if-error=${HISTORY_ERROR_SECONDS}`;
}
