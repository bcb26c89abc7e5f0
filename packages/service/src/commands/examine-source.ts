/** Tests a source for `peak doctor`: whether it delivers each of its kinds of data. */

import { addDays, dayOf, type Instant, MAJORS, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
import type { Observation, PastMetric } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import { callWithin } from "../platform/timing.js";
import type { FetchResult } from "../sources/open-source.js";
import type { Sources } from "../sources/sources.js";

/** The result of one small request to a source. */
export interface Report {
  readonly source: string;
  readonly kind: string;
  readonly isFault: boolean;
  /** The newest figure and its age, or the fault. */
  readonly detail: string;
}

/** How many days of daily figures to request; the newest may be a day and a half old. */
const DAYS_BACK = 5;

const SERIES: readonly (readonly [kind: string, metric: PastMetric])[] = [
  ["closes", "btc-close"],
  ["MVRV", "mvrv"],
  ["Fear & Greed", "fear-greed"],
  ...MAJORS.map((coin) => [`closes of ${coin.toUpperCase()}`, `${coin}-close`] as const),
];

/**
 * Sends a source one small request for each of its kinds of data, and yields each result as it arrives. An unreachable
 * source is not queried again.
 *
 * @throws the signal's reason when it aborts
 */
export async function* askEachKind(
  sources: Sources,
  source: string,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Report, void, undefined> {
  const today = dayOf(clock.now());
  const recent = { from: addDays(today, -DAYS_BACK), to: today };
  const isOf = (feed: { readonly name: string }) => feed.name === source;
  let isFirst = true;
  let away: SourceError | undefined;
  const ask = async (kind: string, question: (until: AbortSignal) => Promise<FetchResult>): Promise<Report> => {
    const ms = isFirst ? FIRST_MS : LATER_MS;
    isFirst = false;
    const timeoutError = new SourceError(source, "unreachable", "no response in time");
    const { figures, failure } =
      away === undefined
        ? await callWithin(clock, { ms, late: timeoutError }, signal, question).catch(failed)
        : failed(away);
    if (failure?.fault === "unreachable") away = failure;
    const detail = failure?.message ?? describe(figures, clock.now());
    return { source, kind, isFault: failure !== undefined, detail };
  };
  for (const feed of sources.prices("btc").filter(isOf))
    yield await ask("price", (until) => feed.prices(["btc"], until, 1));
  for (const [kind, metric] of SERIES) {
    for (const feed of sources.histories(metric).filter(isOf)) {
      yield await ask(kind, (until) => feed.between(recent, until, () => 1));
    }
  }
  for (const feed of sources.dominance().filter(isOf)) yield await ask("dominance", (until) => feed.dominance(until));
}

/** Limit of a source's first request, so that a machine without a network gets its results soon. */
const FIRST_MS = 5 * SECOND_MS;

/** Limit of a source's later requests, including the wait for sources that accept only one request in ten seconds. */
const LATER_MS = 40 * SECOND_MS;

/** @throws any error other than a source's failure */
function failed(error: unknown): FetchResult {
  if (error instanceof SourceError) return { figures: [], failure: error };
  throw error;
}

function describe(observations: readonly Observation[], now: Instant): string {
  const newest = observations.at(-1);
  if (newest === undefined) return "nothing new";
  const minutes = Math.max(0, Math.round((now - newest.observedAt) / MINUTE_MS));
  const age = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `${newest.value} (${age} old)`;
}
