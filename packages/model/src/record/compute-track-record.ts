/** Computes the whole track record of the index from daily figures. */

import type { DayInputs } from "../day.js";
import { NotEnoughDataError } from "../errors.js";
import { MODEL_VERSION } from "../evaluation.js";
import { formatDay } from "../instant.js";
import { averageCosts } from "./average-cost.js";
import { flagRecord } from "./flag-record.js";
import { hindsightError } from "./hindsight-error.js";
import { periodRecords } from "./period-record.js";
import { type RecordDay, readDays } from "./record-day.js";
import { entriesOf, settledRecord, staysOf } from "./settled-record.js";
import type { CurvePoint, TrackRecord } from "./track-record.js";
import { turnsOf } from "./turns.js";

/** Rows between two points of the curve. */
const WEEK_ROWS = 7;

/**
 * The track record of closed days. Takes about a quarter of a second for 6,000 days.
 *
 * @param inputs every day from the model's first on, oldest first, without gaps
 * @throws NotEnoughDataError when no day has a score, or as `CycleModel.append`
 * @example
 * ```ts
 * const missing = { mvrv: undefined, fearGreed: undefined, dominance: undefined, majors: {} };
 * const days = Array.from({ length: 1500 }, (_, i) => ({ price: 100 * 3 ** Math.sin(i / 250), ...missing }));
 * const { turns } = trackRecord(days);
 * turns.map(({ kind, day, fall }) => [kind, day, twoDecimals(fall)]); // [["low", "2013-10-08", -0.89]]
 * ```
 */
export function trackRecord(inputs: readonly DayInputs[]): TrackRecord {
  return recordOfDays(readDays(inputs));
}

/**
 * The track record of days that are already evaluated.
 *
 * @throws NotEnoughDataError when no day has a score
 * @example
 * ```ts
 * recordOfDays([]); // throws NotEnoughDataError
 * ```
 */
export function recordOfDays(days: readonly RecordDay[]): TrackRecord {
  const scoredDays = days.filter(({ btc }) => btc !== undefined);
  const [first, last] = [scoredDays[0], scoredDays.at(-1)];
  if (first === undefined || last === undefined) {
    throw new NotEnoughDataError("no day has a score yet: the first one needs two years of data");
  }
  const turns = turnsOf(days);
  return {
    modelVersion: MODEL_VERSION,
    from: formatDay(first.day),
    to: formatDay(last.day),
    curve: curveOf(days),
    turns,
    topRisk: flagRecord("topRisk", days, turns),
    descentGuard: flagRecord("descentGuard", days, turns),
    periods: periodRecords(days),
    averageCosts: averageCosts(days),
    entries: entriesOf(days),
    stays: staysOf(days),
    settled: settledRecord(days, turns),
    hindsight: hindsightError(days),
  };
}

function curveOf(days: readonly RecordDay[]): readonly CurvePoint[] {
  return days
    .filter((_, row) => row % WEEK_ROWS === 0 || row === days.length - 1)
    .map(({ day, price, btc }) => ({ day: formatDay(day), priceUsd: price, score: btc?.score }));
}
