import { DAY_MS, HOUR_MS, SECOND_MS } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { latestOf } from "../platform/clock.js";
import type { OpenSource } from "../sources/all.js";
import type { Source } from "../sources/source.js";
import { distance, MAX_LONE_MOVE } from "./consensus-price.js";
import type { Context } from "./context.js";
import { addObservations, newestObservation } from "./stored.js";
import type { Upstreams } from "./upstreams.js";

/** The first source is asked once in ten seconds at most, and the majors may be before us in its queue. */
const DEADLINE_MS = 40 * SECOND_MS;

/**
 * The sources count different coins, so their levels differ by up to 1.5 points. The last value of the first source
 * stays this long before the next one is taken.
 */
const STAY_MS = 24 * HOUR_MS;

/** Sources that differ by no more than this, in points, confirm each other's jump. */
const CONFIRMING_POINTS = 3;

/**
 * Even when confirmed, dominance does not change by a third within a week: such a pair of answers is a common error.
 */
const MAX_MOVE = 1 / 3;

/** Over a longer time dominance may change by any amount. */
const WEEK_MS = 7 * DAY_MS;

/**
 * Where Bitcoin's share has been since 2018: between 32 % and 73 %. A first value, with which nothing can be compared,
 * is not believed on one source's word outside of this.
 */
const USUAL = { min: 25, max: 80 };

/**
 * Bitcoin dominance now, stored when it is accepted. A value that moved more than a fifth is believed only when the
 * other source confirms it, and so is the first value of all: it would be compared with nothing.
 *
 * @returns the accepted value; `undefined` when the last one is to be kept
 */
export async function collectDominance(
  context: Context,
  upstreams: Upstreams,
  signal: AbortSignal,
): Promise<Observation | undefined> {
  const { clock, database, log, published } = context;
  const shown = published.now.get().market.btcDominance;
  const last = shown ?? (await newestObservation(database, "dominance", latestOf(clock)));
  const { accepted, seen } = await acceptedDominance(context, upstreams, last, signal);
  if (accepted !== undefined) await addObservations(database, [accepted]);
  if (accepted !== undefined || seen.length === 0) return accepted;
  log.warn({ sources: seen.map(({ source }) => source), values: seen.map(({ value }) => value) }, "dominance refused");
  upstreams.refused("dominance");
  return undefined;
}

interface Decision {
  readonly accepted?: Observation | undefined;
  /** What is refused where none is accepted. */
  readonly seen: readonly Observation[];
}

async function acceptedDominance(
  { clock }: Context,
  upstreams: Upstreams,
  last: Quote | undefined,
  signal: AbortSignal,
): Promise<Decision> {
  const [first, ...others] = upstreams.inOrder("dominance");
  const ask = (source: OpenSource & Required<Pick<Source, "dominance">>) =>
    upstreams.ask(source, signal, (until) => source.dominance(source.client, until), DEADLINE_MS);
  const primary = first && (await ask(first));
  if (last !== undefined && primary !== undefined && isSteady(primary, last)) return { accepted: primary, seen: [] };
  if (last !== undefined && primary === undefined && clock.now() - last.observedAt < STAY_MS) return { seen: [] };
  const seen = primary === undefined ? [] : [primary];
  for (const other of others) {
    const second = await ask(other);
    if (second === undefined) continue;
    const accepted = last === undefined ? confirmedBy(second, seen) : believed(primary, second, last);
    if (accepted !== undefined) return { accepted, seen: [] };
    seen.push(second);
  }
  return last === undefined ? { accepted: onlyUsual(seen), seen } : { seen };
}

/** The only one that can be taken for dominance, if there is one. */
function onlyUsual(seen: readonly Observation[]): Observation | undefined {
  const [usual, ...others] = seen.filter(({ value }) => value >= USUAL.min && value <= USUAL.max);
  return others.length === 0 ? usual : undefined;
}

function confirmedBy(second: Observation, seen: readonly Observation[]): Observation | undefined {
  return seen.find((each) => confirms(second, each));
}

/** The first source's jump when the second confirms it, or the second when the first is silent. */
function believed(first: Observation | undefined, second: Observation, last: Quote): Observation | undefined {
  if (first === undefined) return isSteady(second, last) ? second : undefined;
  return confirms(second, first) && isNearEnough(first, last) ? first : undefined;
}

function confirms(second: Observation, first: Observation): boolean {
  return Math.abs(first.value - second.value) <= CONFIRMING_POINTS;
}

function isNearEnough(seen: Observation, last: Quote): boolean {
  return seen.observedAt - last.observedAt > WEEK_MS || distance(seen.value, last.value) < MAX_MOVE;
}

function isSteady(seen: Observation, last: Quote): boolean {
  return distance(seen.value, last.value) <= MAX_LONE_MOVE;
}
