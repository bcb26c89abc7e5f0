/** The periods and halving cycles that the record groups days by. */

import { HALVING_DAYS } from "../day.js";
import { addDays, type UtcDay, utcDay } from "../instant.js";
import type { PeriodKey } from "./track-record.js";

/** The days used to choose the model. Source: docs/method.md#evidence. */
export const DEVELOPMENT_FIRST = utcDay("2014-01-01");
const DEVELOPMENT_LAST = utcDay("2022-12-31");

interface Period {
  readonly key: PeriodKey;
  readonly first: UtcDay;
  readonly last: UtcDay;
}

/** In chronological order, without gaps. */
export const PERIODS: readonly Period[] = [
  { key: "early", first: Number.NEGATIVE_INFINITY as UtcDay, last: addDays(DEVELOPMENT_FIRST, -1) },
  { key: "development", first: DEVELOPMENT_FIRST, last: DEVELOPMENT_LAST },
  { key: "later", first: addDays(DEVELOPMENT_LAST, 1), last: Number.POSITIVE_INFINITY as UtcDay },
];

export function periodOf(day: UtcDay): PeriodKey {
  return (PERIODS.find(({ last }) => day <= last) as Period).key;
}

/** Halvings up to and including a day. */
export function cycleOf(day: UtcDay): number {
  return HALVING_DAYS.filter((halving) => halving <= day).length;
}
