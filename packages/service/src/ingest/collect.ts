import { addDays, dayOf, endOf, HOUR_MS, MAJORS, plus, SECOND_MS, type UtcDay } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import { publishFigure } from "../publish/publish-figure.js";
import { type AskDeps, ask, askOne, sourcesFor } from "./ask-sources.js";
import { chooseMvrv } from "./choose-mvrv.js";
import { latestOf } from "./clock-evidence.js";
import { collectDominance } from "./collect-dominance.js";
import {
  checkedClose,
  checkedMajor,
  consensusClose,
  MAJOR,
  MIN_CONFIRMATIONS,
  type Reference,
} from "./consensus-price.js";
import type { Coin, DataRequest } from "./data-source.js";
import type { JobDeps } from "./job-deps.js";
import { daysOf, readObservationsByDay, type StoredObservationsByDay } from "./observations-by-day.js";

/**
 * What the hourly score collects before it is computed: dominance, Fear & Greed, the majors, and whatever the next closing
 * still lacks. The sources differ, so they are asked at the same time; one that fails holds up nothing else.
 */
export async function collect(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const { lastDay } = deps.model;
  const yesterday = addDays(dayOf(deps.clock.now()), -1);
  const publish = async (
    part: "btcDominance" | "fearGreed",
    asked: Promise<Observation | undefined>,
  ): Promise<void> => {
    const seen = await asked;
    if (seen !== undefined) await publishFigure(deps, part, seen);
  };
  await Promise.all([
    publish("btcDominance", collectDominance(deps, deps.published.market.get()?.btcDominance, signal)),
    publish("fearGreed", collectFearGreed(deps, signal)),
    collectMajors(deps, signal),
    lastDay === undefined ? undefined : collectDays(deps, addDays(lastDay, 1), yesterday, signal),
  ]);
}

/** How many days are asked for when none is known: the vendor has lost up to three days in a row. */
const FIRST_FEAR_GREED_DAYS = 7;

/** The first source publishes a day at about 03:20 UTC of the next; before that it need not be asked. */
const DAILY_FIGURES_DELAY_MS = 3.5 * HOUR_MS;

/**
 * Asks for what the closing of days `from..to` needs and is not stored yet: closes, MVRV, the majors' closes. Asks one
 * source after the other until the closing would accept what is stored. What came in an earlier hour counts, and so
 * does what the hourly score collects meanwhile. Asks nobody when everything is there.
 */
export async function collectDays(deps: AskDeps, from: UtcDay, to: UtcDay, signal: AbortSignal): Promise<void> {
  if (from > to) return;
  const read = () => readObservationsByDay(deps.stores.observations, from, to);
  let byDay = await read();
  const askUntil = async (request: DataRequest, isThere: (day: UtcDay) => boolean): Promise<void> => {
    const days = daysOf(from, to);
    if (days.every(isThere)) return;
    const enough = async () => {
      byDay = await read();
      return days.every(isThere);
    };
    await ask(deps, { request, enough }, signal);
  };
  const now = deps.clock.now();
  const published = now >= plus(endOf(to), DAILY_FIGURES_DELAY_MS);
  const confirmations = published ? MIN_CONFIRMATIONS : 1;
  await askUntil({ kind: "daily", coin: "btc", from, to }, (day) => isConfirmed(byDay, day, confirmations));
  if (!published) return;
  const mvrvOf = (day: UtcDay) => chooseMvrv(byDay, day, byDay.closes(day)[0]?.value, now);
  await askUntil({ kind: "mvrv", from, to }, (day) => mvrvOf(day) !== undefined);
  for (const coin of MAJORS) {
    const request = { kind: "daily", coin, from, to } as const;
    const confirmed = Math.min(MIN_CONFIRMATIONS, sourcesFor(request, deps.sources).length);
    const isBelieved = (day: UtcDay) =>
      byDay.majors(coin, day).length >= confirmed && checkedMajor(byDay, coin, day) !== undefined;
    await askUntil(request, isBelieved);
  }
}

/** Whether enough sources have stated a close, and one of them can be believed. */
function isConfirmed(byDay: StoredObservationsByDay, day: UtcDay, confirmations: number): boolean {
  const before = byDay.closes(addDays(day, -1))[0]?.value;
  return byDay.closes(day).length >= confirmations && checkedClose(byDay, day, undefined, before) !== undefined;
}

/**
 * Asks for Fear & Greed since the newest known day, until today's value is there: it appears once a day, shortly
 * after 00:00 UTC.
 *
 * @returns the newest value of all
 */
export async function collectFearGreed(deps: AskDeps, signal: AbortSignal): Promise<Observation | undefined> {
  const today = dayOf(deps.clock.now());
  const newest = () => deps.stores.observations.newest("fear-greed", latestOf(deps.clock));
  const known = await newest();
  const from = known === undefined ? addDays(today, -FIRST_FEAR_GREED_DAYS) : dayOf(known.observedAt);
  if (from >= today) return known;
  await ask(deps, { request: { kind: "fear-greed", from } }, signal);
  return newest();
}

/** The second source is asked once in ten seconds at most, and dominance may be before us in its queue. */
const MAJORS_DEADLINE_MS = 40 * SECOND_MS;

/** Tether is among them because its price converts tether quotes into dollars. */
const COINS: readonly Coin[] = [...MAJORS, "usdt"];

/** Live prices of the majors and of tether, each checked like the Bitcoin price, then stored. */
async function collectMajors(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const last = new Map<Coin, Reference | undefined>();
  for (const coin of COINS) last.set(coin, await lastPrice(deps, coin));
  const seen: Observation[] = [];
  const believed = new Map<Coin, Observation>();
  for (const source of sourcesFor({ kind: "prices", coins: COINS }, deps.sources)) {
    const coins = COINS.filter((coin) => !believed.has(coin));
    const request: DataRequest = { kind: "prices", coins };
    if (coins.length === 0) break;
    if (!source.answers(request)) continue;
    seen.push(...(await askOne(deps, source, { request, deadlineMs: MAJORS_DEADLINE_MS }, signal)));
    for (const coin of coins) {
      const choice = consensusClose(quotesOf(seen, coin), last.get(coin), MAJOR);
      if (choice !== undefined) believed.set(coin, { ...choice, metric: `${coin}-price` });
    }
    deps.tether.note(believed.get("usdt")); // the next source in the chain may quote in tether
  }
  await deps.stores.observations.add([...believed.values()]);
  const missing = COINS.filter((coin) => !believed.has(coin));
  if (missing.length === 0) return;
  deps.log.warn({ missing }, "coins without a believable price");
  for (const coin of missing) if (quotesOf(seen, coin).length > 0) deps.meters?.refused("coin");
}

function quotesOf(seen: readonly Observation[], coin: Coin): readonly Observation[] {
  return seen.filter((each) => each.metric === `${coin}-price`);
}

/** A tether counts as a dollar until a source says otherwise. */
async function lastPrice({ clock, stores: { observations } }: JobDeps, coin: Coin): Promise<Reference | undefined> {
  const live = await observations.newest(`${coin}-price`, latestOf(clock));
  const known = live ?? (coin === "usdt" ? undefined : await observations.newest(`${coin}-close`, latestOf(clock)));
  if (known !== undefined) return { value: known.value, ageMs: clock.now() - known.observedAt };
  return coin === "usdt" ? { value: 1, ageMs: 0 } : undefined;
}
