import { addDays, endOf, HOUR_MS, type Instant, type UtcDay } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import { rankOf } from "../sources/order.js";
import { daysOf, LOOKBACK_DAYS, type StoredObservationsByDay } from "./observations-by-day.js";

/**
 * MVRV of a day as known at a moment. The second source is used only when the first has been silent for 36 hours: their
 * levels differ a little, and a switch for every late publication would show in the score.
 *
 * @param price the day's close, USD; without it no MVRV can be checked and none is taken
 */
export function chooseMvrv(
  byDay: StoredObservationsByDay,
  day: UtcDay,
  price: number | undefined,
  at: Instant,
): Observation | undefined {
  const best = byDay.mvrv(day)[0];
  if (best === undefined || price === undefined || jumps(byDay, day, price / best.value)) return undefined;
  const ownPrice = byDay.closes(day).find((each) => each.source === best.source)?.value;
  if (ownPrice !== undefined && Math.abs(ownPrice / price - 1) > OTHER_PRICE) return undefined;
  if (rankOf("mvrv", best.source) <= rankOf("mvrv", FIRST_SOURCE)) return best;
  return at - lastStatedAt(byDay, day) > SILENCE_MS ? best : undefined;
}

const FIRST_SOURCE = "coin-metrics";

/** How long the first source may be silent before the next one is believed: a day and a half. */
const SILENCE_MS = 36 * HOUR_MS;

/**
 * Realized price (price / MVRV) moves slowly: by a factor of 0.93 to 1.17 a day since mid-2011. A figure that implies
 * more than this within a week is a fault of the source.
 */
const REALIZED_JUMP = 1.5;

/** An MVRV is made with its source's own price. It is left out when that price differs from the day's close by more. */
const OTHER_PRICE = 0.05;

/** The end of the newest day, of `day` and the seven before it, of which the first source has stated an MVRV. */
function lastStatedAt(byDay: StoredObservationsByDay, day: UtcDay): Instant {
  const hasStated = (each: UtcDay) => byDay.mvrv(each).some(({ source }) => source === FIRST_SOURCE);
  const known = [day, ...weekBefore(day)].find(hasStated);
  return endOf(known ?? addDays(day, -LOOKBACK_DAYS));
}

function jumps(byDay: StoredObservationsByDay, day: UtcDay, realized: number): boolean {
  const earlier = weekBefore(day).map((each) => impliedRealized(byDay, each));
  const last = earlier.find((each) => each !== undefined);
  return last !== undefined && Math.max(realized / last, last / realized) > REALIZED_JUMP;
}

/** The seven days before a day, newest first. */
function weekBefore(day: UtcDay): readonly UtcDay[] {
  return daysOf(addDays(day, -7), addDays(day, -1)).toReversed();
}

function impliedRealized(byDay: StoredObservationsByDay, day: UtcDay): number | undefined {
  const price = byDay.closes(day)[0];
  const mvrv = byDay.mvrv(day)[0];
  return price === undefined || mvrv === undefined ? undefined : price.value / mvrv.value;
}
