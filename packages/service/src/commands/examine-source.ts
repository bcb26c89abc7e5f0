/** Tests a source for `peak doctor`: whether it delivers each of its kinds of data. */

import { addDays, dayOf, type Instant, MAJORS, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import type { Observation, PastMetric } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import type { Answer } from "../sources/open-source.js";
import type { Sources } from "../sources/sources.js";

/** The result of one small request to a source. */
interface Report {
  readonly source: string;
  readonly kind: string;
  readonly isFault: boolean;
  /** The newest figure and its age, or the fault. */
  readonly detail: string;
}

/** How many days of daily figures to request; the newest may be a day and a half old. */
const DAYS_BACK = 5;

/** How long somebody at a terminal waits for a price. */
const WAIT_MS = 20 * SECOND_MS;

const SERIES: readonly (readonly [kind: string, metric: PastMetric])[] = [
  ["closes", "btc-close"],
  ["MVRV", "mvrv"],
  ["Fear & Greed", "fear-greed"],
  ...MAJORS.map((coin) => [`closes of ${coin.toUpperCase()}`, `${coin}-close`] as const),
];

/**
 * Sends a source one small request for each of its kinds of data.
 *
 * @throws the signal's reason when it aborts
 */
export async function askEachKind(
  sources: Sources,
  source: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly Report[]> {
  const today = dayOf(clock.now());
  const recent = { from: addDays(today, -DAYS_BACK), to: today };
  const reports: Report[] = [];
  const report = (kind: string, { figures, failure }: Answer) => {
    const detail = failure?.message ?? describe(figures, clock.now());
    reports.push({ source, kind, isFault: failure !== undefined, detail });
  };
  for (const feed of sources.prices("btc").filter(({ name }) => name === source)) {
    report("price", await feed.prices(["btc"], signal, 1, WAIT_MS));
  }
  for (const [kind, metric] of SERIES) {
    for (const feed of sources.histories(metric).filter(({ name }) => name === source)) {
      report(kind, await feed.between(recent, signal, () => 1));
    }
  }
  for (const feed of sources.dominance().filter(({ name }) => name === source)) {
    report("dominance", await feed.dominance(signal));
  }
  return reports;
}

function describe(seen: readonly Observation[], now: Instant): string {
  const newest = seen.at(-1);
  if (newest === undefined) return "nothing new";
  const minutes = Math.max(0, Math.round((now - newest.observedAt) / MINUTE_MS));
  const age = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `${newest.value} (${age} old)`;
}
