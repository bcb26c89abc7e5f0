import { addDays, dayOf, endOf, HOUR_MS, MAJORS, plus, type UtcDay } from "peak-cycle-model";
import type { Observation, PastMetric } from "../domain/observation.js";
import { latestOf } from "../platform/clock.js";
import { putFigure } from "../published/publish-now.js";
import type { DayRange } from "../sources/source.js";
import { newestObservation } from "../storage/observations.js";
import { believe } from "./believing.js";
import { chooseMvrv } from "./choose-mvrv.js";
import { checkedClose, checkedMajor, MIN_CONFIRMATIONS } from "./consensus-price.js";
import type { Context } from "./context.js";
import type { LiveFigures } from "./live-figures.js";
import { daysOf, readDays, type StoredDays } from "./stored-days.js";
import type { Upstreams } from "./upstreams.js";

/**
 * Collects what the hourly score needs: dominance, Fear & Greed, the majors, and what the next closing still lacks.
 * These come from different sources, so they are fetched in parallel, and one failure does not delay the rest.
 *
 * @param lastDay the newest closed day
 */
export async function collect(
  context: Context,
  upstreams: Upstreams,
  live: LiveFigures,
  lastDay: UtcDay | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { clock, database, published } = context;
  const yesterday = addDays(dayOf(clock.now()), -1);
  const publish = async (part: "btcDominance" | "fearGreed", asked: Promise<Observation | undefined>) => {
    const seen = await asked;
    if (seen !== undefined) await putFigure(database, published, part, seen);
  };
  const fearGreed = async () => {
    const newest = await collectFearGreed(context, upstreams, signal);
    const sources = upstreams.sources
      .histories("fear-greed")
      .map(({ name }) => ({ source: name, value: newest?.value }));
    const belief = believe(sources, undefined, { metric: "fear-greed" });
    await live.inputs.note("fear-greed", belief, { sources, observedAt: newest?.observedAt });
    return newest;
  };
  await Promise.all([
    publish("btcDominance", live.dominance.collect(signal)),
    publish("fearGreed", fearGreed()),
    live.coins.collect(signal),
    lastDay && collectDays(context, upstreams, { from: addDays(lastDay, 1), to: yesterday }, signal),
  ]);
}

/** How many days to request if none is known; the vendor has lost up to three days in a row. */
const FIRST_FEAR_GREED_DAYS = 7;

/** The first source publishes a day at about 03:20 UTC of the next; asking earlier is pointless. */
const DAILY_FIGURES_DELAY_MS = 3.5 * HOUR_MS;

/**
 * Fetches what closing days `from..to` needs and is not stored yet: closes, MVRV, the majors' closes. Asks one source
 * after another until the closing would accept what is stored, including what the hourly score collects meanwhile.
 * Sends no request if nothing is missing.
 */
export async function collectDays(
  { clock, database }: Context,
  upstreams: Upstreams,
  range: DayRange,
  signal: AbortSignal,
): Promise<void> {
  const { from, to } = range;
  if (from > to) return;
  const askUntil = async (metric: PastMetric, isThere: (days: StoredDays, day: UtcDay) => boolean): Promise<void> => {
    const isComplete = async () => {
      const days = await readDays(database, from, to);
      return daysOf(from, to).every((day) => isThere(days, day));
    };
    if (!(await isComplete())) await upstreams.collect(metric, range, signal, isComplete);
  };
  const now = clock.now();
  const isPublished = now >= plus(endOf(to), DAILY_FIGURES_DELAY_MS);
  const confirmations = isPublished ? MIN_CONFIRMATIONS : 1;
  await askUntil("btc-close", (days, day) => {
    const before = days.best("btc-close", addDays(day, -1))?.value;
    const isStated = days.all("btc-close", day).length >= confirmations;
    return isStated && checkedClose(days, day, undefined, before) !== undefined;
  });
  if (!isPublished) return;
  await askUntil("mvrv", (days, day) => {
    return chooseMvrv(days, day, days.best("btc-close", day)?.value, now) !== undefined;
  });
  for (const coin of MAJORS) {
    const metric = `${coin}-close` as const;
    const needed = Math.min(MIN_CONFIRMATIONS, upstreams.sources.histories(metric).length);
    await askUntil(metric, (days, day) => {
      return days.all(metric, day).length >= needed && checkedMajor(days, coin, day) !== undefined;
    });
  }
}

/**
 * Fetches Fear & Greed since the newest known day, unless today's value is known; it is published once a day, shortly
 * after 00:00 UTC.
 *
 * @returns the newest known value
 */
export async function collectFearGreed(
  { clock, database }: Context,
  upstreams: Upstreams,
  signal: AbortSignal,
): Promise<Observation | undefined> {
  const today = dayOf(clock.now());
  const newest = () => newestObservation(database, "fear-greed", latestOf(clock));
  const known = await newest();
  const from = known === undefined ? addDays(today, -FIRST_FEAR_GREED_DAYS) : dayOf(known.observedAt);
  if (from >= today) return known;
  await upstreams.collect("fear-greed", { from, to: today }, signal);
  return newest();
}
