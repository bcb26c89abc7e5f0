import { addDays, DAY_MS, type UtcDay } from "../domain/instant.js";
import type { Major } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { LOOKBACK_DAYS } from "./choose-mvrv.js";
import type { Evidence } from "./evidence.js";
import { BITCOIN, MAJOR, type Reference, settlePrice, type Temper } from "./settle-price.js";

/**
 * The Bitcoin close of a day that has just ended, checked like a live price: two sources agree, or one alone has
 * not moved too far from the day before.
 *
 * @param witness our own look at the price in the last minutes of the day
 * @param before the close of the day before, USD
 */
export function checkedClose(
  evidence: Evidence,
  day: UtcDay,
  witness: Quote | undefined,
  before: number | undefined,
): Quote | undefined {
  const candidates = witness === undefined ? evidence.closes(day) : [...evidence.closes(day), witness];
  return settledClose(candidates, before === undefined ? undefined : { value: before, ageMs: DAY_MS }, BITCOIN);
}

/** A major's close, checked in the same way against its newest earlier close of the last eight days. */
export function checkedMajor(evidence: Evidence, major: Major, day: UtcDay): Quote | undefined {
  return settledClose(evidence.majors(major, day), closeBefore(evidence, major, day), MAJOR);
}

function closeBefore(evidence: Evidence, major: Major, day: UtcDay): Reference | undefined {
  for (let back = 1; back <= LOOKBACK_DAYS; back++) {
    const found = evidence.majors(major, addDays(day, -back))[0];
    if (found !== undefined) return { value: found.value, ageMs: back * DAY_MS };
  }
  return undefined;
}

/** The close to believe among all that there are. */
export function settledClose(
  candidates: readonly Quote[],
  last: Reference | undefined,
  temper: Temper,
): Quote | undefined {
  const choice = settlePrice(candidates, { last, temper, complete: true });
  return typeof choice === "object" ? choice : undefined;
}
