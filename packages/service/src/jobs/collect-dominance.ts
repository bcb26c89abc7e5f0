/**
 * Bitcoin dominance. The sources count different coins, so their levels differ by up to 1.5 points: the first source is
 * kept as long as it can be, and the others confirm it.
 */

import { DAY_MS, HOUR_MS, SECOND_MS } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { latestOf } from "../platform/clock.js";
import { addObservations, newestObservation } from "../storage/observations.js";
import { distance, MAX_LONE_MOVE } from "./consensus-price.js";
import type { Context } from "./context.js";
import type { Upstreams } from "./upstreams.js";

/** The first source is asked once in ten seconds at most, and the majors may be before us in its queue. */
const DEADLINE_MS = 40 * SECOND_MS;

/** The last value of the first source stays this long before the next source is taken. */
const STAY_MS = 24 * HOUR_MS;

/** Sources that differ by no more than this, in points, confirm one another. */
const CONFIRMING_POINTS = 3;

/** Even if confirmed, dominance does not change by a third within a week: both answers share an error. */
const MAX_MOVE = 1 / 3;
const WEEK_MS = 7 * DAY_MS;

/** Where it has been since 2018, with some room: outside of this a first value is not believed on one source's word. */
const USUAL = { min: 25, max: 80 };

/**
 * Dominance now, stored when it is accepted. A value that moved more than a fifth is believed only when the other
 * source confirms it, and so is the first value of all: it would be compared with nothing.
 *
 * @returns the accepted value; `undefined` when the last one is to be kept
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
  for (const [rank, source] of upstreams.inOrder("dominance").entries()) {
    const call = async (until: AbortSignal) => source.dominance?.(source.client, until);
    const quote = await upstreams.ask(source, signal, call, DEADLINE_MS);
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

/** The first that has not moved far, or that another source confirms within what can be. */
function believed(seen: readonly Observation[], last: Quote): Observation | undefined {
  const [first] = seen;
  if (first === undefined) return undefined;
  if (distance(first.value, last.value) <= MAX_LONE_MOVE) return first;
  const isLong = first.observedAt - last.observedAt > WEEK_MS;
  return isLong || distance(first.value, last.value) < MAX_MOVE ? confirmed(seen) : undefined;
}

/** The best source's value that another one confirms. */
function confirmed(seen: readonly Observation[]): Observation | undefined {
  return seen.find((one) =>
    seen.some((other) => other !== one && Math.abs(one.value - other.value) <= CONFIRMING_POINTS),
  );
}

/** The only one that can be taken for dominance, if there is one. */
function onlyUsual(seen: readonly Observation[]): Observation | undefined {
  const usual = seen.filter(({ value }) => value >= USUAL.min && value <= USUAL.max);
  return usual.length === 1 ? usual[0] : undefined;
}
