import { formatDay } from "../domain/instant.js";
import type { RecordDay } from "./record-day.js";
import type { Stay } from "./track-record.js";

/** Rows from the first day of a stay to the day on which its price is read again. */
const YEAR_ROWS = 365;

/** Every stay in a settled phase, from the first score on, oldest first; the last one is still under way. */
export function staysOf(days: readonly RecordDay[]): readonly Stay[] {
  const starts = days.flatMap(({ settled }, row) =>
    settled !== undefined && settled.phase !== days[row - 1]?.settled?.phase ? [row] : [],
  );
  return starts.flatMap((start, nth): readonly Stay[] => {
    const end = starts[nth + 1] ?? days.length;
    const [first, last, yearOn] = [days[start], days[end - 1], days[start + YEAR_ROWS]];
    if (first?.settled === undefined || last === undefined) return [];
    return [
      {
        phase: first.settled.phase,
        from: formatDay(first.day),
        to: formatDay(last.day),
        days: end - start,
        next: days[end]?.settled?.phase,
        priceUsd: first.price,
        yearReturn: yearOn && yearOn.price / first.price - 1,
      },
    ];
  });
}
