import { MAJORS, type Major } from "../domain/asset.js";
import { addDays, DAY_MS, dayOf, endOf, HOUR_MS, plus, type UtcDay } from "../domain/instant.js";
import type { Observation } from "../domain/observation.js";
import { type AskDeps, ask } from "./ask.js";
import { checkedMajor, settledClose } from "./choose-close.js";
import { LOOKBACK_DAYS } from "./choose-mvrv.js";
import { dayOfObservation, readEvidence } from "./evidence.js";
import type { Clock } from "./ports.js";
import { MAJOR } from "./settle-price.js";

export interface CollectDaysDeps extends AskDeps {
  readonly clock: Clock;
}

/** A close is vouched for by two sources; one alone is believed only when it has hardly moved. */
const VOUCHERS = 2;

/** Before anything is known a week is asked for: the vendor has lost up to three days in a row. */
const FIRST_FEAR_GREED_DAYS = 7;

/** The first source publishes a day at about 03:20 UTC of the next; before that a question is wasted. */
const DAILY_FIGURES_DELAY_MS = 3.5 * HOUR_MS;

/**
 * Asks for what the closing of days `from..to` needs and is not stored yet: two sources of each close, MVRV,
 * the majors' closes. Asks nothing when everything is there.
 */
export async function collectDays(deps: CollectDaysDeps, from: UtcDay, to: UtcDay, signal: AbortSignal): Promise<void> {
  if (from > to) return;
  const days = daysOf(from, to);
  const evidence = await readEvidence(deps.observations, addDays(from, -LOOKBACK_DAYS), to);
  const published = deps.clock.now() >= plus(endOf(to), DAILY_FIGURES_DELAY_MS);
  const vouchers = published ? VOUCHERS : 1;
  if (days.some((day) => evidence.closes(day).length < vouchers)) {
    const enough = (all: readonly Observation[]) => days.every((day) => sourcesOf(all, day) >= vouchers);
    await ask(deps, { inquiry: { kind: "daily", coin: "btc", from, to }, enough }, signal);
  }
  if (!published) return;
  if (days.some((day) => evidence.mvrv(day).length === 0)) {
    await ask(deps, { inquiry: { kind: "mvrv", from, to }, enough: covers(days) }, signal);
  }
  for (const coin of MAJORS) {
    if (days.every((day) => checkedMajor(evidence, coin, day) !== undefined)) continue;
    await ask(deps, { inquiry: { kind: "daily", coin, from, to }, enough: await vouched(deps, coin, days) }, signal);
  }
}

/** One source will do for a major unless its close moved too far from the day before to be believed alone. */
async function vouched(
  deps: CollectDaysDeps,
  coin: Major,
  days: readonly UtcDay[],
): Promise<(all: readonly Observation[]) => boolean> {
  const before = await deps.observations.newest(`${coin}-close`);
  return (all) => {
    let last = before?.value;
    return days.every((day) => {
      const quotes = all.filter((each) => dayOfObservation(each) === day);
      const close = settledClose(quotes, last === undefined ? undefined : { value: last, ageMs: DAY_MS }, MAJOR);
      last = close?.value ?? last;
      return close !== undefined;
    });
  };
}

/**
 * Asks for Fear & Greed since the newest known day, until today's value is there: it appears once a day, shortly
 * after 00:00 UTC.
 *
 * @returns the newest value of all
 */
export async function collectFearGreed(deps: CollectDaysDeps, signal: AbortSignal): Promise<Observation | undefined> {
  const today = dayOf(deps.clock.now());
  const known = await deps.observations.newest("fear-greed");
  const from = known === undefined ? addDays(today, -FIRST_FEAR_GREED_DAYS) : dayOf(known.observedAt);
  if (from >= today) return known;
  await ask(deps, { inquiry: { kind: "fear-greed", from } }, signal);
  return deps.observations.newest("fear-greed");
}

export function daysOf(from: UtcDay, to: UtcDay): readonly UtcDay[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => addDays(from, i));
}

function covers(days: readonly UtcDay[]): (all: readonly Observation[]) => boolean {
  return (all) => days.every((day) => sourcesOf(all, day) > 0);
}

function sourcesOf(all: readonly Observation[], day: UtcDay): number {
  return new Set(all.filter((each) => dayOfObservation(each) === day).map((each) => each.source)).size;
}
