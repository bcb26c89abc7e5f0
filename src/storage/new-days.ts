import type { ClosedDay } from "../domain/day.js";
import { StorageError } from "../domain/errors.js";
import { addDays, formatDay, type UtcDay } from "../domain/instant.js";

/** First and last stored day; there is no gap between them. */
export interface DaySpan {
  readonly first: UtcDay;
  readonly last: UtcDay;
}

/**
 * The days that are not stored yet, oldest first; of a day given twice, the first.
 *
 * @param days in any order
 * @param stored `undefined` when nothing is stored
 * @throws StorageError when storing them would leave a gap, or put a day before the first stored one, which would
 * change the past that every stored row stands on
 */
export function newDays(days: readonly ClosedDay[], stored: DaySpan | undefined): readonly ClosedDay[] {
  const byDay = new Map<UtcDay, ClosedDay>();
  for (const each of days) if (!byDay.has(each.day)) byDay.set(each.day, each);
  const fresh = [...byDay.values()].filter((each) => !isStored(each.day, stored)).sort((a, b) => a.day - b.day);
  let last = stored?.last;
  for (const { day } of fresh) {
    if (last !== undefined && day !== addDays(last, 1)) throw gap(day, last);
    last = day;
  }
  return fresh;
}

function isStored(day: UtcDay, stored: DaySpan | undefined): boolean {
  return stored !== undefined && day >= stored.first && day <= stored.last;
}

function gap(day: UtcDay, last: UtcDay): StorageError {
  return new StorageError(
    `closed days must follow each other: ${formatDay(day)} cannot be stored after ${formatDay(last)}`,
  );
}
