/** How far off the score was, now that the later prices are known. */

import { RollingMaximum } from "../engine/series/rolling-maximum.js";
import { formatDay, type UtcDay, utcDay } from "../instant.js";
import { type RecordDay, scoredDays } from "./record-day.js";
import type { HindsightError, PlaceError } from "./track-record.js";

/** The first day of the second half; the first half begins with the record. */
const SECOND_HALF = utcDay("2019-01-01");

/** Rows before and after a day that define its place: two years. */
const SIDE_ROWS = 730;

/** Rows after a day that must be known. */
const KNOWN_ROWS = 180;

/** Smallest spread of log prices, so that a price that never moved does not divide by zero. */
const MIN_SPREAD = 1e-9;

/** How far a score was from its day's place in hindsight. */
interface DayError {
  readonly day: UtcDay;
  /** Unrounded score minus place, in points. */
  readonly error: number;
}

/**
 * The score's error in hindsight, over all days and over each half.
 *
 * Source: docs/method.md#error-in-hindsight.
 *
 * @returns `undefined` until the place of a day from 2014-01-01 on is known
 */
export function hindsightError(days: readonly RecordDay[]): HindsightError | undefined {
  const places = placesOf(days.map(({ price }) => price));
  const placeOn = new Map(days.map(({ day }, row) => [day, places[row]]));
  const errors = scoredDays(days).flatMap(({ day, btc }): readonly DayError[] => {
    const place = placeOn.get(day);
    return place === undefined ? [] : [{ day, error: btc.raw - place }];
  });
  const all = errorOf(errors);
  if (all === undefined) return undefined;
  const halves = [errors.filter(({ day }) => day < SECOND_HALF), errors.filter(({ day }) => day >= SECOND_HALF)];
  return { ...all, halves: halves.flatMap((half) => errorOf(half) ?? []) };
}

function errorOf(errors: readonly DayError[]): PlaceError | undefined {
  const [first, last] = [errors[0], errors.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const meanOf = (measure: (error: number) => number) =>
    errors.reduce((sum, { error }) => sum + measure(error), 0) / errors.length;
  return {
    from: formatDay(first.day),
    to: formatDay(last.day),
    days: errors.length,
    meanAbsoluteError: meanOf(Math.abs),
    meanError: meanOf((error) => error),
  };
}

/** The place of each price between the lowest and the highest around it on a log scale, 0..100. */
function placesOf(prices: readonly number[]): readonly (number | undefined)[] {
  const logs = prices.map(Math.log);
  const highs = maximaAround(logs);
  const lows = maximaAround(logs.map((log) => -log)).map((highest) => -highest);
  return logs.map((log, row) => {
    if (row + KNOWN_ROWS >= logs.length) return undefined;
    const low = lows[row] as number;
    return (100 * (log - low)) / Math.max((highs[row] as number) - low, MIN_SPREAD);
  });
}

/** The greatest value within `SIDE_ROWS` of each row, as far as values exist. */
function maximaAround(values: readonly number[]): readonly number[] {
  const window = new RollingMaximum(2 * SIDE_ROWS + 1);
  const maxima: number[] = [];
  for (let row = 0; row < values.length + SIDE_ROWS; row += 1) {
    const highest = window.append(values[row]);
    if (row >= SIDE_ROWS) maxima.push(highest as number); // a window contains its own row
  }
  return maxima;
}
