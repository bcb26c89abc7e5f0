/** What is stored of `now`: put by the jobs, and read at a start and by instances that follow another. */

import { dayOf, type Instant } from "peak-cycle-model";
import * as z from "zod";
import { SOURCE_FAULTS } from "../domain/errors.js";
import { isPlausible, type Metric } from "../domain/observation.js";
import { isPossible, type MarketPart, type Quote } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";
import type { Stores } from "../storage/stores.js";
import type { LedgerHistory } from "./ledger-history.js";
import type { Measures, Now, Published } from "./published.js";

/** The name of the state in its table. */
const NOW = "now";

/** What is stored of `now` besides the score, which has a table of its own. */
type StoredNow = Pick<Now, "measures" | "market" | "sources" | "minute">;

/**
 * Stores parts of what is shown now, then shows them: what could not be stored is not published.
 *
 * @param change of what is shown when it is its turn
 */
export function putNow(
  { state }: Pick<Stores, "state">,
  published: Published,
  change: (now: Now) => Partial<StoredNow>,
): Promise<void> {
  return published.inTurn(async () => {
    const now = published.now.get();
    const parts = change(now);
    const { measures, market, sources, minute } = { ...now, ...parts };
    await state.put(NOW, { measures, market, sources, minute } satisfies StoredNow);
    published.show(parts);
  });
}

/** Stores a live figure, then publishes it. One that is older than the published one is left out. */
export async function putFigure(
  database: Pick<Stores, "state">,
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
 * Publishes what is stored: the newest score, live figures, sources and the minute. The ledger does not cover them:
 * what cannot be true is passed over, and so is what is older than what is shown.
 *
 * @param latest what is dated later is passed over
 */
export function publishNow(
  { state, scores }: Pick<Stores, "state" | "scores">,
  published: Published,
  latest: Instant,
): Promise<void> {
  return published.inTurn(async () => {
    const { measures, market, sources, minute } = NOW_SHAPE.parse(await state.get(NOW));
    const newest = await scores.newest(latest);
    const shown = published.now.get();
    const isNewer = newest !== undefined && isPossible(newest) && newest.computedAt > (shown.score?.computedAt ?? 0);
    const score = isNewer ? newest : shown.score;
    const figures = Object.entries(market).filter(([part, quote]) => {
      const { observedAt = 0 } = shown.market[part as MarketPart] ?? {};
      return quote !== undefined && quote.observedAt >= observedAt && quote.observedAt <= latest;
    });
    const next: Now = {
      ...shown,
      score,
      measures: score !== undefined && isMeanOf(measures, score.btc.raw) ? measures : {},
      market: { ...shown.market, ...Object.fromEntries(figures) },
      sources: (sources ?? shown.sources) as readonly SourceState[],
      minute: minute ?? shown.minute,
    };
    if (JSON.stringify(next) !== JSON.stringify(shown)) published.now.put(next); // an own change comes back
  });
}

/** The name of a state that is stored when the first fetch has brought the whole past. */
const PAST = "past";

/** Whether this installation has its whole past; from then on days are only closed one by one. */
export async function hasPast({ state }: Pick<Stores, "state">): Promise<boolean> {
  return (await state.get(PAST)) !== undefined;
}

export async function notePast({ state }: Pick<Stores, "state">): Promise<void> {
  await state.put(PAST, "whole");
}

/**
 * Publishes the history that was read, unless the first fetch is still under way: its newest rows would be of years
 * ago.
 */
export async function publishHistory(
  database: Pick<Stores, "state">,
  published: Published,
  history: Pick<LedgerHistory, "current">,
): Promise<void> {
  const { current } = history;
  if (current === undefined || current === published.history.get() || !(await hasPast(database))) return;
  published.history.put(current);
}

/** Publishes since when the scores are in a phase that no row has yet. @param latest as in `publishNow` */
export async function publishTurn(
  { scores }: Pick<Stores, "scores">,
  published: Published,
  latest: Instant,
): Promise<void> {
  const phase = published.now.get().score?.btc.phase;
  const row = published.history.get()?.rows.at(-1);
  const start = phase === undefined || phase === row?.phase ? undefined : await scores.phaseStart(phase, latest);
  const turned = phase === undefined || start === undefined ? undefined : { phase, since: dayOf(start) };
  published.show({ turned });
}

/** Measures of another score have another mean. */
function isMeanOf(measures: Measures, raw: number): boolean {
  const places = Object.values(measures).filter((each) => each !== undefined);
  return Math.abs(places.reduce((sum, each) => sum + each, 0) / places.length - raw) < 1e-9;
}

const instant = z
  .int()
  .min(0)
  .max(8.64e15) // dates of JavaScript end there
  .transform((at) => at as Instant);

const quoteOf = (metric: Metric) =>
  z
    .object({
      value: z.number().refine((value) => isPlausible(metric, value)),
      source: z.string(),
      observedAt: instant,
      fetchedAt: instant,
    })
    .optional()
    .catch(undefined);

const place = z.number().min(0).max(100).optional();
const source = z.object({
  source: z.string(),
  askedAt: instant,
  answeredAt: instant.optional(),
  fault: z.enum(SOURCE_FAULTS).optional(),
});

/** What has another shape is as if it were not there. */
const NOW_SHAPE = z
  .object({
    measures: z.object({ mvrv: place, thermo: place, plaw: place, ma200w: place }).catch({}),
    market: z
      .object({
        btcPrice: quoteOf("btc-price"),
        btcDominance: quoteOf("dominance"),
        fearGreed: quoteOf("fear-greed"),
      })
      .catch({}),
    sources: z.array(source).optional().catch(undefined),
    minute: z.int().min(0).max(59).optional().catch(undefined),
  })
  .catch({ measures: {}, market: {}, sources: undefined, minute: undefined });
