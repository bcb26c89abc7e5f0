import {
  addDays,
  dayOf,
  endOf,
  HOUR_MS,
  hourOf,
  type Instant,
  plus,
  STALE_MS,
  startOf,
  type UtcDay,
} from "peak-cycle-model";
import type { HistoryRow, ServedDay } from "../domain/history.js";
import { daysOf } from "../ingest/observations-by-day.js";

/** The availability of this installation by day, oldest first; nothing before its first score. */
export function servedDays({ first, computed, rows }: ServedFigures, now: Instant): readonly ServedDay[] {
  if (first === undefined) return [];
  const scores = Map.groupBy(computed, dayOf);
  const rowOf = new Map(rows.map((row) => [row.day, { computedAt: row.computedAt, origin: row.origin }]));
  const from = Math.max(oldestDay(now), dayOf(first)) as UtcDay;
  return daysOf(from, dayOf(now)).map((day) => {
    const own = scores.get(day) ?? [];
    const near = [...(scores.get(addDays(day, -1)) ?? []), ...own].sort((a, b) => a - b);
    const span = { from: Math.max(startOf(day), first), to: Math.min(endOf(day), now) };
    return { day, ...hoursOf(day, own, { first, now }), freshShare: freshShare(near, span), row: rowOf.get(day) };
  });
}

/** How many days are shown: a year, leap years included. */
export const SERVED_DAYS = 366;

/** From when on scores are needed for the days up to `now`: one of the evening before is still fresh for a while. */
export function servedFrom(now: Instant): Instant {
  return plus(startOf(oldestDay(now)), -STALE_MS - HOUR_MS);
}

/** What the days are computed from. */
export interface ServedFigures {
  /** When the first score of all was computed. */
  readonly first: Instant | undefined;
  /** When scores were computed, at least those from `servedFrom` on, one an hour, in any order. */
  readonly computed: readonly Instant[];
  /** History rows, in any order. */
  readonly rows: readonly HistoryRow[];
}

function oldestDay(now: Instant): UtcDay {
  return addDays(dayOf(now), 1 - SERVED_DAYS);
}

/** Scored and due hours. The running hour counts as due only once it has its score. */
function hoursOf(day: UtcDay, computed: readonly Instant[], { first, now }: { first: Instant; now: Instant }) {
  const scored = new Set(computed.map(hourOf).filter((hour) => hour >= hourOf(first) && hour <= hourOf(now)));
  const begin = Math.max(startOf(day), hourOf(first));
  const end = Math.min(endOf(day), hourOf(now));
  const running = scored.has(hourOf(now)) ? 1 : 0;
  return { scoredHours: scored.size, dueHours: Math.max(0, end - begin) / HOUR_MS + running };
}

/** @param computed ascending @returns 0..1; 1 for a span without length, which begins with a score */
function freshShare(computed: readonly Instant[], { from, to }: { from: number; to: number }): number {
  if (to <= from) return 1;
  let fresh = 0;
  let until = from;
  for (const at of computed) {
    const begin = Math.max(at, until);
    const end = Math.min(at + STALE_MS, to);
    if (end <= begin) continue;
    fresh += end - begin;
    until = end;
  }
  return fresh / (to - from);
}
