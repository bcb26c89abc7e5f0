/**
 * Bitcoin dominance. The sources count different coins, so their levels differ by up to 1.5 points: the first source is
 * used as long as possible, and the others confirm it.
 */

import { DAY_MS, HOUR_MS } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { latestOf } from "../platform/clock.js";
import { addObservations, newestObservation } from "../storage/observations.js";
import { distance, MAX_LONE_MOVE } from "./consensus-price.js";
import type { Context } from "./context.js";
import type { Upstreams } from "./upstreams.js";

/** The first source's last value is kept this long before the next source is used. */
const STAY_MS = 24 * HOUR_MS;

/** Sources that differ by at most this, in points, confirm each other. */
const CONFIRMING_POINTS = 3;

/** Even if confirmed, a change by a third within a week means that both sources share an error. */
const MAX_MOVE = 1 / 3;
const WEEK_MS = 7 * DAY_MS;

/** Its range since 2018, with some margin; outside of it a first value needs a second source. */
const USUAL = { min: 25, max: 80 };

/**
 * Fetches the current dominance and stores it if accepted. A value that moved by more than a fifth needs the other
 * source's confirmation, and so does the very first one, which has nothing to compare with.
 *
 * @returns the accepted value; `undefined` to keep the last one
 */
export async function collectDominance(
  { clock, database, log, published }: Context,
  upstreams: Upstreams,
  signal: AbortSignal,
): Promise<Observation | undefined> {
  const shown = published.now.get().market.btcDominance;
  const last = shown ?? (await newestObservation(database, "dominance", latestOf(clock)));
  const seen: Observation[] = [];
  let accepted: Observation | undefined;
  for (const [rank, feed] of upstreams.sources.dominance().entries()) {
    const [quote] = (await feed.dominance(signal)).figures;
    if (quote !== undefined) seen.push(quote);
    else if (rank === 0 && last !== undefined && clock.now() - last.observedAt < STAY_MS) return undefined;
    accepted = last === undefined ? confirmed(seen) : believed(seen, last);
    if (accepted !== undefined) break;
  }
  if (last === undefined) accepted ??= onlyUsual(seen);
  if (accepted !== undefined) await addObservations(database, [accepted]);
  else if (seen.length > 0) {
    const facts = { sources: seen.map(({ source }) => source), values: seen.map(({ value }) => value) };
    log.warn(facts, "dominance refused");
    upstreams.refused("dominance");
  }
  return accepted;
}

/** The first value that has not moved far, or that another source confirms within the possible range. */
function believed(seen: readonly Observation[], last: Quote): Observation | undefined {
  const [first] = seen;
  if (first === undefined) return undefined;
  if (distance(first.value, last.value) <= MAX_LONE_MOVE) return first;
  const isLong = first.observedAt - last.observedAt > WEEK_MS;
  return isLong || distance(first.value, last.value) < MAX_MOVE ? confirmed(seen) : undefined;
}

/** The best source's value that another source confirms. */
function confirmed(seen: readonly Observation[]): Observation | undefined {
  return seen.find((one) =>
    seen.some((other) => other !== one && Math.abs(one.value - other.value) <= CONFIRMING_POINTS),
  );
}

/** The only value within the usual range, if there is exactly one. */
function onlyUsual(seen: readonly Observation[]): Observation | undefined {
  const usual = seen.filter(({ value }) => value >= USUAL.min && value <= USUAL.max);
  return usual.length === 1 ? usual[0] : undefined;
}
