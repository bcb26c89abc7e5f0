import { type Instant, plus } from "peak-cycle-model";
import { PUBLIC_DAYS } from "../domain/history.js";
import { isPlausible, type Metric } from "../domain/observation.js";
import type { MarketPart } from "../domain/snapshot.js";
import { type HourlyScore, isPossible, type Quote } from "../domain/snapshot.js";
import type { CheckedHistory } from "../history/checked-history.js";
import { CLOCK_TOLERANCE_MS } from "../ingest/clock-evidence.js";
import type { Clock } from "../platform/clock.js";
import type { Stores } from "../storage/stores.js";
import type { PublicStateSink } from "./public-sink.js";

interface PublicViewDeps {
  readonly clock: Pick<Clock, "now">;
  readonly stores: Pick<Stores, "market" | "scores">;
  /** `undefined` until one was found to be what was signed. */
  readonly history: () => Pick<CheckedHistory, "rows"> | undefined;
  readonly sink: PublicStateSink;
}

export type PublicView = ReturnType<typeof publicView>;

/** What the public sees, kept in memory and passed to the sink whenever a part changes. */
export function publicView({ clock, stores, history, sink }: PublicViewDeps) {
  let score: HourlyScore | undefined;
  let market: Partial<Record<MarketPart, Quote>> = {};

  function show(): void {
    const { btcPrice, btcDominance, fearGreed } = market;
    if (score === undefined || btcPrice === undefined || btcDominance === undefined || fearGreed === undefined) return;
    sink.showSnapshot({ score, market: { btcPrice, btcDominance, fearGreed } });
  }

  /** Shows the newest rows of the checked history. */
  function showHistory(): void {
    const checked = history();
    if (checked !== undefined) sink.showHistory(checked.rows.slice(-PUBLIC_DAYS));
  }

  /** Reads the newest score and the live figures again and shows them. */
  async function refreshSnapshot(): Promise<void> {
    // The chain does not cover them: what was changed so that it cannot be true is not shown.
    const latest = latestOf(clock);
    const figures = await stores.market.all();
    const newest = await stores.scores.newest(latest);
    if (newest !== undefined && isPossible(newest)) score = newest;
    market = { ...market, ...plausible(figures, latest) };
    show();
  }

  const isOlder = (part: MarketPart, { observedAt }: Quote): boolean =>
    (market[part]?.observedAt ?? observedAt) > observedAt;

  return {
    refreshSnapshot,
    showScore(newer: HourlyScore): void {
      score = newer;
      show();
    },
    /** Stores and shows a live figure. One that is older than the one shown is left out. */
    async showQuote(part: MarketPart, quote: Quote): Promise<void> {
      if (isOlder(part, quote)) return;
      const { value, source, observedAt, fetchedAt } = quote; // an observation has a metric too
      const figure = { value, source, observedAt, fetchedAt };
      // What could not be stored is not shown: another instance may be showing something else by now.
      await stores.market.put(part, figure);
      if (isOlder(part, quote)) return;
      market[part] = figure;
      show();
    },
    showHistory,
    get score(): HourlyScore | undefined {
      return score;
    },
    quote: (part: MarketPart): Quote | undefined => market[part],
  };
}

/**
 * Scores and figures dated later than this are not shown: they would look fresh until then, and newer ones would be
 * refused. Clocks of two machines may differ by as much.
 */
export function latestOf(clock: Pick<Clock, "now">): Instant {
  return plus(clock.now(), CLOCK_TOLERANCE_MS);
}

const METRIC_OF = {
  btcPrice: "btc-price",
  btcDominance: "dominance",
  fearGreed: "fear-greed",
} as const satisfies Readonly<Record<MarketPart, Metric>>;

function plausible(
  figures: Readonly<Partial<Record<MarketPart, Quote>>>,
  latest: Instant,
): Partial<Record<MarketPart, Quote>> {
  const entries = Object.entries(figures) as [MarketPart, Quote][];
  return Object.fromEntries(
    entries.filter(([part, { value, observedAt }]) => isPlausible(METRIC_OF[part], value) && observedAt <= latest),
  );
}
