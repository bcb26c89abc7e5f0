/** Ages and durations as terminals show them. */

import { formatInstant, HOUR_MS, type Instant, MINUTE_MS } from "peak-cycle-model";

export function ageOf(at: Instant, now: Instant): string {
  return `${durationSince(at, now)} old (${formatInstant(at)})`;
}

export function durationSince(at: Instant, now: Instant): string {
  const ms = Math.max(0, now - at);
  return ms < 2 * HOUR_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${Math.round(ms / HOUR_MS)} h`;
}
