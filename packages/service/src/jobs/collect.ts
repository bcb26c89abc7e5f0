import { addDays, dayOf, endOf, HOUR_MS, type Instant, MAJORS, plus, type UtcDay } from "peak-cycle-model";
import type { Coin, Observation, PastMetric } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { latestOf } from "../platform/clock.js";
import { putFigure } from "../published/publish-now.js";
import type { DayRange } from "../sources/source.js";
import { addObservations, newestObservation } from "../storage/observations.js";
import { chooseMvrv } from "./choose-mvrv.js";
import { collectDominance } from "./collect-dominance.js";
import { believedPrice, checkedClose, checkedMajor, MAJOR, MIN_CONFIRMATIONS } from "./consensus-price.js";
import type { Context } from "./context.js";
import { standsStill } from "./poll-price.js";
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
  lastDay: UtcDay | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { clock, database, published } = context;
  const yesterday = addDays(dayOf(clock.now()), -1);
  const publish = async (part: "btcDominance" | "fearGreed", asked: Promise<Observation | undefined>) => {
    const seen = await asked;
    if (seen !== undefined) await putFigure(database, published, part, seen);
  };
  await Promise.all([
    publish("btcDominance", collectDominance(context, upstreams, signal)),
    publish("fearGreed", collectFearGreed(context, upstreams, signal)),
    collectMajors(context, upstreams, signal),
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

/**
 * Fetches live prices of tether and the majors, checks each like the Bitcoin price, and stores them. Tether is asked
 * for by itself: its price converts tether quotes to dollars, and no other pair may cost it.
 */
async function collectMajors(context: Context, upstreams: Upstreams, signal: AbortSignal): Promise<void> {
  const tether = await collectPrices(context, upstreams, ["usdt"], undefined, signal);
  const tetherUsd = tether.get("usdt")?.value ?? (await upstreams.tetherUsd());
  const majors = await collectPrices(context, upstreams, MAJORS, tetherUsd, signal);
  await addObservations(context.database, [...tether.values(), ...majors.values()]);
  const missing = [...MAJORS, "usdt" as const].filter((coin) => !tether.has(coin) && !majors.has(coin));
  if (missing.length > 0) context.log.warn({ missing }, "coins without a believable price");
}

/** Asks one source after another for what is still missing. @returns the believed prices */
async function collectPrices(
  context: Context,
  upstreams: Upstreams,
  coins: readonly Coin[],
  tetherUsd: number | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<Coin, Observation>> {
  const seen: Observation[] = [];
  const believed = new Map<Coin, Observation>();
  for (const feed of upstreams.sources.prices()) {
    const wanted = coins.filter((coin) => !believed.has(coin) && feed.coins.includes(coin));
    if (wanted.length === 0) continue;
    seen.push(...(await feed.prices(wanted, signal, tetherUsd)).figures);
    for (const coin of wanted) {
      const quotes = seen.filter(({ metric }) => metric === `${coin}-price`);
      const choice = believable(quotes, await lastPrice(context, coin), context.clock.now());
      if (choice !== undefined) believed.set(coin, choice);
    }
  }
  const isRefused = (coin: Coin) => !believed.has(coin) && seen.some(({ metric }) => metric === `${coin}-price`);
  for (const _ of coins.filter(isRefused)) upstreams.refused("coin");
  return believed;
}

/** The same source gave exactly this an hour ago, without a timestamp: another source has to confirm it. */
function believable(quotes: readonly Observation[], last: Quote | undefined, now: Instant): Observation | undefined {
  const [first, second] = quotes;
  const isLone = first !== undefined && second === undefined && first.metric !== "usdt-price";
  if (isLone && standsStill(first, last)) return undefined;
  return believedPrice(quotes, last && { value: last.value, ageMs: now - last.observedAt }, MAJOR);
}

/** One tether counts as one dollar until a source says otherwise. */
async function lastPrice({ clock, database }: Context, coin: Coin): Promise<Quote | undefined> {
  const live = await newestObservation(database, `${coin}-price`, latestOf(clock));
  const now = clock.now();
  if (coin === "usdt") return live ?? { value: 1, source: "", observedAt: now, fetchedAt: now };
  return live ?? newestObservation(database, `${coin}-close`, latestOf(clock));
}
