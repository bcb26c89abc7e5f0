import { addDays, dayOf, endOf, HOUR_MS, plus, type UtcDay } from "../domain/instant.js";
import { MAJORS, type Observation } from "../domain/observation.js";
import { type AskDeps, ask } from "./ask.js";
import { checkedClose, checkedMajor } from "./choose-close.js";
import { chooseMvrv, LOOKBACK_DAYS } from "./choose-mvrv.js";
import { type Evidence, readEvidence } from "./evidence.js";
import type { Clock, DataRequest } from "./ports.js";

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
 * Asks for what the closing of days `from..to` needs and is not stored yet: closes, MVRV, the majors' closes. Each is
 * asked for until the closing would take it, judged as the closing judges and on all that is stored by then: a source may
 * have spoken in an earlier hour, or to the hourly round that runs beside the closing. Asks nothing when everything is
 * there.
 */
export async function collectDays(deps: CollectDaysDeps, from: UtcDay, to: UtcDay, signal: AbortSignal): Promise<void> {
  if (from > to) return;
  const read = () => readEvidence(deps.observations, addDays(from, -LOOKBACK_DAYS), to);
  let evidence = await read();
  const askUntil = async (request: DataRequest, isThere: (day: UtcDay) => boolean): Promise<void> => {
    const days = daysOf(from, to);
    if (days.every(isThere)) return;
    const enough = async () => {
      evidence = await read();
      return days.every(isThere);
    };
    await ask(deps, { request, enough }, signal);
  };
  const now = deps.clock.now();
  const published = now >= plus(endOf(to), DAILY_FIGURES_DELAY_MS);
  const vouchers = published ? VOUCHERS : 1;
  await askUntil({ kind: "daily", coin: "btc", from, to }, (day) => isVouched(evidence, day, vouchers));
  if (!published) return;
  const mvrvOf = (day: UtcDay) => chooseMvrv(evidence, day, evidence.closes(day)[0]?.value, now);
  await askUntil({ kind: "mvrv", from, to }, (day) => mvrvOf(day) !== undefined);
  for (const coin of MAJORS) {
    await askUntil({ kind: "daily", coin, from, to }, (day) => checkedMajor(evidence, coin, day) !== undefined);
  }
}

/** Whether enough sources have stated a close, and one of them can be believed. */
function isVouched(evidence: Evidence, day: UtcDay, vouchers: number): boolean {
  const before = evidence.closes(addDays(day, -1))[0]?.value;
  return evidence.closes(day).length >= vouchers && checkedClose(evidence, day, undefined, before) !== undefined;
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
  await ask(deps, { request: { kind: "fear-greed", from } }, signal);
  return deps.observations.newest("fear-greed");
}

export function daysOf(from: UtcDay, to: UtcDay): readonly UtcDay[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => addDays(from, i));
}
