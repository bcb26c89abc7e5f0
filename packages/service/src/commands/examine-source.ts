/** Tests a source for `peak doctor`: whether it delivers each of its kinds of data. */

import { addDays, dayOf, type Instant, MAJORS, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import { callWithin } from "../platform/timing.js";
import { inOrder, type OpenSource } from "../sources/all.js";
import type { DayRange } from "../sources/source.js";

/** The result of one small request to a source. */
interface Answer {
  readonly source: string;
  readonly kind: string;
  readonly isFault: boolean;
  /** The newest figure and its age, or the fault. */
  readonly detail: string;
}

/** Time limit per request, retries included. */
const DEADLINE_MS = 30 * SECOND_MS;

/** How many days of daily figures to request; the newest may be a day and a half old. */
const DAYS_BACK = 5;

const REQUESTS: readonly (readonly [kind: string, metric: Metric])[] = [
  ["price", "btc-price"],
  ["closes", "btc-close"],
  ["MVRV", "mvrv"],
  ["dominance", "dominance"],
  ["Fear & Greed", "fear-greed"],
  ...MAJORS.map((coin) => [`closes of ${coin.toUpperCase()}`, `${coin}-close`] as const),
];

/**
 * Sends a source one small request for each of its kinds of data.
 *
 * @throws the signal's reason when it aborts
 */
export async function askEachKind(source: OpenSource, clock: Clock, signal: AbortSignal): Promise<readonly Answer[]> {
  const today = dayOf(clock.now());
  const recent = { from: addDays(today, -DAYS_BACK), to: today };
  const late = new SourceError(source.name, "unreachable", "no answer in time");
  const answers: Answer[] = [];
  for (const [kind, metric] of REQUESTS.filter(([, each]) => inOrder([source], each).length > 0)) {
    try {
      const call = (until: AbortSignal) => ask(source, metric, recent, until);
      const seen = await callWithin(clock, { ms: DEADLINE_MS, late }, signal, call);
      if (seen === undefined) continue;
      answers.push({ source: source.name, kind, isFault: false, detail: describe(seen, clock.now()) });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      answers.push({ source: source.name, kind, isFault: true, detail: error.message });
    }
  }
  return answers;
}

/** @returns `undefined` if the source does not have this kind */
async function ask(source: OpenSource, metric: Metric, recent: DayRange, signal: AbortSignal) {
  if (metric === "btc-price") return source.prices?.(source.client, ["btc"], signal, 1);
  if (metric === "dominance") return source.dominance?.(source.client, signal).then((quote) => [quote]);
  return source.history?.(source.client, metric, recent, signal);
}

function describe(seen: readonly Observation[], now: Instant): string {
  const newest = seen.at(-1);
  if (newest === undefined) return "nothing new";
  const minutes = Math.max(0, Math.round((now - newest.observedAt) / MINUTE_MS));
  const age = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `${newest.value} (${age} old)`;
}
