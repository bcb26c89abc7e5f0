import { addDays, endOf, HOUR_MS, type Instant, type UtcDay } from "peak-cycle-model";
import { factorBetween } from "../domain/numbers.js";
import type { Observation } from "../domain/observation.js";
import { rankOf } from "../sources/order.js";
import { daysOf, LOOKBACK_DAYS, type StoredDays } from "./stored-days.js";

/**
 * A day's MVRV as known at a moment. The second source is used only after the first has been silent for 36 hours: their
 * levels differ slightly, and switching for every late publication would show in the score.
 *
 * @param price the day's close, USD; without it no MVRV can be checked, and none is used
 */
export function chooseMvrv(
  days: StoredDays,
  day: UtcDay,
  price: number | undefined,
  at: Instant,
): Observation | undefined {
  const best = days.best("mvrv", day);
  if (best === undefined || price === undefined) return undefined;
  const weekBefore = daysOf(addDays(day, -7), addDays(day, -1)).toReversed();
  const realized = weekBefore.map((each) => realizedPrice(days, each)).find((each) => each !== undefined);
  if (realized !== undefined && factorBetween(price / best.value, realized) > REALIZED_JUMP) return undefined;
  const ownPrice = days.all("btc-close", day).find(({ source }) => source === best.source)?.value;
  if (ownPrice !== undefined && Math.abs(ownPrice / price - 1) > OTHER_PRICE) return undefined;
  if (rankOf("mvrv", best.source) <= rankOf("mvrv", FIRST_SOURCE)) return best;
  const hasStated = (each: UtcDay) => days.all("mvrv", each).some(({ source }) => source === FIRST_SOURCE);
  const lastStated = [day, ...weekBefore].find(hasStated) ?? addDays(day, -LOOKBACK_DAYS);
  return at - endOf(lastStated) > SILENCE_MS ? best : undefined;
}

const FIRST_SOURCE = "coin-metrics";

/** How long the first source may be silent before the next one is used. */
const SILENCE_MS = 36 * HOUR_MS;

/**
 * Realized price (price / MVRV) moves slowly: by a factor of 0.93 to 1.17 a day since mid-2011. A figure that implies
 * more than this within a week is the source's error.
 */
const REALIZED_JUMP = 1.5;

/**
 * A source computes MVRV from its own price. It is ignored if that price differs from the day's close by more than
 * this.
 */
const OTHER_PRICE = 0.05;

function realizedPrice(days: StoredDays, day: UtcDay): number | undefined {
  const [price, mvrv] = [days.best("btc-close", day), days.best("mvrv", day)];
  return price && mvrv && price.value / mvrv.value;
}
