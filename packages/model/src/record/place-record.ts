// How far the score was from the later place of the price, and how far it may be now.

import { formatDay } from "../instant.js";
import { labelsOf } from "./labels.js";
import { DEVELOPMENT_FIRST, PERIODS, periodOf } from "./periods.js";
import { type RecordDay, type ScoredDay, scoredDays } from "./record-day.js";
import type { PlaceError, PlaceRecord } from "./track-record.js";

/** A day with a score whose place is known. */
interface PlacedDay {
  readonly day: ScoredDay;
  /** 0..100. */
  readonly place: number;
}

/**
 * How far the score was from the price's later place, and how far it may be now.
 *
 * @returns `undefined` before the place of any day from 2014-01-01 on is known
 */
export function placeRecord(days: readonly RecordDay[]): PlaceRecord | undefined {
  const scored = scoredDays(days);
  const placed = placedDays(days);
  const [first, last, newest] = [placed[0], placed.at(-1), scored.at(-1)];
  if (first === undefined || last === undefined || newest === undefined) return undefined;
  const periods = PERIODS.flatMap(({ key: period }) => {
    const within = placed.filter(({ day }) => periodOf(day.day) === period);
    return within.length === 0 ? [] : [{ period, ...placeError(within) }];
  });
  const ranged = placed.flatMap(({ day, place }) =>
    day.laterPlace === undefined ? [] : [{ ...day.laterPlace, place }],
  );
  return {
    from: formatDay(first.day.day),
    to: formatDay(last.day.day),
    ...placeError(placed),
    periods,
    rangeDays: ranged.length,
    coveredShare:
      ranged.length === 0
        ? undefined
        : mean(ranged.map(({ low, high, place }) => Number(low <= place && place <= high))),
    meanWidth: ranged.length === 0 ? undefined : mean(ranged.map(({ low, high }) => high - low)),
    scoredDays: scored.length,
    effectiveObservations: effectiveObservations(scored.map(({ btc }) => btc.raw)),
    newest: { day: formatDay(newest.day), score: newest.btc.score, range: newest.laterPlace },
  };
}

function placeError(placed: readonly PlacedDay[]): PlaceError {
  const errors = placed.map(({ day, place }) => day.btc.raw - place);
  return { days: placed.length, meanAbsoluteError: mean(errors.map(Math.abs)), meanError: mean(errors) };
}

function placedDays(days: readonly RecordDay[]): readonly PlacedDay[] {
  const { place } = labelsOf(days.map(({ price }) => price));
  return days.flatMap((day, row) => {
    const share = place[row];
    if (day.btc === undefined || share === undefined || day.day < DEVELOPMENT_FIRST) return [];
    return [{ day: { ...day, btc: day.btc }, place: 100 * share }];
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * How many independent observations tell as much about a mean as these: n / (1 + 2 (r_1 + ... + r_{k-1})), with r_i the
 * autocorrelation at lag i and k the first lag at which it is not above 0 (the initial positive sequence).
 *
 * @param values in order of time
 * @returns `undefined` when all are equal
 */
export function effectiveObservations(values: readonly number[]): number | undefined {
  const center = mean(values);
  const off = values.map((value) => value - center);
  const variance = products(off, 0);
  if (!(variance > 0)) return undefined;
  let sum = 0;
  for (let lag = 1; lag < off.length; lag += 1) {
    const correlation = products(off, lag) / variance;
    if (correlation <= 0) break;
    sum += correlation;
  }
  return off.length / (1 + 2 * sum);
}

function products(values: readonly number[], lag: number): number {
  let sum = 0;
  for (let row = lag; row < values.length; row += 1) sum += (values[row] as number) * (values[row - lag] as number);
  return sum;
}
