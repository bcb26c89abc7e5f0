import { DAY_MS, HOUR_MS, SECOND_MS } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { type AskDeps, askOne, sourcesFor } from "./ask-sources.js";
import { latestOf } from "./clock-evidence.js";
import { distance, MAX_LONE_MOVE } from "./consensus-price.js";
import type { DataRequest, Source } from "./data-source.js";

/**
 * Bitcoin dominance now. A value that moved more than a fifth is believed only when the other source confirms it, and so
 * is the first value of all: it would be compared with nothing.
 *
 * @param shown the last accepted value
 * @returns the accepted and stored value; `undefined` when the last one is to be kept
 */
export async function collectDominance(
  deps: AskDeps,
  shown: Quote | undefined,
  signal: AbortSignal,
): Promise<Observation | undefined> {
  const [first, ...others] = sourcesFor(REQUEST, deps.sources);
  const last = shown ?? (await deps.stores.observations.newest("dominance", latestOf(deps.clock)));
  if (last === undefined) return firstDominance(deps, signal);
  const primary = first && (await askForDominance(deps, first, signal));
  if (primary !== undefined && isSteady(primary, last)) return keep(deps, primary);
  if (primary === undefined && deps.clock.now() - last.observedAt < STAY_MS) return undefined;
  for (const other of others) {
    const second = await askForDominance(deps, other, signal);
    const believed = second && believe(primary, second, last);
    if (believed !== undefined) return keep(deps, believed);
  }
  if (primary !== undefined) refuse(deps, [primary]);
  return undefined;
}

const REQUEST: DataRequest = { kind: "dominance" };

/** The first source is asked once in ten seconds at most, and the majors may be before us in its queue. */
const DEADLINE_MS = 40 * SECOND_MS;

/**
 * The sources count different coins, so their levels differ by up to 1.5 points. The last value of the first source
 * stays this long before the next one is taken.
 */
const STAY_MS = 24 * HOUR_MS;

/** Sources that differ by no more than this, in points, confirm each other's jump. */
const CONFIRMING_POINTS = 3;

/** Even when confirmed, dominance does not change by a third within a week: such a pair of answers is a common error. */
const MAX_MOVE = 1 / 3;

/** Over a longer time dominance may change by any amount. */
const WEEK_MS = 7 * DAY_MS;

/**
 * Where Bitcoin's share has been since 2018: between 32 % and 73 %. A first value, with which nothing can be compared, is not
 * believed on one source's word outside of this.
 */
const USUAL = { min: 25, max: 80 };

/** What two sources agree on; else the only one that can be taken for dominance, if there is one. */
async function firstDominance(deps: AskDeps, signal: AbortSignal): Promise<Observation | undefined> {
  const seen: Observation[] = [];
  for (const source of sourcesFor(REQUEST, deps.sources)) {
    const next = await askForDominance(deps, source, signal);
    const confirmed = next && seen.find((each) => confirms(next, each));
    if (confirmed !== undefined) return keep(deps, confirmed);
    if (next !== undefined) seen.push(next);
  }
  const [usual, ...others] = seen.filter(({ value }) => value >= USUAL.min && value <= USUAL.max);
  if (usual !== undefined && others.length === 0) return keep(deps, usual);
  if (seen.length > 0) refuse(deps, seen);
  return undefined;
}

function refuse({ log, meters }: AskDeps, seen: readonly Observation[]): void {
  log.warn({ sources: seen.map(({ source }) => source), values: seen.map(({ value }) => value) }, "dominance refused");
  meters?.refused("dominance");
}

/**
 * Decides between two sources: takes the first one's jump when the second confirms it, or the second when the first is
 * silent.
 */
function believe(first: Observation | undefined, second: Observation, last: Quote): Observation | undefined {
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

async function askForDominance(deps: AskDeps, source: Source, signal: AbortSignal) {
  const [seen] = await askOne(deps, source, { request: REQUEST, deadlineMs: DEADLINE_MS }, signal);
  return seen;
}

async function keep(deps: AskDeps, seen: Observation): Promise<Observation> {
  await deps.stores.observations.add([seen]);
  return seen;
}
