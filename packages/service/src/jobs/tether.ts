/** The value of one tether in dollars, for converting prices in tether. */

import { DAY_MS, endOf, HOUR_MS, type Instant, MINUTE_MS, plus, startOf } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import { type Clock, latestOf } from "../platform/clock.js";
import type { Published } from "../published/published.js";
import type { DayRange, TetherRates } from "../sources/source.js";
import type { Db } from "../storage/database.js";
import { newestObservation, observationsBetween } from "../storage/observations.js";
import type { Belief, SourcedFigure } from "./believing.js";

/** An older price of tether is not used for live prices. */
const VALID_MS = DAY_MS;

/** An hourly round queries all sources and notes the result within this time. */
const ROUND_MS = 5 * MINUTE_MS;

/** The rate for live prices now; `undefined` if the newest round found none, or none was found for a day. */
export async function tetherNow(clock: Clock, db: Db, published: Published): Promise<number | undefined> {
  const newest = await newestObservation(db, "usdt-price", latestOf(clock));
  if (newest === undefined || clock.now() - newest.observedAt > VALID_MS) return undefined;
  const { unsure, notedAt } = published.now.get().inputs.find(({ metric }) => metric === "usdt-price") ?? {};
  const isOfThen = notedAt === undefined || notedAt - newest.fetchedAt <= ROUND_MS;
  return unsure === undefined || isOfThen ? newest.value : undefined;
}

/** Prices are stored every hour, so one this close to an instant belongs to it. */
const NEAR_MS = 2.5 * HOUR_MS;

/** If the prices before and after an instant differ by no more than this, they also hold in between. */
const SAME = 0.005;

/** A price is not waited for if its instant is longer ago than this: if it was not recorded, it never will be. */
const PAST_MS = 2 * DAY_MS;

/** The rates of some days, from stored prices. Without any, as in the past, one tether is a dollar. */
export async function tetherRates(clock: Clock, db: Db, { from, to }: DayRange): Promise<TetherRates> {
  const [begin, end] = [plus(startOf(from), -DAY_MS), plus(endOf(to), DAY_MS)];
  const rates = await observationsBetween(db, "usdt-price", begin, end);
  if (rates.length === 0) return () => 1;
  const now = clock.now();
  const own = await observationsBetween(db, "btc-price", plus(now, -PAST_MS - NEAR_MS), end);
  return (at) => {
    const near = rates.filter((each) => apart(each, at) <= NEAR_MS);
    if (near.length > 0) return near.toSorted((one, other) => apart(one, at) - apart(other, at))[0]?.value;
    if (now - at > PAST_MS) return 1;
    // While we ran, tether was requested, but no price could be believed.
    if (own.some((each) => apart(each, at) <= NEAR_MS)) return undefined;
    const [before, after] = [
      rates.findLast((each) => each.observedAt <= at),
      rates.find((each) => each.observedAt > at),
    ];
    const isSame = before === undefined || after === undefined || Math.abs(after.value / before.value - 1) <= SAME;
    return isSame ? (before?.value ?? 1) : undefined;
  };
}

function apart({ observedAt }: Observation, at: Instant): number {
  return Math.abs(observedAt - at);
}

/** If tether is further than this from a dollar, a single source is not enough for a conversion. */
const TETHER_TOLERANCE = 0.005;

function isDollar({ value }: SourcedFigure): boolean {
  return Math.abs(value - 1) <= TETHER_TOLERANCE;
}

/**
 * The value of one tether in dollars, for converting tether prices. If its sources contradict each other, the one that
 * is within half a percent of a dollar counts. If that source is wrong, the exchange in tether is one of four with a
 * wrong price. Without a rate, a single wrong source of tether would exclude that exchange and leave three.
 *
 * @param tether what is believed about its price
 * @returns `undefined` if prices in tether do not count
 */
export function tetherRate(tether: Belief): number | undefined {
  if (tether.kind === "nothing") return undefined;
  if (tether.kind === "unsure") return tether.doubt.answers.find(isDollar)?.value;
  const isConfirmed = tether.kind === "confirmed" && tether.agreeing.length >= 2;
  return isConfirmed || isDollar(tether) ? tether.value : undefined;
}
