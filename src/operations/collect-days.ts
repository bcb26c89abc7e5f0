import { addDays, dayOf, endOf, HOUR_MS, plus, type UtcDay } from "../domain/instant.js";
import { MAJORS, type Observation } from "../domain/observation.js";
import { type AskDeps, ask } from "./ask-sources.js";
import { chooseMvrv, LOOKBACK_DAYS } from "./choose-mvrv.js";
import { checkedClose, checkedMajor, MIN_CONFIRMATIONS } from "./consensus-price.js";
import { readObservationsByDay, type StoredObservationsByDay } from "./observations-by-day.js";
import type { DataRequest } from "./ports.js";
import { sourcesFor } from "./source-priority.js";

/** How many days are asked for when none is known: the vendor has lost up to three days in a row. */
const FIRST_FEAR_GREED_DAYS = 7;

/** The first source publishes a day at about 03:20 UTC of the next; before that it need not be asked. */
const DAILY_FIGURES_DELAY_MS = 3.5 * HOUR_MS;

/**
 * Asks for what the closing of days `from..to` needs and is not stored yet: closes, MVRV, the majors' closes. Asks one
 * source after the other until the closing would accept what is stored. What came in an earlier hour counts, and so
 * does what the hourly round gets meanwhile. Asks nobody when everything is there.
 */
export async function collectDays(deps: AskDeps, from: UtcDay, to: UtcDay, signal: AbortSignal): Promise<void> {
  if (from > to) return;
  const read = () => readObservationsByDay(deps.stores.observations, addDays(from, -LOOKBACK_DAYS), to);
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
    const confirmed = Math.min(MIN_CONFIRMATIONS, sourcesFor(request, deps.upstreams).length);
    const isSettled = (day: UtcDay) =>
      byDay.majors(coin, day).length >= confirmed && checkedMajor(byDay, coin, day) !== undefined;
    await askUntil(request, isSettled);
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
  const known = await deps.stores.observations.newest("fear-greed");
  const from = known === undefined ? addDays(today, -FIRST_FEAR_GREED_DAYS) : dayOf(known.observedAt);
  if (from >= today) return known;
  await ask(deps, { request: { kind: "fear-greed", from } }, signal);
  return deps.stores.observations.newest("fear-greed");
}

export function daysOf(from: UtcDay, to: UtcDay): readonly UtcDay[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => addDays(from, i));
}
