import {
  addDays,
  dayOf,
  endOf,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  plus,
  startOf,
  type UtcDay,
} from "../domain/instant.js";
import { isPlausible, MAJORS, type Major, type Metric, type Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { priorityOf } from "./ask-sources.js";
import type { DataKind } from "./ports.js";
import type { ObservationStore } from "./store-ports.js";

/** What is stored about each day of a range: per day, the newest figure of each source, best source first. */
export interface StoredObservationsByDay {
  closes(day: UtcDay): readonly Observation[];
  mvrv(day: UtcDay): readonly Observation[];
  fearGreed(day: UtcDay): Observation | undefined;
  dominance(day: UtcDay): Observation | undefined;
  majors(major: Major, day: UtcDay): readonly Observation[];
}

/**
 * Reads what is stored about days `from..to`, both included, and the `LOOKBACK_DAYS` before, with which figures of a day are
 * compared: one query a metric, however long the range.
 */
export async function readObservationsByDay(
  store: ObservationStore,
  from: UtcDay,
  to: UtcDay,
): Promise<StoredObservationsByDay> {
  const first = addDays(from, -LOOKBACK_DAYS);
  const read = async (metric: Metric, kind: DataKind): Promise<ByDay> =>
    bySource(await store.between(metric, firstInstant(metric, first), firstInstant(metric, addDays(to, 1))), kind);
  const closes = await read("btc-close", "daily");
  const mvrv = await read("mvrv", "mvrv");
  const fearGreed = await read("fear-greed", "fear-greed");
  const dominance = await read("dominance", "dominance");
  const majors = new Map<Major, ByDay>();
  for (const major of MAJORS) majors.set(major, await read(`${major}-close`, "daily"));
  return {
    closes: (day) => closes.get(day) ?? [],
    mvrv: (day) => mvrv.get(day) ?? [],
    fearGreed: (day) => fearGreed.get(day)?.[0],
    dominance: (day) => dominance.get(day)?.[0],
    majors: (major, day) => majors.get(major)?.get(day) ?? [],
  };
}

/** Days `from..to`, both included; none when `to` comes first. */
export function daysOf(from: UtcDay, to: UtcDay): readonly UtcDay[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => addDays(from, i));
}

type ByDay = ReadonlyMap<UtcDay, readonly Observation[]>;

/** The day an observation belongs to. A close is observed at its 24:00, which is the next day's first instant. */
export function dayOfObservation({ metric, observedAt }: Pick<Observation, "metric" | "observedAt">): UtcDay {
  return isClose(metric) ? addDays(dayOf(observedAt), -1) : dayOf(observedAt);
}

/** The earliest `observedAt` of a metric that belongs to a day. */
function firstInstant(metric: Metric, day: UtcDay): Instant {
  return isClose(metric) ? endOf(day) : startOf(day);
}

function isClose(metric: Metric): boolean {
  return metric === "mvrv" || (metric.endsWith("-close") && metric !== "btc-hour-close");
}

/** The stored order is by observed and fetched time, so the last figure of a source for a day is its newest. */
function bySource(observations: readonly Observation[], kind: DataKind): ByDay {
  const days = new Map<UtcDay, Observation[]>();
  for (const observation of observations) {
    if (!isPlausible(observation.metric, observation.value)) continue; // refused when it came, so it was changed since
    const day = dayOfObservation(observation);
    const kept = (days.get(day) ?? []).filter((each) => each.source !== observation.source);
    days.set(
      day,
      [...kept, observation].sort((a, b) => priorityOf(kind, a.source) - priorityOf(kind, b.source)),
    );
  }
  return days;
}

/** How old our own stored price may be to stand for a moment. */
const OWN_QUOTE_MS = 10 * MINUTE_MS;

/** Our own last stored price of the ten minutes up to a moment. */
export async function lastOwnQuote(store: ObservationStore, at: Instant): Promise<Quote | undefined> {
  return (await store.between("btc-price", plus(at, -OWN_QUOTE_MS), plus(at, 1))).at(-1);
}

const FIRST_SOURCE = "coin-metrics";

/** How long the first source may be silent before the next one is believed: a day and a half. */
const SILENCE_MS = 36 * HOUR_MS;

/** Offsets in days, the day itself first. */
const LOOKBACK = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** How many days before a day are read. */
export const LOOKBACK_DAYS = LOOKBACK.length;

/**
 * Realized price (price / MVRV) moves slowly: by a factor of 0.93 to 1.17 a day since mid-2011. A figure that implies
 * more than this within a week is a fault of the source.
 */
const REALIZED_JUMP = 1.5;

/** An MVRV is made with its source's own price. It is left out when that price differs from the day's close by more. */
const OTHER_PRICE = 0.05;

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
  if (priorityOf("mvrv", best.source) <= priorityOf("mvrv", FIRST_SOURCE)) return best;
  return at - lastWord(byDay, day) > SILENCE_MS ? best : undefined;
}

/** The end of the newest day, of `day` and the seven before it, that the first source knows. */
function lastWord(byDay: StoredObservationsByDay, day: UtcDay): Instant {
  const known = LOOKBACK.map((back) => addDays(day, -back)).find((earlier) =>
    byDay.mvrv(earlier).some((each) => each.source === FIRST_SOURCE),
  );
  return endOf(known ?? addDays(day, -LOOKBACK_DAYS));
}

function jumps(byDay: StoredObservationsByDay, day: UtcDay, realized: number): boolean {
  const earlier = LOOKBACK.slice(1).map((back) => impliedRealized(byDay, addDays(day, -back)));
  const held = earlier.find((each) => each !== undefined);
  return held !== undefined && Math.max(realized / held, held / realized) > REALIZED_JUMP;
}

function impliedRealized(byDay: StoredObservationsByDay, day: UtcDay): number | undefined {
  const price = byDay.closes(day)[0];
  const mvrv = byDay.mvrv(day)[0];
  return price === undefined || mvrv === undefined ? undefined : price.value / mvrv.value;
}
