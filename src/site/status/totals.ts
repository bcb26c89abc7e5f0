import { CLOSE_HOUR } from "../../domain/history.js";
import { HOUR_MS, type Instant, MINUTE_MS, plus, startOf } from "../../domain/instant.js";
import type { ServedDay } from "../../domain/served-day.js";
import type { RowFate } from "../locales/status-shape.js";

/** A row comes within seconds of 06:00 UTC; until a quarter past nobody misses it. */
const PATIENCE_MS = 15 * MINUTE_MS;

/** What became of the history row of a day. @param at the moment of asking */
export function rowFate({ day, row }: ServedDay, at: Instant): RowFate {
  if (row !== undefined) return row.origin;
  return at < plus(startOf(day), CLOSE_HOUR * HOUR_MS + PATIENCE_MS) ? "awaited" : "missing";
}

/** Several days together. */
export interface Totals {
  readonly days: number;
  readonly scoredHours: number;
  readonly dueHours: number;
  /** Of the time of all days, 0..1. */
  readonly freshShare: number;
  readonly fates: Readonly<Record<RowFate, number>>;
}

/** @param served at least one day */
export function totalsOf(served: readonly ServedDay[], at: Instant): Totals {
  const sum = (of: (day: ServedDay) => number) => served.reduce((total, day) => total + of(day), 0);
  const dueHours = sum((day) => day.dueHours);
  const count = (fate: RowFate) => sum((day) => (rowFate(day, at) === fate ? 1 : 0));
  return {
    days: served.length,
    scoredHours: sum((day) => day.scoredHours),
    dueHours,
    // A day weighs as much as the hours of it that were to be served: the first and the running one are no whole days.
    freshShare: dueHours === 0 ? 1 : sum((day) => day.freshShare * day.dueHours) / dueHours,
    fates: {
      live: count("live"),
      late: count("late"),
      missing: count("missing"),
      awaited: count("awaited"),
      backfill: count("backfill"),
    },
  };
}
