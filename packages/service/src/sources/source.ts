/**
 * The interfaces of a source: one plain object per file, with its identity, its terms, what it provides and the
 * functions that fetch it. `order.ts` decides what is requested from each; `sources.ts` opens them.
 */

import type { Instant, UtcDay } from "peak-cycle-model";
import type { Coin, Observation, PastMetric } from "../domain/observation.js";
import type { BodyFault, SourceClient } from "./get-json.js";

/** Days `from..to`, both included. */
export interface DayRange {
  readonly from: UtcDay;
  readonly to: UtcDay;
}

/** The public description of a source. */
export interface SourceCredit {
  /** The name in `UPSTREAMS_DISABLED` and in stored rows. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  /** What Peak uses it for. */
  readonly gives: string;
  /** Homepage, for people. */
  readonly link: string;
  /** What its terms say about publishing a derived index, as of November 2026. */
  readonly license: string;
  /** The attribution it requires, or the credit we give voluntarily. */
  readonly attribution: string;
}

/** What every source has. Settings, `/attribution`, `peak doctor` and metrics are derived from it. */
export interface Source extends SourceCredit {
  /** Scheme and host; a setting can override it. */
  readonly baseUrl: string;
  /** The path prefix of all documented calls, e.g. `/0/public`; may be empty. */
  readonly root: string;
  /** Minimum time between two requests, as a multiple of the configured spacing; 1 by default. */
  readonly spacingFactor?: number;
  /** The header for a free API key, if the source offers one. */
  readonly keyHeader?: string;
  readonly use: SourceUse;
  /** The fault that a body reports, with any status; such a body is never parsed further. */
  faultIn(body: unknown): BodyFault | undefined;
}

/** How a source is used, for operators: docs/licenses.md and the alarm about silent sources are generated from it. */
export interface SourceUse {
  /** Requests on a normal day after the first start, e.g. `about 27`. */
  readonly requestsADay: string;
  readonly purpose: string;
  /** Maximum on a day without faults, enforced by a test; live prices between the hours do not count. */
  readonly maxRequestsADay: number;
  /** How long without a usable response raises an alarm. Rarely queried sources have none. */
  readonly alarmAfterMs?: number;
  /** What its documentation, other people's recordings and observations say. */
  readonly known: string;
  /** What could not be checked without a live call. */
  readonly unverified: string;
}

/** A source of live prices. */
export interface PriceSource extends Source {
  /** The coins whose prices it has. */
  readonly coins: readonly Coin[];
  /** Its prices have no timestamp: each gets the time of its response, so a frozen ticker goes unnoticed. */
  readonly isUndated?: true;
  /**
   * Current prices in USD, each close to now and within its plausible range; a coin without one is absent.
   *
   * @param coins some of `coins`
   * @param tetherUsd one tether in USD; `undefined` when unknown
   * @throws SourceError if there is no usable price; the signal's reason when it aborts
   */
  prices(
    client: SourceClient,
    coins: readonly Coin[],
    signal: AbortSignal,
    tetherUsd: number | undefined,
  ): Promise<readonly Observation[]>;
}

/** A source of Bitcoin's dominance. */
export interface DominanceSource extends Source {
  /** @throws SourceError if there is no usable value; the signal's reason when it aborts */
  dominance(client: SourceClient, signal: AbortSignal): Promise<Observation>;
}

/** Which days of a metric a source has, and when a new one is due. */
export interface SeriesBounds {
  /** It has no earlier day. */
  readonly firstDay: UtcDay;
  /** From this day on it is known to have every day; `firstDay` by default. */
  readonly completeFrom?: UtcDay;
  /** It has only this many of the newest days; all by default. */
  readonly depthDays?: number;
  /** How long after its end a day is available at the earliest; 0 by default. Before that it is not requested. */
  readonly earliestMs?: number;
  /** How long after its end a day may still be missing. */
  readonly lagMs: number;
}

/** One tether in USD at an instant; `undefined` when unknown. */
export type TetherRates = (at: Instant) => number | undefined;

/** A source of past figures. */
export interface HistorySource extends Source {
  readonly series: Readonly<Partial<Record<PastMetric, SeriesBounds>>>;
  /**
   * Past figures: daily closes, MVRV, Fear & Greed, or `btc-hour-close` at 06:00 UTC of each day, for history rows.
   *
   * @param metric one of `series`
   * @param tetherUsd converts closes in tether to dollars
   * @returns closed periods only, oldest first, each once, within the metric's plausible range; days the source lacks
   *   are absent
   * @throws SourceError if the source returned nothing usable; the signal's reason when it aborts
   */
  history(
    client: SourceClient,
    metric: PastMetric,
    days: DayRange,
    signal: AbortSignal,
    tetherUsd: TetherRates,
  ): Promise<readonly Observation[]>;
}

export function hasPrices(source: Source): source is PriceSource {
  return "prices" in source;
}

export function hasDominance(source: Source): source is DominanceSource {
  return "dominance" in source;
}

export function hasHistory(source: Source): source is HistorySource {
  return "history" in source;
}
