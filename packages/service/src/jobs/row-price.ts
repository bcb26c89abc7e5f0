/** The price at 06:00 UTC that a history row is based on. */

import { addDays, formatDay, HOUR_MS, type Instant, NotEnoughDataError, plus, type UtcDay } from "peak-cycle-model";
import { CLOSE_MS, rowInstant } from "../domain/history.js";
import type { Quote } from "../domain/snapshot.js";
import type { DayRange } from "../sources/source.js";
import type { Database } from "../storage/database.js";
import { observationsBetween } from "../storage/observations.js";
import type { RowPrice } from "./closing.js";
import { BITCOIN, believedPrice, MIN_CONFIRMATIONS } from "./consensus-price.js";
import { daysOf, lastOwnQuote, readDays } from "./stored-days.js";
import type { Upstreams } from "./upstreams.js";

/**
 * Fetches the hourly candles that the rows of days `from..to` need, until each comes from two sources and can be
 * believed.
 */
export async function collectCandles(
  database: Database,
  upstreams: Upstreams,
  { from, to }: DayRange,
  signal: AbortSignal,
): Promise<void> {
  const openings = await readDays(database, from, to);
  const isEnough = async () => {
    for (const day of daysOf(from, to)) {
      const stated = await pricesAt(database, day);
      const price = believedAt(stated, openings.best("btc-close", addDays(day, -1)));
      if (price === undefined || new Set(stated.map(({ source }) => source)).size < MIN_CONFIRMATIONS) return false;
    }
    return true;
  };
  await upstreams.collect("btc-hour-close", { from, to }, signal, isEnough);
}

/** How long a late row waits for an hourly candle before it uses the close at 00:00 of its day. */
const CANDLE_WAIT_MS = 24 * HOUR_MS;

/**
 * The 06:00 price of a past day: an hourly candle, or our own stored price from the minutes before; otherwise the day's
 * opening price.
 *
 * @throws NotEnoughDataError if none can be believed yet
 */
export async function rowPrice(
  database: Database,
  day: UtcDay,
  opening: RowPrice | undefined,
  now: Instant,
): Promise<RowPrice> {
  const isLate = now - rowInstant(day) > CANDLE_WAIT_MS;
  const price = believedAt(await pricesAt(database, day), opening) ?? (isLate ? opening : undefined);
  if (price === undefined) throw new NotEnoughDataError(`no price at 06:00 UTC of ${formatDay(day)} yet`);
  return price;
}

/** The hourly candles and our own stored price, if any. */
async function pricesAt(database: Database, day: UtcDay): Promise<readonly Quote[]> {
  const at = rowInstant(day);
  const ownQuote = await lastOwnQuote(database, at);
  return [...(await observationsBetween(database, "btc-hour-close", at, plus(at, 1))), ...(ownQuote ? [ownQuote] : [])];
}

function believedAt(stated: readonly Quote[], opening: RowPrice | undefined): RowPrice | undefined {
  const last = opening && { value: opening.value, ageMs: CLOSE_MS };
  return believedPrice(stated, last, BITCOIN);
}
