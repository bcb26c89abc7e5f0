/** The stored part of `now`: written by the jobs, read at startup and by followers. */

import { dayOf, type Instant } from "peak-cycle-model";
import type { MarketPart, Quote } from "../domain/snapshot.js";
import type { Database } from "../storage/database.js";
import { newestScore, phaseStart } from "../storage/scores.js";
import { getState, putState } from "../storage/state.js";
import type { LedgerHistory } from "./ledger-history.js";
import type { Measures, Now, Published } from "./published.js";

/** Name of the row in the `state` table. */
const NOW = "now";

/** The stored part of `now`; scores have their own table. */
type StoredNow = Pick<Now, "measures" | "market" | "sources" | "minute">;

/**
 * Stores parts of `now`, then publishes them; nothing is published that could not be stored.
 *
 * @param change computes the new parts from the `now` that is current when its turn comes
 */
export function putNow(
  database: Database,
  published: Published,
  change: (now: Now) => Partial<StoredNow>,
): Promise<void> {
  return published.queue.run(async () => {
    const now = published.now.get();
    const parts = change(now);
    const { measures, market, sources, minute } = { ...now, ...parts };
    await putState(database, NOW, { measures, market, sources, minute } satisfies StoredNow);
    published.show(parts);
  });
}

/** Stores a live figure, then publishes it, unless it is older than the published one. */
export async function putFigure(
  database: Database,
  published: Published,
  part: MarketPart,
  { value, source, observedAt, fetchedAt }: Quote, // an observation has a metric too
): Promise<void> {
  await putNow(database, published, ({ market }) => {
    const isOlder = (market[part]?.observedAt ?? observedAt) > observedAt;
    return isOlder ? {} : { market: { ...market, [part]: { value, source, observedAt, fetchedAt } } };
  });
}

/**
 * Publishes the stored state: newest score, live figures, sources and the minute. Skips anything older than what is
 * already published.
 *
 * @param latest anything dated later is skipped
 */
export function publishNow(database: Database, published: Published, latest: Instant): Promise<void> {
  return published.queue.run(async () => {
    const stored = ((await getState(database, NOW)) ?? {}) as Partial<StoredNow>;
    const newest = await newestScore(database, latest);
    const shown = published.now.get();
    const score = newest !== undefined && newest.computedAt > (shown.score?.computedAt ?? 0) ? newest : shown.score;
    const figures = Object.entries(stored.market ?? {}).filter(([part, { observedAt }]) => {
      return observedAt >= (shown.market[part as MarketPart]?.observedAt ?? 0) && observedAt <= latest;
    });
    const next: Now = {
      ...shown,
      ...stored,
      score,
      measures: score !== undefined && isMeanOf(stored.measures, score.btc.raw) ? stored.measures : {},
      market: { ...shown.market, ...Object.fromEntries(figures) },
    };
    if (JSON.stringify(next) !== JSON.stringify(shown)) published.now.put(next); // own changes come back
  });
}

/** Name of the state that is stored once the first fetch has brought in the whole past. */
const PAST = "past";

/** Whether this installation has its whole past; from then on days are only closed one by one. */
export async function hasPast(database: Database): Promise<boolean> {
  return (await getState(database, PAST)) !== undefined;
}

export async function notePast(database: Database): Promise<void> {
  await putState(database, PAST, "whole");
}

/** Publishes the history, unless the first fetch is still running, when its newest rows would be years old. */
export async function publishHistory(
  database: Database,
  published: Published,
  history: Pick<LedgerHistory, "current">,
): Promise<void> {
  const { current } = history;
  if (current === undefined || current === published.history.get() || !(await hasPast(database))) return;
  published.history.put(current);
}

/** Publishes since when the scores have been in a phase that no row has yet. @param latest as in `publishNow` */
export async function publishPhaseWithoutRow(database: Database, published: Published, latest: Instant): Promise<void> {
  const phase = published.now.get().score?.btc.phase;
  const row = published.history.get()?.rows.at(-1);
  const start = phase === undefined || phase === row?.phase ? undefined : await phaseStart(database, phase, latest);
  const phaseWithoutRow = phase === undefined || start === undefined ? undefined : { phase, since: dayOf(start) };
  published.show({ phaseWithoutRow });
}

/** Measures are stored after their score; those of the previous score have a different mean. */
function isMeanOf(measures: Measures | undefined, raw: number): measures is Measures {
  const places = Object.values(measures ?? {}).filter((each) => each !== undefined);
  return Math.abs(places.reduce((sum, each) => sum + each, 0) / places.length - raw) < 1e-9;
}
