import { addDays, dayOf, formatDay, SECOND_MS, type UtcDay } from "../domain/instant.js";
import type { Observation } from "../domain/observation.js";
import { type AskDeps, askOne, sourcesFor } from "./ask-sources.js";
import { distance } from "./consensus-price.js";
import { dayOfObservation, readObservationsByDay } from "./observations-by-day.js";
import type { DataRequest, DayRange, Meters, Upstream } from "./ports.js";
import type { Stores } from "./store-ports.js";

/** How far back is compared: the vendor recomputes about a month. */
const WINDOW_DAYS = 30;

/** Younger figures may still be corrected ... */
const SETTLED_DAYS = 7;

/** ... and an older one that moves by more than this counts as restated. */
const RESTATED = 0.01;

/** Two sources of MVRV that differ by more than this disagree. */
const DISAGREEMENT = 0.05;

/** Including retries; nothing waits for the result. */
const DEADLINE_MS = 30 * SECOND_MS;

/** The last day on which figures were compared, as `2026-11-21`. */
const MARK = "figures:compared";

interface CompareFiguresDeps extends Omit<AskDeps, "meters"> {
  readonly stores: Pick<Stores, "observations" | "installation">;
  readonly meters?: Pick<Meters, "differing"> | undefined;
}

/** How much two figures for a day differ. */
interface Difference {
  readonly day: UtcDay;
  readonly by: number;
}

/**
 * Once a day, asks the first source of MVRV for the last month again, and the second one for the same days, and logs
 * where a settled figure was restated or the two differ. Nothing is stored and nothing changes: frozen days stay, and
 * the operator decides which source to believe.
 */
export async function compareFigures(deps: CompareFiguresDeps, signal: AbortSignal): Promise<void> {
  const today = dayOf(deps.clock.now());
  if ((await deps.stores.installation.get(MARK)) === formatDay(today)) return;
  const span: DayRange = { from: addDays(today, -WINDOW_DAYS), to: addDays(today, -1) };
  const askFor = (upstream: Upstream, request: DataRequest) =>
    askOne(deps, upstream, { request, deadlineMs: DEADLINE_MS }, signal);
  const [first, second] = sourcesFor({ kind: "mvrv", ...span }, deps.upstreams);
  const stated = first === undefined ? [] : await askFor(first, { kind: "mvrv", ...span });
  if (first === undefined || stated.length === 0) return; // nothing to compare; the next try is tomorrow
  const closes = await askFor(first, { kind: "daily", coin: "btc", ...span });
  for (const figures of [stated, closes]) await reportRestated(deps, figures, span);
  if (second !== undefined) reportDisagreement(deps, stated, await askFor(second, { kind: "mvrv", ...span }));
  await deps.stores.installation.put(MARK, formatDay(today));
}

/** @param figures of one source and metric, as they are stated now */
async function reportRestated(
  { log, stores, meters }: CompareFiguresDeps,
  figures: readonly Observation[],
  { from, to }: DayRange,
): Promise<void> {
  const byDay = await readObservationsByDay(stores.observations, from, addDays(to, -SETTLED_DAYS));
  const differences = figures.flatMap((now) => {
    const day = dayOfObservation(now);
    const known = now.metric === "mvrv" ? byDay.mvrv(day) : byDay.closes(day);
    return differenceOf(now, known);
  });
  const moved = differences.filter(({ by }) => by > RESTATED);
  if (moved.length === 0) return;
  log.warn({ source: figures[0]?.source, metric: figures[0]?.metric, ...summaryOf(moved) }, "settled figures restated");
  meters?.differing("restated");
}

function differenceOf(now: Observation, known: readonly Observation[]): readonly Difference[] {
  const then = known.find((each) => each.source === now.source);
  return then === undefined ? [] : [{ day: dayOfObservation(now), by: distance(now.value, then.value) }];
}

function reportDisagreement(
  { log, meters }: CompareFiguresDeps,
  first: readonly Observation[],
  second: readonly Observation[],
): void {
  const others = new Map(second.map((each) => [each.observedAt, each.value]));
  const apart = first.flatMap((each): Difference[] => {
    const by = distance(others.get(each.observedAt) ?? each.value, each.value);
    return by > DISAGREEMENT ? [{ day: dayOfObservation(each), by }] : [];
  });
  if (apart.length === 0) return;
  log.warn({ sources: [first[0]?.source, second[0]?.source], ...summaryOf(apart) }, "sources differ on MVRV");
  meters?.differing("sources");
}

/** How many days, the first and last of them, and the greatest difference: 0.05 is 5 %. */
export function summaryOf(differences: readonly Difference[]) {
  const most = Math.max(...differences.map(({ by }) => by));
  const [first, last] = [differences[0], differences.at(-1)].map((each) => each && formatDay(each.day));
  return { days: differences.length, first, last, most: Number(most.toFixed(4)) };
}
